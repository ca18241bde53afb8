"""Gives futures their results, for callers that wait where the work itself is done by calls."""

import asyncio
from typing import Any


def settle(future: "asyncio.Future[Any]", result: object) -> None:
    """Give a future its result, or its error, unless nothing waits for it any more."""
    if future.done():
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)
