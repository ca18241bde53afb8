"""The requests and responses of the HTTP API, as types for the OpenAPI document."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[
    str,
    Field(max_length=200, description="The player's name at the table; a player without one is called `Guest 1`."),
]
Text = Annotated[str, Field(max_length=400)]
Seat = Annotated[int, Field(ge=1, le=64, description="The number of a seat, from 1.")]
Key = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        pattern=r"^[!-~]+$",
        description="The idempotency key: an action sent twice with the same key counts once.",
    ),
]


DAY_PATTERN = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
Day = Annotated[str, Field(pattern=DAY_PATTERN)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Response(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewTableRequest(_Request):
    """Opens a table."""

    edition: Text = Field(description="The edition and its options in one line, such as `classic~rows_12`.")
    name: Name = ""
    seats: list[Seat] = Field(default=[], max_length=64, description="The seats that the host takes.")
    bots: dict[Annotated[str, Field(pattern=r"^[1-9][0-9]?$")], Text] = Field(
        default={}, max_length=64, description="The level of a bot for each seat it takes."
    )
    public: bool = Field(default=False, description="Whether the lobby lists the table while seats are open.")
    hints: bool = Field(
        default=False,
        description="Whether hints and analysis are allowed during a round; players agree by joining.",
    )
    turn_limit: int = Field(
        default=0, ge=0, le=2_592_000, description="The time limit for a turn in seconds; 0 for none."
    )
    human_pace: bool = Field(
        default=False, description="Whether bots in a race against people are only as fast as people."
    )
    begin: bool = Field(default=False, description="Whether to begin the match at once; every seat must be taken.")


class JoinRequest(_Request):
    """Joins a table."""

    link_key: Text = Field(
        default="", description="The part of the invitation link after `#`; public tables need none."
    )
    name: Name = ""
    seats: list[Seat] = Field(default=[], max_length=64, description="The seats to take; all must be free.")


class TakeSeatRequest(_Request):
    """Takes a seat."""

    name: Text = Field(default="", description="The name to show for the seat; by default the player's own.")
    bot: Text = Field(default="", description="The level of the bot to put there.")
    guest: bool = Field(
        default=False, description="Whether another person without a name plays the seat on this device."
    )


class MoveSeatRequest(_Request):
    """Holds a seat on another device."""

    link_key: Text = Field(description="The part of the seat link after `#`.")


class TurnLimitRequest(_Request):
    """Changes the time limit for a turn: before the match; in it, as the host, proposes one, or agrees to that one."""

    turn_limit: int = Field(ge=0, le=2_592_000, description="In seconds; 0 for no limit.")


class ActionRequest(_Request):
    """Takes an action in the match."""

    seat: Seat
    action: Text = Field(description="As records write it: `code RRBY`, `guess RBYG`, `mark 2,1`, `call`, `resign`.")
    key: Key


class ActionStored(_Response):
    """The request is done, and stored."""

    number: int = Field(description="The number of the entry in the table's log.")


class Links(_Response):
    """The invitation links of a table, as paths on this server."""

    join: str
    watch: str


class Admission(_Response):
    """A player's admission to a table."""

    table: str
    player: int = Field(description="The number of the player at the table, from 1.")
    token: str = Field(
        description="Identifies the player in later requests: `Authorization: Bearer …`. It is also set as a cookie."
    )
    links: Links | None = None


class SeatLinkInfo(_Response):
    """A link that moves a seat to another device."""

    link: str = Field(description="A path on this server; the part after `#` is its key.")
    expires: int = Field(description="When the link expires, in milliseconds since 1970.")


class TokenInfo(_Response):
    """A token of a player. The token itself is not in it."""

    id: str = Field(description="Names the token when it is to be revoked.")
    seat: int | None = Field(description="The one seat that it is valid for; null for all that the player may do.")
    created_at: int | None = Field(description="In milliseconds since 1970; null for tokens of earlier versions.")
    expires: int = Field(description="When it expires, in milliseconds since 1970; each use renews it.")
    current: bool = Field(description="Whether it is the token of this request.")


class TokenList(_Response):
    """The tokens of a player at a table."""

    tokens: list[TokenInfo]


class TableSeat(_Response):
    """The player or the bot in a seat."""

    name: str
    guest: int | None = Field(
        description="The number by which a person without a name is called, as in `Guest 1`; null for others."
    )
    player: int = Field(description="The number of the player who took the seat, from 1.")
    bot: str | None = Field(description="The level of the bot in the seat; null if a person plays it.")
    invited: bool = Field(description="Whether the seat is only kept for a player who has yet to come to the rematch.")


class TableInfo(_Response):
    """What everybody may know of a table."""

    id: str
    edition: str
    host: str
    host_guest: int | None = Field(description="1 if the host gave no name and is called `Guest 1`; null otherwise.")
    public: bool
    hints: bool = Field(description="Whether hints and analysis are allowed during a round.")
    turn_limit: int = Field(description="The time limit for a turn in seconds; 0 for none.")
    proposed_turn_limit: int | None = Field(description="The time limit that the host proposes; null for no change.")
    players_to_agree: list[int] = Field(description="The numbers of the players who have not yet agreed to it.")
    players: int = Field(description="How many people have joined, the host included.")
    seats: list[TableSeat | None]
    begun_at: int | None = Field(description="When the match began, in milliseconds since 1970; null before.")
    over: bool
    rematch: str | None = Field(description="The id of the table where the rematch is played.")
    rematch_by: int | None = Field(description="The number of the player who asked for the rematch first.")
    day: str | None = Field(description="The day whose daily code is played here, such as 2026-11-16.")
    late: bool = Field(description="Whether that day was over when the table was opened: its result does not count.")


