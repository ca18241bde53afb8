"""The optional parts of an installation, such as `keypeg[solver]`, and the error when one is missing.

Playing needs only the standard library. Everything else imports its packages when it is first used; if one of them is
not installed, `MissingExtraError` names the extra to install.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import ClassVar

from keypeg.core.errors import KeypegError

PACKAGES = {
    "solver": ("numpy", "llvmlite", "numba"),
    "server": (
        *("fastapi", "httptools", "msgspec", "prometheus_client", "pydantic", "starlette", "typing_extensions"),
        *("uvicorn", "websockets"),
    ),
    "postgresql": ("asyncpg",),
    "cluster": ("distributed",),
}
"""The packages that Keypeg imports, by the extra of pyproject.toml that installs them."""


class MissingExtraError(KeypegError):
    """Something needs packages that are not installed; the detail `extra` says what to install."""

    codes: ClassVar[frozenset[str]] = frozenset({"extra-missing"})


def check_extra(extra: str) -> None:
    """Raise `MissingExtraError` if a package of this extra is not installed. Imports none of them."""
    if not all(name in sys.modules or _is_installed(name) for name in PACKAGES[extra]):
        raise MissingExtraError("extra-missing", extra=extra)


@cache
def _is_installed(name: str) -> bool:
    """Whether this package is installed. A server asks at every table with a strong bot."""
    return find_spec(name) is not None


@contextmanager
def report_missing_extras() -> Iterator[None]:
    """Raise `MissingExtraError` in place of the import error of a package that an extra installs."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        for extra, packages in PACKAGES.items():
            if package in packages:
                raise MissingExtraError("extra-missing", extra=extra) from error
        raise
