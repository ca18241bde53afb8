"""Matches, editions and positions as text: to keep, to read, to send and to play again."""
