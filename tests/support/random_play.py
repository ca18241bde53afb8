"""Random play of any edition: chooses among the legal actions of all seats and the table.

    play(edition, rng)                 a whole match: `Played`, with its log, its steps and its last state
    play(edition, rng, CALM)           the same without wrong marks, claims, or resignations
    next_action(state, rng, temper)    the next action of random play: `(seat, action)`
    random_code(space, rng)            any code of a space; None if the space is empty
    random_deal(edition, rng)          any deal of the parts
    permitted(state, seat, action)     whether `legal` allows exactly this action, by an independent check
    refusal(lambda: apply(…))          the rule that forbids something; None if nothing does
    right_mark(marking, secret, guess) the mark by a second, independent count
    editions(longest=6)                Hypothesis: every edition with random valid options, `house` over its whole range
    house_editions(), seeds()          Hypothesis: house rules alone; numbers to seed `random.Random` with
    random_edition(name, rng, 6)       one edition with random valid options, without Hypothesis

Random play looks at the state, secrets included: it finds codes, marks wrongly by hand, claims, calls and leaves as
often as its `Temper` says. After `temper.patience` actions a match is brought to its end: seat 1 finds
its code, and no mark is wrong. So every match ends, even where rounds without a winner are replayed, and `longest_log`
gives the maximum number of actions. Nothing here depends on time or order; the same seed plays the same match.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from keypeg.core.actions import (
    Accept,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    GiveMark,
    Guess,
    Pass,
    Resign,
    SetCode,
    TimeOut,
)
from keypeg.core.apply import Step, apply
from keypeg.core.codes import BLANK, Code, CodeSpace
from keypeg.core.edition import TABLE, Edition, Makers
from keypeg.core.errors import RuleError
from keypeg.core.legal import legal, waiting
from keypeg.core.marks import KeyPegs, Mark, Marking, Number
from keypeg.core.state import Board, State, new_match
from keypeg.core.view import Allowed, RowRef
from keypeg.editions import RULEBOOKS
from keypeg.editions.options import Option


class Temper(NamedTuple):
    """The probabilities with which random play does what it need not do."""

    finds: float = 0.2
    """A guess or an answer is the secret."""
    errs: float = 0.15
    """A mark given by hand is random."""
    claims: float = 0.1
    """A breaker claims a row."""
    calls: float = 0.1
    """A player calls."""
    leaves: float = 0.02
    """A player resigns, or is timed out."""
    patience: int = 80
    """After how many actions the match is brought to its end."""


MIXED = Temper()
"""Some of everything."""

CALM = Temper(finds=0.1, errs=0.0, claims=0.0, calls=0.05, leaves=0.0)
"""No wrong marks, claims or resignations."""

STUBBORN = Temper(finds=0.0, errs=0.0, claims=0.05, calls=0.01, leaves=0.0, patience=200)
"""Long rounds: no code is found before `patience` ends."""

HASTE = Temper(finds=1.0, errs=0.0, claims=0.0, calls=1.0, leaves=0.0, patience=0)
"""How a match is brought to its end."""


class Played(NamedTuple):
    """A match of random play."""

    edition: Edition
    start: State
    log: tuple[tuple[int, Action], ...]
    """The actions with their seats, in order."""
    steps: tuple[Step, ...]
    """The result of each action."""

    @property
    def state(self) -> State:
        """The table after the last action."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def states(self) -> tuple[State, ...]:
        """The table at the start and after every action."""
        return (self.start, *(step.state for step in self.steps))


def play(edition: Edition, rng: Random, temper: Temper = MIXED) -> Played:
    """Play a match to its end."""
    start = state = new_match(edition)
    log: list[tuple[int, Action]] = []
    steps: list[Step] = []
    while state.outcome is None:
        if len(log) > longest_log(edition, temper):
            raise AssertionError(f"no end after {len(log)} actions: {edition.id} {edition.chosen}")
        seat, action = next_action(state, rng, temper if len(log) < temper.patience else HASTE)
        step = apply(state, seat, action)
        log.append((seat, action))
        steps.append(step)
        state = step.state
    return Played(edition, start, tuple(log), tuple(steps))


