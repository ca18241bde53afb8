"""Proofs about whole games: optimal strategies, lower bounds, worst cases and duels.

Start with `optimal`. `parallel` shares a proof among workers, `checkpoint` stores its progress, `dask_executor` runs it
on a cluster; `lower_bound`, `depth_limit` and `equilibrium` prove other figures.
"""
