"""Games in which every seat holds a part of the code: hands, information, playouts and certainty.

Start with `hands`, which lists what each seat can hold; `deal_search` runs through all deals. `information` values a
row, `playouts` estimates who wins (`playout_loop` plays a round, `playout_policy` plays for a seat), `certainty` finds
how few rows settle the code, and `parallel_certainty` does so for a whole game.
"""
