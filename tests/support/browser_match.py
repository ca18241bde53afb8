"""Plays a match to its end with one browser for each player, using only the pages."""

from random import Random
from typing import Any, NamedTuple

from keypeg.core.codes import CodeSpace
from keypeg.core.edition import Edition, Makers, Turns, Void
from keypeg.records.notation import read_code, write_code, write_mark
from support.browser_player import Person
from support.random_play import random_code
from support.running_server import Player

BUTTONS = {"code": "Set the code", "guess": "Guess", "answer": "Answer"}
CALL = "I know the code"
MOST = 200


class Plan(NamedTuple):
    """How a round is played."""

    finders: set[int]
    """The seat that finds the code."""
    row: int
    """The row of that seat's board in which it finds the code."""


class Match:
    """The players of a match. They guess as planned for the round; everything else they choose from what is allowed."""

    def __init__(self, rules: Edition, people: dict[int, Person], players: dict[int, Player], rng: Random) -> None:
        self.rules, self.people, self.players, self.rng = rules, people, players, rng
        self.names = {colour.letter: colour.name for colour in rules.palette}
        self.plans: dict[tuple[int, int], Plan] = {}

    def play(self) -> dict[str, Any]:
        """Play to the end. Returns the final views."""
        for _ in range(MOST):
            now = self.players[1].snapshot()
            if now["table"]["over"]:
                view: dict[str, Any] = now["view"]
                return view
            self.step(now)
        raise AssertionError("the match does not end")

    def step(self, now: dict[str, Any]) -> None:
        """Let one player act."""
        number, waiting = now["number"], now["view"]["waiting"]
        if waiting == [0]:  # the table deals
            self.people[1].keeps_up(number + 1)
            return
        seat = self.next_seat(now["view"])
        user = self.people[seat]
        user.keeps_up(number)
        entries = self.act(user, self.players[seat].snapshot(seat)["view"], seat)
        user.keeps_up(number + entries)

    def next_seat(self, view: dict[str, Any]) -> int:
        """The seat that acts: one that play waits for, or one that now knows the code and calls."""
        plan = self.plan(view)
        if self.rules.secrets.makers is Makers.DEALT and view["phase"] in ("guesses", "last-calls"):
            (caller,) = plan.finders
            if any(len(board["rows"]) >= plan.row for board in view["boards"]):
                return caller
        return int(self.rng.choice(view["waiting"]))

    def plan(self, view: dict[str, Any]) -> Plan:
        """Plan a round. Where a round that nobody wins is replayed, the first attempt sometimes has no winner."""
        rules, rng = self.rules, self.rng
        attempt = (view["round"], view["attempt"])
        if attempt not in self.plans:
            seats = set(range(1, rules.seats + 1)) - {view["maker"]}
            void = rules.match.void is Void.REPLAY and rules.secrets.makers is Makers.EACH and attempt == (1, 1)
            alone = rules.guesses.turns is Turns.RACE or rng.random() < 0.5
            if rules.secrets.makers is not Makers.ONE and not (void and not alone):
                seats = {rng.choice(sorted(seats))}
            self.plans[attempt] = Plan(seats, rng.randint(1, min(2, rules.guesses.rows)))
        return self.plans[attempt]

    def act(self, user: Person, view: dict[str, Any], seat: int) -> int:
        """Let this player do something that is allowed. Returns how many entries the page sends for that."""
        may = {allowed["action"]: allowed for allowed in view["legal"]}
        onward = user.page.locator("button", has_text="Next round")  # used often: finding it by its role is slower
        if onward.is_visible():
            onward.click()
        if "mark" in may:
            user.marks(self.right_mark(may["mark"], view))
        elif "call" in may and self.calls(view, seat):
            user.presses(CALL)
            user.types(self.chosen("answer", may["call"], view, seat))
            return 2  # the page calls only when the answer is complete
        elif making := next((kind for kind in BUTTONS if kind in may), None):
            code = self.chosen(making, may[making], view, seat)
            if self.rng.random() < 0.9:
                user.types(code)
            else:
                user.makes(code, self.names, BUTTONS[making])
        else:
            user.presses("Pass")
        return 1

    def calls(self, view: dict[str, Any], seat: int) -> bool:
        plan = self.plan(view)
        return seat in plan.finders and any(len(board["rows"]) >= plan.row for board in view["boards"])

    def chosen(self, kind: str, may: dict[str, Any], view: dict[str, Any], seat: int) -> str:
        """The code to play: any allowed one, or when it is time the secret."""
        if kind == "answer":
            parts = [self.secret(holder) for holder in self.players]
            return "".join(max(pegs) for pegs in zip(*parts, strict=True))
        plan = self.plan(view)
        if kind == "guess" and self.rules.secrets.makers is not Makers.DEALT:
            board = next(board for board in view["boards"] if seat in board["breakers"])
            if seat in plan.finders and len(board["rows"]) + 1 >= plan.row:
                return self.secret(board["makers"][0])
            return self.other(may, self.secret(board["makers"][0]))
        return self.other(may, "")

    def other(self, may: dict[str, Any], secret: str) -> str:
        """Any allowed code but this one."""
        space = CodeSpace(
            **may["space"] | {"blank_holes": may["space"]["blank_holes"] and tuple(may["space"]["blank_holes"])}
        )
        for _ in range(MOST):
            code = random_code(space, self.rng)
            assert code is not None
            if (spelled := write_code(code, self.rules.palette)) != secret:
                return spelled
        raise AssertionError("there is no other code")

    def secret(self, seat: int) -> str:
        return str(self.players[seat].snapshot(seat)["view"]["code"])

    def right_mark(self, may: dict[str, Any], view: dict[str, Any]) -> str:
        board = next(board for board in view["boards"] if board["breakers"][0] == may["board"])
        guess = read_code(board["rows"][may["row"] - 1]["guess"], self.rules.palette)
        return write_mark(self.rules.marking.mark(read_code(view["code"], self.rules.palette), guess))
