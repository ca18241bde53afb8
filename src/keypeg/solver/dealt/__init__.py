"""Games in which every seat holds a part of the code: hands, information, playouts and certainty.

Start with `hands`, what each seat can hold. `information` values a row, `playouts` estimates who wins,
`certainty` finds how few rows settle the code.
"""
