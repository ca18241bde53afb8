"""`python -m keypeg` is `keypeg`."""

import sys

from keypeg.cli import main

sys.exit(main())
