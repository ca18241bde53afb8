"""What the operator of a server does with tables as a whole: check, list, end, export and remove them.

Start with `table_list`, which finds tables and what state they are in. `log_check` looks for damage, `retention`
removes what has not been used for long, and `table_end` ends a match. All of it works beside a running server.
"""
