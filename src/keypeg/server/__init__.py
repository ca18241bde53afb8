"""The table server: the HTTP and WebSocket interface of the table service, for people's pages and for programs.

Start with `app`, which puts everything together. `table_routes`, `edition_routes` and `study_routes` hold the HTTP
routes, `table_socket` the WebSocket of a table; `models` and `frame_types` describe what is sent. The work itself is
done in `keypeg.service` and `keypeg.study`.
"""