class DailyTableRequest(_Request):
    """Opens a table for the daily code."""

    edition: Text = Field(description="The edition and its options in one line, such as `classic`.")
    name: Name = ""
    day: Day | None = Field(default=None, description="The day (UTC), by default today.")


class AdviceQuery(_Request):
    """Asks for the best next guess on a board."""

    edition: Text
    rows: list[Annotated[str, Field(max_length=60)]] = Field(
        default=[],
        max_length=40,
        description="Each is a guess and its mark, such as `RRBB:1b2w`; several marks are separated by commas.",
    )
    seat: Seat | None = Field(default=None, description="The seat that guesses; by default the last one.")
    own: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="Where parts are dealt, the part of the seat: `R....`."
    )
    guess: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="A guess to compare with the best one."
    )
    seconds: float = Field(default=1.0, ge=0.05, le=10, description="Time limit of the computation, in seconds.")


class PuzzleQuery(BaseModel):
    """Asks for a puzzle."""

    edition: Text = Field(description="Such as `classic~rows_12`.")
    kind: Literal["one-code", "best-guess"] = "one-code"
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    seed: str = Field(default="1", min_length=1, max_length=100)
    day: Day | None = Field(default=None, description="A day, for its daily puzzle.")
    answer: str | None = Field(default=None, max_length=60, description="An answer to check.")
    hints: int = Field(default=0, ge=0, le=50, description="The number of hints to show.")
    solution: bool = Field(default=False, description="Whether to show the solution.")


class LessonQuery(_Request):
    """Asks for the marks of a lesson's rows."""

    edition: Text
    seed: Annotated[str, Field(min_length=1, max_length=100)] = Field(description="Determines the code.")
    guesses: list[Annotated[str, Field(max_length=60)]] = Field(default=[], max_length=40)
    check: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="A code to check against the rows, without placing it."
    )


class DailyGames(_Response):
    """The daily codes and the daily puzzle of a day (UTC)."""

    day: str = Field(description="Such as 2026-11-16.")
    first_day: str = Field(description="The earliest day whose codes can still be played.")
    next_day_at: int = Field(description="When the next day begins, in milliseconds since 1970.")
    editions: list[str] = Field(description="The editions that have a daily code.")
    puzzle: str = Field(description="The edition of the daily puzzle.")


class PlayersByGuesses(_Response):
    """How many players have found a daily code in one number of guesses."""

    guesses: int = Field(ge=1)
    players: int = Field(ge=1)


class DailyDistribution(_Response):
    """How the players on this server have fared with a daily code on its day."""

    day: str = Field(description="Such as 2026-11-16.")
    edition: str = Field(description="The edition and its options in one line, such as `classic`.")
    by_guesses: list[PlayersByGuesses] = Field(
        description="The players who found the code, by the number of guesses, the fewest first."
    )
    not_found: int = Field(ge=0, description="How many played to the end without finding it.")


class ReviewQuery(_Request):
    """Asks for the review of a match."""

    record: str = Field(
        max_length=100_000, description="The match as a record, as `/api/tables/{table}/record` returns it."
    )
    round: int | None = Field(
        default=None, ge=1, le=10**6, description="The number of the round; by default all rounds."
    )
    seat: Seat | None = Field(default=None, description="The seat whose view counts in a round that is not over.")
    seconds: float = Field(
        default=1.0, ge=0.05, le=10, description="Time limit of the computation for each board, in seconds."
    )


class AlternativeQuery(_Request):
    """Asks for the value of another guess in place of a row."""

    record: str = Field(
        max_length=100_000, description="The match as a record, as `/api/tables/{table}/record` returns it."
    )
    round: int = Field(ge=1, le=10**6, description="The number of the round.")
    attempt: int = Field(default=1, ge=1, le=10**6, description="Which playing of the round, if it was replayed.")
    seat: Seat = Field(description="The seat that placed the row.")
    row: int = Field(ge=1, le=10**4, description="The number of the row on its board.")
    guess: Annotated[str, Field(max_length=60)]
    seconds: float = Field(default=1.0, ge=0.05, le=10, description="Time limit of the computation, in seconds.")


class Lobby(_Response):
    """The public tables with open seats."""

    tables: list[TableInfo]


class Problem(_Response):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(description="A stable code, such as `not-your-turn`.")
    values: dict[str, Any]


class SolverStatus(_Response):
    """Whether the compiled solver answers."""

    ready: bool = Field(description="False while a new server still compiles the solver; until then it estimates.")
    seconds_left: int = Field(ge=0, description="About how many seconds that will still take.")


class ServerStatus(_Response):
    """The server is running."""

    status: Literal["ok"]
    keypeg: str = Field(description="The version of the server.")
