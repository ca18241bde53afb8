"""The kinds of hints in JSON. Importing this does not load the solver, unlike `keypeg.analysis.hints`."""

from typing import Literal

HintKind = Literal["codes-left", "conflict", "certain", "approach", "guess", "reasons", "note"]
"""How many candidates there are; wrong marks; what is certain; what to look for; what to do; why; or why there is no
such hint."""
