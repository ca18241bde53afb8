"""Runs the command line for `python -m keypeg`."""

import sys

from keypeg.cli import main

sys.exit(main())
