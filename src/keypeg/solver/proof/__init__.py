"""Proofs about whole games: optimal strategies, lower bounds, worst cases and duels.

Start with `optimal`. `parallel` shares a proof among workers, `executors` and `dask_executor` provide the workers, and
`checkpoint` stores the progress. `lower_bound`, `depth_limit` and `equilibrium` prove other figures; `trim_worst_case`
improves the worst case of a strategy.
"""
