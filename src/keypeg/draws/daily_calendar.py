"""The days (UTC) whose codes can be played: today, and the archive of the days before it."""

from datetime import UTC, date, datetime, timedelta

from keypeg.core.errors import RuleError

MS_PER_SECOND = 1000

ARCHIVE_DAYS = 30
"""How many earlier days can be played."""


def day_at(timestamp: int) -> date:
    """Return the day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(timestamp // MS_PER_SECOND, UTC).date()


def first_day(today: date) -> date:
    """Return the earliest day whose code can be played today."""
    return today - timedelta(days=ARCHIVE_DAYS)


def next_day_at(today: date) -> int:
    """Return when the next day begins, in milliseconds since 1970."""
    midnight = datetime.combine(today + timedelta(days=1), datetime.min.time(), UTC)
    return int(midnight.timestamp()) * MS_PER_SECOND


def check_day(day: date, today: date) -> None:
    """Raise `RuleError` if the code of this day cannot be played today."""
    if not first_day(today) <= day <= today:
        raise RuleError("no-daily-code", days=ARCHIVE_DAYS)
