"""Logs as JSON, a line each. Only fields that are named here are written: no code, token, name or address slips in."""

import json
import logging
from typing import Any

FIELDS = ("table", "code", "why", "status")
"""What may be said beside the sentence."""


class JsonLogFormatter(logging.Formatter):
    """Writes each event on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info and record.exc_info[0] is not None:
            # Where it happened, but not what was in the variables or in the message: that may be somebody's secret.
            line["error"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            places = []
            while trace is not None:
                code = trace.tb_frame.f_code
                places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
                trace = trace.tb_next
            line["where"] = places[-8:]
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
"""How everything is logged."""