def longest_log(edition: Edition, temper: Temper) -> int:
    """The number of actions after which every random match is over."""
    # In haste a round is a deal or the codes, a guess of each seat and its marks, or a call and its answer. A round
    # that began earlier may still contain wrong marks, and is then replayed once.
    hasty_round = 2 + edition.seats * (edition.seats + 2)
    return temper.patience + hasty_round * (edition.match.rounds + 2)


def next_action(state: State, rng: Random, temper: Temper = MIXED) -> tuple[int, Action]:
    """The next action of random play, and its seat."""
    # `legal` is called only where needed, for speed: most tests use random play.
    for optional_kind in _optional_kinds(state, rng, temper):
        actors = range(state.edition.seats + 1)
        able = [(seat, may) for seat in actors for may in legal(state, seat) if may.action is optional_kind]
        if able:
            seat, may = rng.choice(able)
            return seat, _concrete(state, seat, may, rng, temper)
    due = waiting(state)
    assert due, "a match that is not over waits for somebody"
    seat = due[0] if temper is HASTE else rng.choice(due)
    allowed = {may.action: may for may in legal(state, seat)}
    kind = next(kind for kind in (SetCode, Deal, GiveMark, Accept, Answer, Guess, Pass) if kind in allowed)
    return seat, _concrete(state, seat, allowed[kind], rng, temper)


def _optional_kinds(state: State, rng: Random, temper: Temper) -> list[type[Action]]:
    """The optional kinds of action to do now, if they are legal."""
    chances: list[tuple[type[Action], float]] = [
        (Claim, temper.claims),
        (Call, temper.calls),
        (Resign, temper.leaves / 2),
        (TimeOut, temper.leaves / 2),
    ]
    return [kind for kind, chance in chances if rng.random() < chance]


def _concrete(state: State, seat: int, may: Allowed, rng: Random, temper: Temper) -> Action:
    """A random action of the allowed kind."""
    kind = may.action
    if kind is Deal:
        return random_deal(state.edition, rng)
    if kind is Claim:
        claimed = rng.choice(may.rows)
        return Claim(claimed.row, claimed.board)
    if kind is TimeOut:
        return TimeOut(rng.choice(may.seats))
    if kind is GiveMark:
        return GiveMark(_mark_for(state, seat, may, rng, temper))
    if kind is SetCode or kind is Guess or kind is Answer:
        assert may.space is not None
        code = _code_for(state, seat, may, rng, temper)
        # If the space is empty, the seat can only resign.
        return Resign() if code is None else kind(code)
    return kind()


def _code_for(state: State, seat: int, may: Allowed, rng: Random, temper: Temper) -> Code | None:
    assert may.space is not None
    # In haste only seat 1, or the breaker, finds the code: if two found it in one turn, the round would be void.
    lucky = rng.random() < temper.finds and (temper is not HASTE or state.round.maker is not None or seat == 1)
    sought = code_to_find(state, seat) if may.action is Guess else None
    if may.action is Answer:
        sought, lucky = whole_code(state), rng.random() < max(temper.finds, 0.4)
    if lucky and sought is not None and sought in may.space:
        return sought
    code = random_code(may.space, rng)
    if temper is HASTE and code == sought:
        code = next((other for other in may.space if other != sought), code)
    return code


def _mark_for(state: State, seat: int, may: Allowed, rng: Random, temper: Temper) -> Mark:
    if rng.random() < temper.errs:
        return rng.choice(may.marks)
    board = next(board for board in state.round.boards if board.breakers[0] == may.board)
    secret = state.round.codes[seat - 1]
    assert secret is not None
    return right_mark(state.edition.marking, secret, board.rows[-1].guess)


