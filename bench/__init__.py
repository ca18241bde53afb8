"""What is measured, and against what. `make bench` prints it; no test asserts it, for machines are shared and noisy."""
