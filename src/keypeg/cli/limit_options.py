"""The arguments for limits on clients, and for networks without them."""

import argparse
import math
import os
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from keypeg.cli.arguments import Add, Words
from keypeg.core.errors import ReadError

if TYPE_CHECKING:
    from keypeg.server.settings import Limits

LIMITS_VARIABLE = "KEYPEG_LIMITS"
"""The environment variable with limits, such as `tables=500 joins=20`. Options come before it."""

ALLOW_VARIABLE = "KEYPEG_ALLOW"
"""The environment variable with the networks without limits by address, if no option names one."""

MAX_LIMIT = 10**9


def add_limits(add: Add, words: Words) -> None:
    """Add the arguments for limits."""
    add("--limit", action="append", default=[], metavar=words("LIMIT"), help=words("limit", variable=LIMITS_VARIABLE))
    add("--allow", action="append", default=[], metavar=words("NETWORK"), help=words("allow", variable=ALLOW_VARIABLE))


def read_limits(options: argparse.Namespace) -> "Limits":
    """Return the limits: the usual ones, except for those that the environment or an option names."""
    from keypeg.server.settings import Limits

    limits = Limits()
    for text in (*os.environ.get(LIMITS_VARIABLE, "").split(), *options.limit):
        limits = _set_limit(limits, text)
    return limits


def _set_limit(limits: "Limits", text: str) -> "Limits":
    name, _, number = text.partition("=")
    names = [field.name for field in fields(limits)]
    if name not in names:
        raise ReadError("unknown-limit", text=name, offered=", ".join(names))
    usual: int | float = getattr(type(limits)(), name)
    try:
        value = type(usual)(number)
    except ValueError:
        value = math.nan
    if not (0 < value <= MAX_LIMIT or value == usual):
        raise ReadError("unreadable-limit", text=text, limit=name, usual=str(usual))
    changed: dict[str, Any] = {name: value}
    return replace(limits, **changed)


def read_networks(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the networks without limits by address. Raises `ReadError` for anything else."""
    from keypeg.server.client_networks import EVERYBODY, read_network

    networks = tuple(options.allow) or tuple(os.environ.get(ALLOW_VARIABLE, "").split())
    for text in networks:
        if text != EVERYBODY and read_network(text) is None:
            raise ReadError("unreadable-network", text=text)
    return networks
