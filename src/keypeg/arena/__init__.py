"""Computers at a table: whose action comes next, whole matches, and contests of many matches."""
