"""Types of the arrays that the solver works on."""

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
"""Pegs, marks, flags."""
Shorts = npt.NDArray[np.uint16]
"""Indices of traits."""
Numbers = npt.NDArray[np.int32]
"""Indices of codes, guesses and nodes."""
Longs = npt.NDArray[np.int64]
"""Weights and costs."""
Words = npt.NDArray[np.uint64]
"""Hashes."""
Floats = npt.NDArray[np.float64]
"""Chances and weights that need not be whole."""
