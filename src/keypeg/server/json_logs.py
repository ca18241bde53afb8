"""Logs as lines of JSON. Only the fields named here are written, so that no code, token, name or address gets in."""

import json
import logging
from typing import Any

FIELDS = (
    *("table", "code", "why", "status", "closed", "clients", "open", "port"),
    *("ms", "callback", "imported", "where", "count"),
)
"""The extra fields that may be logged with a message."""

MAX_PLACES = 8
"""How many of a traceback's innermost places are logged."""


class JsonLogFormatter(logging.Formatter):
    """Formats each log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a log record."""
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info and record.exc_info[0] is not None:
            # Only the places: the message and the variables may contain a player's secret.
            line["error"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            places = []
            while trace is not None:
                code = trace.tb_frame.f_code
                places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
                trace = trace.tb_next
            line["where"] = places[-MAX_PLACES:]
        return json.dumps(line)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": JsonLogFormatter}},
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
    "root": {"handlers": ["out"], "level": "WARNING"},
    "loggers": {
        "keypeg": {"handlers": ["out"], "level": "INFO", "propagate": False},
        "uvicorn": {"handlers": ["out"], "level": "INFO", "propagate": False},
        "uvicorn.error": {"level": "WARNING"},  # it names addresses
    },
}
"""The logging configuration of the server."""