def code_to_find(state: State, seat: int) -> Code | None:
    """The secret that this seat's guesses are marked by; None where parts are dealt, and before it is set."""
    if state.edition.secrets.makers is Makers.DEALT:
        return None
    board = board_of(state, seat)
    return None if board is None else state.round.codes[board.makers[0] - 1]


def board_of(state: State, seat: int) -> Board | None:
    """The board that this seat guesses on."""
    return next((board for board in state.round.boards if seat in board.breakers), None)


def whole_code(state: State) -> Code | None:
    """The code that the dealt parts make together."""
    codes = [code for code in state.round.codes if code is not None]
    return tuple(sum(pegs) for pegs in zip(*codes, strict=True)) if len(codes) == state.edition.seats else None


def random_code(space: CodeSpace, rng: Random) -> Code | None:
    """A random code of the space; None if it is empty. It backtracks where a beginning cannot be completed."""

    def extend(start: Code) -> Code | None:
        if len(start) == space.holes:
            return start
        choices = list(space.choices(start))
        for peg in rng.sample(choices, len(choices)):
            if (code := extend((*start, peg))) is not None:
                return code
        return None

    return extend(())


def random_deal(edition: Edition, rng: Random) -> Deal:
    """A random deal that the counters allow."""
    secrets = edition.secrets
    drawn = edition.seats * secrets.parts
    copies = (secrets.counters or drawn) if secrets.space.repeats else 1
    holes = rng.sample(range(secrets.space.holes), drawn)
    pegs = rng.sample([peg for peg in range(1, secrets.space.colours + 1) for _ in range(copies)], drawn)
    parts = [[BLANK] * secrets.space.holes for _ in range(edition.seats)]
    for at, (hole, peg) in enumerate(zip(holes, pegs, strict=True)):
        parts[at % edition.seats][hole] = peg
    return Deal(tuple(map(tuple, parts)))


def right_mark(marking: Marking, secret: Code, guess: Code) -> Mark:
    """The mark by RULES.md, counted in another way than the rules count it."""
    return _COUNTS[marking.name](secret, guess)


def _blacks(secret: Code, guess: Code) -> int:
    return len([hole for hole in range(len(secret)) if secret[hole] == guess[hole]])


def _overlap(secret: Code, guess: Code) -> int:
    return (Counter(secret) & Counter(guess)).total()


def _count_parts(secret: Code, guess: Code) -> KeyPegs:
    own = [hole for hole, peg in enumerate(secret) if peg != BLANK]
    black = {hole for hole in own if guess[hole] == secret[hole]}
    white = {hole for hole in own if hole not in black and secret[hole] in guess}
    return KeyPegs(len(black), len(white))


_COUNTS: dict[str, Callable[[Code, Code], Mark]] = {
    "black-white": lambda s, g: KeyPegs(_blacks(s, g), _overlap(s, g) - _blacks(s, g)),
    "colours": lambda s, g: Number(_overlap(s, g)),
    "sum": lambda s, g: Number(_overlap(s, g) + _blacks(s, g)),
    "parts": _count_parts,
}


def permitted(state: State, seat: int, action: Action) -> bool:
    """Whether the `legal` list of this seat covers exactly this action."""
    if not TABLE <= seat <= state.edition.seats:
        return False
    may = next((may for may in legal(state, seat) if may.action is type(action)), None)
    if may is None:
        return False
    if isinstance(action, SetCode | Guess | Answer):
        assert may.space is not None
        return action.code in may.space
    if isinstance(action, GiveMark):
        return any(type(mark) is type(action.mark) and mark == action.mark for mark in may.marks)
    if isinstance(action, Claim):
        own = next(board.number for board in state.round.boards if seat in board.breakers)
        return RowRef(own if action.board is None else action.board, action.row) in may.rows
    if isinstance(action, TimeOut):
        return action.seat in may.seats
    return deal_is_right(state.edition, action.parts) if isinstance(action, Deal) else True


