"""Keypeg in a terminal: a plain line mode that works with any keyboard, screen reader or pipe."""
