"""`python -m bench` measures everything there is to measure."""

from bench import engine

engine.main()
