"""What is asked for and answered by HTTP: the types from which the OpenAPI document is made."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=200, description="How somebody is called at the table.")]
Text = Annotated[str, Field(max_length=400)]
Seat = Annotated[int, Field(ge=1, le=64, description="The number of a seat, from 1.")]
Key = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        pattern=r"^[!-~]+$",
        description="The idempotency key: an action that is sent twice with the same key counts once.",
    ),
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewTableRequest(_Model):
    """A table to be opened."""

    edition: Text = Field(description="The edition and its options in one line, such as `classic~rows_12`.")
    name: Name
    seats: list[Seat] = Field(default=[], max_length=64, description="The seats that the host takes himself.")
    computers: dict[Annotated[str, Field(pattern=r"^[1-9][0-9]?$")], Text] = Field(
        default={}, max_length=64, description="Computer players, by the seats they take."
    )
    public: bool = Field(default=False, description="Whether the lobby shows the table while seats are open.")
    help: bool = Field(
        default=False,
        description="Whether hints and analysis are allowed while a round is played; all agree by joining.",
    )
    limit: int = Field(default=0, ge=0, le=2_592_000, description="Seconds for a turn; 0 for as long as one likes.")
    begin: bool = Field(default=False, description="Whether the match begins at once; every seat must be taken.")


class JoinRequest(_Model):
    """Somebody who comes to a table."""

    key: Text = Field(default="", description="The key in the link; public tables need none.")
    name: Name
    seats: list[Seat] = Field(default=[], max_length=64, description="The seats to take, if they are free.")


class TakeSeatRequest(_Model):
    """A seat to be taken."""

    name: Text = Field(default="", description="How whoever sits there is called; one's own name if it is left out.")
    computer: Text = Field(default="", description="The computer player to put there.")


class MoveSeatRequest(_Model):
    """A seat to be held on another device."""

    code: Text = Field(description="What stands after `#` in the link.")


class TimeLimitRequest(_Model):
    """How long a turn may take."""

    limit: int = Field(ge=0, le=2_592_000, description="Seconds; 0 for as long as one likes.")


class ActionRequest(_Model):
    """Something to do in the match."""

    seat: Seat
    action: Text = Field(description="As records write it: `code RRBY`, `guess RBYG`, `mark 2,1`, `call`, `resign`.")
    key: Key


class ActionStored(_Told):
    """It is done, and stored."""

    number: int = Field(description="The number of the entry in the table's log.")


class Links(_Told):
    """The links of a table, as paths on this server."""

    join: str
    watch: str


class Admission(_Told):
    """Somebody is at a table."""

    table: str
    guest: int
    token: str = Field(description="Shows from now on who asks: `Authorization: Bearer …`. It is also set as a cookie.")
    links: Links | None = None


class SeatLinkInfo(_Told):
    """What carries a seat to another device."""

    link: str = Field(description="A path on this server; what stands after `#` is the code.")
    expires: int = Field(description="When it can be used no more, in milliseconds since 1970.")


class TableSeat(_Told):
    """Who sits on a seat."""

    name: str
    guest: int
    computer: str | None


class TableInfo(_Told):
    """What everybody at a table may know of it."""

    id: str
    edition: str
    host: str
    public: bool
    help: bool
    limit: int
    guests: int
    seats: list[TableSeat | None]
    begun: int | None
    over: bool
    again: str | None
    daily: str | None = Field(description="The day whose code is looked for here, as in 2026-11-16.")


class DailyTableRequest(_Model):
    """Somebody who looks for the code of the day."""

    edition: Text = Field(description="The edition and its options in one line, such as `classic`.")
    name: Name


class AdviceQuery(_Model):
    """A board, and what is to be known of the next guess."""

    edition: Text
    rows: list[Annotated[str, Field(max_length=60)]] = Field(
        default=[], max_length=40, description="Each a guess and its mark: `RRBB:1b2w`; several marks with commas."
    )
    seat: Seat | None = Field(default=None, description="Who guesses; the last seat if left out.")
    own: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="Where parts are dealt, what the seat holds: `R....`."
    )
    guess: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="A guess to be compared with the best."
    )
    seconds: float = Field(default=1.0, ge=0.05, le=10, description="How long to think about it.")


class LessonQuery(_Model):
    """Rows of a lesson, to be marked."""

    edition: Text
    seed: Annotated[str, Field(min_length=1, max_length=100)] = Field(description="What the code follows from.")
    guesses: list[Annotated[str, Field(max_length=60)]] = Field(default=[], max_length=40)
    tried: Annotated[str, Field(max_length=60)] | None = Field(
        default=None, description="A guess, of which it is asked only whether it can be the code."
    )


class DailyGames(_Told):
    """What there is to find on a day (UTC)."""

    day: str = Field(description="As in 2026-11-16.")
    editions: list[str] = Field(description="Each of them has a code of the day.")
    puzzle: str = Field(description="The edition of the day's puzzle.")


class ReviewQuery(_Model):
    """A match to be judged."""

    record: str = Field(max_length=100_000, description="The match, as `/api/tables/{table}/record` writes it.")
    round: int | None = Field(default=None, ge=1, le=10**6, description="The number of the round; all if left out.")
    seat: Seat | None = Field(default=None, description="Whose knowledge counts in a round that is not over.")
    seconds: float = Field(default=1.0, ge=0.05, le=10, description="How long to think about each board.")


class AlternativeQuery(_Model):
    """A row of a match, and a guess that could have been made in its place."""

    record: str = Field(max_length=100_000, description="The match, as `/api/tables/{table}/record` writes it.")
    round: int = Field(ge=1, le=10**6, description="The number of the round.")
    attempt: int = Field(default=1, ge=1, le=10**6, description="Which time the round was played.")
    seat: Seat = Field(description="Who placed the row.")
    row: int = Field(ge=1, le=10**4, description="The number of the row on its board.")
    guess: Annotated[str, Field(max_length=60)]
    seconds: float = Field(default=1.0, ge=0.05, le=10, description="How long to think about it.")


class Lobby(_Told):
    """Public tables with open seats."""

    tables: list[TableInfo]


class Problem(_Told):
    """Why something was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(description="A stable code, such as `not-your-turn`.")
    values: dict[str, Any]


class ServerStatus(_Told):
    """That the server is there."""

    status: Literal["ok"]
    keypeg: str = Field(description="The version of the server.")
