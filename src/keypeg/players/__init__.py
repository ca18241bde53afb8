"""Computer players. They see a seat's view, and nothing else of the table."""
