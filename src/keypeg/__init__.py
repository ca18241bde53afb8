"""Keypeg: play, referee and solve the Mastermind family of games."""

__version__ = "0.1.0"