def deal_is_right(edition: Edition, parts: tuple[Code, ...]) -> bool:
    """Whether these parts can be drawn from the counters of the edition."""
    secrets = edition.secrets
    if len(parts) != edition.seats or any(len(part) != secrets.space.holes for part in parts):
        return False
    filled = [(hole, peg) for part in parts for hole, peg in enumerate(part) if peg != BLANK]
    pegs = Counter(peg for _, peg in filled)
    most = (secrets.counters or len(filled)) if secrets.space.repeats else 1
    return (
        all(sum(peg != BLANK for peg in part) == secrets.parts for part in parts)
        and len({hole for hole, _ in filled}) == len(filled)
        and all(1 <= peg <= secrets.space.colours and count <= most for peg, count in pegs.items())
    )


def refusal(do: Callable[[], object]) -> RuleError | None:
    """The rule error that this raises, if it does."""
    try:
        do()
    except RuleError as error:
        return error
    return None


def edition_from(name: str, **options: object) -> Edition:
    """The edition with this identifier and these options, as text."""
    return RULEBOOKS[name].choose({key.replace("_", "-"): str(value) for key, value in options.items()})


def seeds() -> st.SearchStrategy[int]:
    """Seeds for `random.Random`: one draw for each match keeps Hypothesis fast."""
    return st.integers(0, 2**32 - 1)


def editions(longest: int = 6, **limits: int) -> st.SearchStrategy[Edition]:
    """Every edition, with random valid options; at most `longest` rounds; `holes=6` and the like limit numbers."""
    return st.sampled_from(sorted(RULEBOOKS)).flatmap(lambda name: _edition(name, longest, limits))


def house_editions(longest: int = 6, **limits: int) -> st.SearchStrategy[Edition]:
    """House rules over their whole range."""
    return _edition("house", longest, limits)


@st.composite
def _edition(draw: st.DrawFn, name: str, longest: int, limits: Mapping[str, int]) -> Edition:
    book = RULEBOOKS[name]
    highs = {"rounds": longest, **limits}
    given: dict[str, str] = {}
    for option in book.options:
        # An option that is not chosen has its default, which may depend on the options before it.
        if draw(st.booleans(), label=f"choose {option.name}?"):
            given[option.name] = draw(_value(option, highs.get(option.name)), label=option.name)
    try:
        edition = book.choose(given)
    except RuleError:
        edition = _drop_misfits(name, given)
    assume(edition.match.rounds <= longest)
    return edition


def random_edition(name: str, rng: Random, longest: int = 6, **limits: int) -> Edition:
    """This edition with random valid options; at most `longest` rounds, or as few as it has; limits as above."""
    book, highs = RULEBOOKS[name], {"rounds": longest, **limits}
    given: dict[str, str] = {}
    for option in book.options:
        # The number of rounds is always chosen: its default can be larger.
        if option.name == "rounds" or rng.random() < 0.5:
            top = max(option.low, min(highs.get(option.name, option.high), option.high))
            given[option.name] = rng.choice(option.values) if option.values else str(rng.randint(option.low, top))
    for rounds in (given["rounds"], "1"):  # one round works where two do not: where the number must be odd
        try:
            return book.choose({**given, "rounds": rounds})
        except RuleError:
            continue
    return _drop_misfits(name, given)


def _value(option: Option, high: int | None) -> st.SearchStrategy[str]:
    if option.values:
        return st.sampled_from(option.values)
    top = option.high if high is None else min(high, option.high)
    return st.integers(option.low, max(option.low, top)).map(str)


def _drop_misfits(name: str, given: dict[str, str]) -> Edition:
    """Drop choices one by one until the rest fit together, as most random house rules do not."""
    for option in sorted(given, key=lambda key: (_MEND_FIRST.get(key, 9), key)):
        given = {key: value for key, value in given.items() if key != option}
        try:
            return RULEBOOKS[name].choose(given)
        except RuleError:
            continue
    raise AssertionError(f"the defaults of {name} do not go together")


_MEND_FIRST = {"scoring": 1, "rounds": 2, "handicap": 3, "parts": 4, "guess-repeats": 5, "turns": 6}
"""The order in which to drop choices: those that depend most on others first."""
