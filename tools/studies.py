"""The study pages shown in screenshots: the solver, reviews, daily, learning, statistics and hints."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tools.scenes import CLASSIC, DUEL, FACING, FAMILY, ROAD, Scene


@dataclass(frozen=True)
class Study:
    """A page, and the steps on it before the picture."""

    name: str
    path: str
    """The address of the page; `{table}` and `{watch}` are the table of the match and its spectator key."""
    ready: str
    """A selector of an element that shows that the page is ready."""
    press: tuple[str, ...] = ()
    """The texts of buttons to press in order; a text that begins with `=` is typed, and one with `.` is a selector."""
    match: Scene | None = None
    """The actions played before."""
    record: str = ""
    """A golden record file to open."""
    stored: dict[str, Any] = field(default_factory=dict)
    """The device's stored values, by name."""
    unfolded: bool = False
    """Whether all collapsed parts are opened."""
    lang: str = "en-GB"


def _played(name: str, edition: str, moves: str, *, seat: int = 0, agreed: bool = False) -> Scene:
    return Scene(name, edition, moves, seat=seat, agreed=agreed)


MARKS = [["0b2w"], ["1b1w"], ["2b1w"], ["2b2w"], ["3b0w"], ["3b0w"]]


def _results() -> list[dict[str, Any]]:
    """Rounds of some days, as a device stores them."""
    kinds = (
        ("classic", (4, 5, 4, 6, 3, 5, 4, 5, 0), 0.21, "guesses"),
        ("hasbro-2000", (5, 6, 0, 5), 0.34, "guesses"),
        ("challenge-2001", (4, 5, 0), 0.08, "chance"),
        ("traffic-jam-2000", (5, 7, 6), 0.4, "guesses"),
    )
    today = datetime.now(UTC).date()
    return [
        {
            "table": f"{edition}{number}",
            "round": 1,
            "attempt": 1,
            "seat": 2,
            "edition": edition,
            "day": (today - timedelta(number)).isoformat() if edition == "classic" and number < 4 else None,
            "at": int((datetime.now(UTC) - timedelta(number)).timestamp() * 1000),
            "won": guesses > 0,
            "found": guesses > 0,
            "guesses": guesses or 10,
            "marks": [*MARKS[: guesses - 1], ["4b0w"]],
            "cost": {"value": cost, "unit": unit},
        }
        for edition, counts, cost, unit in kinds
        for number, guesses in enumerate(counts)
    ]


OVER = f"{CLASSIC}; 2 guess GWKR; 2 code RRBB; 1 guess RBYG; 1 guess RRBB"
LESSON = ("Choose a good one for me", "Place this row", "Next", "Next")

STUDIES = (
    Study("solver-page-empty", "/solver", ".best"),
    Study("solver-page", "/solver#classic~~RRBB_1b1w~RYGW_1b1w", ".best", unfolded=True),
    Study("solver-page-conflict", "/solver#classic~~RRBB_4b0w~RYGW_1b1w", ".changes"),
    Study("solver-page-mark", "/solver#classic~~RRBB_1b1w", ".best", press=("Use it", "Place this row")),
    Study("solver-page-change", "/solver#classic~~RRBB_1b1w~RYGW_1b1w", ".best", press=("Change row 1",)),
    Study("solver-page-one", "/solver#classic~~RRBY_0b1w~BGGW_0b2w~WBKK_1b1w~GWRK_2b2w", ".best"),
    Study("solver-page-facing", "/solver#parker-1974~~RRB_1b0w", ".best"),
    Study("solver-page-duel", "/solver#challenge-2001~~RRBBY_1b1w", ".best"),
    Study("solver-page-road", "/solver#traffic-jam-2000~~RRBB_2", ".best"),
    Study("solver-page-dealt", "/solver#R....@mastermind-44~~", ".best"),
    Study("solver-page-french", "/solver#classic~~RRBB_1b1w~RYGW_1b1w", ".best", lang="fr-FR"),
    Study("review-open", "/review", "textarea"),
    Study("review", "/review/{table}#{watch}/1/0/2", ".review", match=_played("", "classic", OVER), unfolded=True),
    Study(
        "review-alternative",
        "/review/{table}#{watch}/1/0/1",
        ".review",
        press=("Try another guess", "=RWYB\n"),
        match=_played("", "classic", OVER),
    ),
    Study(
        "review-duel",
        "/review/{table}#{watch}/1/0/2",
        ".review",
        match=_played("", "challenge-2001~race_no", f"{DUEL}; 1 guess VWKRB; 2 guess RGBYO"),
    ),
    Study("review-family", "/review/{table}#{watch}/1", ".review", match=_played("", "hasbro-2004~seats_3", FAMILY)),
    Study(
        "review-facing",
        "/review/{table}#{watch}/1",
        ".review",
        match=_played("", "parker-1974", f"{FACING}; 1 guess GOW; 2 guess BYO"),
    ),
    Study(
        "review-road",
        "/review/{table}#{watch}/1",
        ".review",
        match=_played("", "traffic-jam-2000", f"{ROAD}; 2 guess RBYP"),
    ),
    Study("review-44", "/review", ".review", record="mastermind-44.keypeg"),
    Study("daily", "/daily", ".beside"),
    Study("daily-found", "/daily", ".beside", press=("Give me a hint",), stored={"results": _results()}),
    Study("daily-archive", "/daily/archive", "td a", stored={"results": _results()}),
    Study("tables", "/tables", "h1"),
    Study("refused", "/table/{table}", "main h1", match=_played("", "classic", CLASSIC)),
    Study("watching", "/watch/{table}#{watch}", ".board", match=_played("", "challenge-2001", DUEL)),
    Study("learn", "/learn", ".shelf a"),
    Study("learn-rules", "/learn/classic", ".drawn"),
    Study("learn-rules-44", "/learn/mastermind-44", ".drawn"),
    Study("learn-lesson", "/learn/classic#lesson", ".row-editor"),
    Study("learn-lesson-left", "/learn/classic#lesson", ".row-editor", press=LESSON[:-1]),
    Study("learn-lesson-fit", "/learn/classic#lesson", ".row-editor", press=LESSON),
    Study("learn-why", "/learn/classic#why", ".row-editor", press=("Show the answer",)),
    Study("learn-explorer", "/learn/classic#explore", ".cell", press=(".cell >> nth=6",)),
    Study("learn-explorer-duel", "/learn/challenge-2001#explore", ".cell"),
    Study("statistics", "/statistics", "figure", stored={"results": _results()}),
    Study("statistics-none", "/statistics", "main button"),
    Study(
        "hints",
        "/table/{table}",
        ".board",
        press=("=gw",),
        match=_played("", "classic", CLASSIC, seat=2, agreed=True),
        stored={"hints-open": True},
    ),
)
