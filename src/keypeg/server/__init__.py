"""The table server: one door for people and computers, HTTP and WebSocket. Thin: the work is done in `service`."""
