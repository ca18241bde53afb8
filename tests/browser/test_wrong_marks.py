"""Wrong marks by hand: the claim, the reveal, the points and the replay, as the page shows them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from browser.conftest import NewPerson
from keypeg.records.edition_links import read_edition
from keypeg.records.notation import read_code, write_mark
from support.browser_player import Person
from support.running_server import Player, Server
from support.thoroughness import some_of


class WrongMarkCase(NamedTuple):
    """A row with a wrong mark."""

    table: str
    before: Sequence[str]
    """The actions before the mark."""
    by: int
    mark: str
    """The mark, and the seat that gives it."""
    claims: int
    """The seat that claims it."""
    sentence: str
    """How the page describes it."""
    points: str
    """How the page describes the points, a line for each player."""
    scores: tuple[int, ...]


DUEL = ("1 code RRBYG", "2 code OVWKK")
ONE = ("1 code RRBY", "2 guess RGGG")
ROW_2 = "Wrong mark in Player 2’s row 1: 1 white instead of 1 black."
ROW_2_RED = "Wrong mark in Player 2’s row 1: 1 white instead of 1 red."
THREE = "Player 2: +3 (wrong mark)"

WRONGLY = [
    WrongMarkCase("classic", ONE, 1, "0b1w", 2, ROW_2, THREE, (0, 3)),
    WrongMarkCase("classic~scoring_breaker-rows", ONE, 1, "0b1w", 2, ROW_2, "Player 2: -3 (wrong mark)", (0, -3)),
    WrongMarkCase("hasbro-2000", ONE, 1, "0b1w", 2, ROW_2_RED, THREE, (0, 3)),
    WrongMarkCase(
        "hasbro-2000-advanced",
        ("1 code R..B", "2 guess .GGG"),
        *(1, "0b0w", 2, "Wrong mark in Player 2’s row 1: nothing instead of 1 white.", THREE, (0, 3)),
    ),
    WrongMarkCase(
        "traffic-jam-2000",
        ("1 code RBYP", "2 guess YVYR"),
        *(1, "2", 2, "Wrong mark in Player 2’s row 1: 2 instead of 3.", THREE, (0, 3)),
    ),
    WrongMarkCase(
        "hasbro-2004~seats_3",
        ("1 code PRBY", "2 guess PBRW"),
        *(
            1,
            "2b1w",
            3,
            "Wrong mark in Player 2’s row 1: 2 red, 1 white instead of 1 red, 2 white.",
            f"{THREE}\nPlayer 3: +3 (wrong mark)",
            (0, 3, 3),
        ),
    ),
    WrongMarkCase(
        "challenge-2001",
        (*DUEL, "2 guess RRBYO", "1 guess OVWKO", "2 mark 4b0w"),
        *(
            1,
            "3b0w",
            2,
            "Wrong mark in Player 2’s row 1: 3 red instead of 4 red.",
            "Player 2: +1 (wrong mark)",
            (0, 1),
        ),
    ),
    WrongMarkCase(
        "challenge-2001~race_yes",
        (*DUEL, "1 guess OVWRR"),
        *(
            2,
            "2b0w",
            1,
            "Wrong mark in Player 1’s row 1: 2 red instead of 3 red.",
            "Player 1: +1 (wrong mark)",
            (1, 0),
        ),
    ),
    WrongMarkCase("house~penalty_9", ONE, 1, "0b1w", 2, ROW_2, "Player 2: +9 (wrong mark)", (0, 9)),
]
"""One for each edition that replays such a round, and for each way of assigning the roles."""


class Round:
    """A table with marks by hand, and the players there who have a browser."""

    def __init__(self, person: NewPerson, server: Server, table: str, *seats: int) -> None:
        self.rules = read_edition(table, ["by-hand=yes"])
        self.host = server.open(self.rules.link)
        every = range(1, self.rules.seats + 1)
        self.players: dict[int, Player] = {seat: self.host.invite(f"Player {seat}", seat) for seat in every}
        assert self.host.ask("POST", "/begin").status == 200
        self.people: dict[int, Person] = {seat: person() for seat in seats}

    def do(self, *lines: str) -> None:
        """Let other players do these actions without a browser."""
        for line in lines:
            self.players[int(line[0])].play(line)

    def sit(self) -> None:
        for seat, user in self.people.items():
            user.sits(self.players[seat])

    def scores(self, user: Person) -> list[str]:
        folded = user.page.locator("details:not([open]) > summary", has_text="Scoring")
        if folded.count():
            folded.click()
        return [
            row.split("\t")[1] for row in user.page.get_by_role("table", name="Score").inner_text().splitlines()[1:]
        ]


def checks_wrong_mark(user: Person, case: WrongMarkCase, *, again: bool = True) -> None:
    """Check that the page shows why nobody won, the wrong mark, the right one, and the points."""
    end = user.page.get_by_role("region", name="Nobody wins.")
    end.wait_for()
    expect(end).to_contain_text("A mark was wrong")
    expect(end.get_by_text("The round is replayed.")).to_have_count(1 if again else 0)
    expect(end).to_contain_text(case.sentence)
    expect(end.locator("details li")).to_have_text(case.points.splitlines())


@pytest.mark.parametrize("case", some_of(WRONGLY, quick=5), ids=lambda case: case.table)
def test_a_wrong_mark_is_claimed_and_the_round_is_played_again(
    case: WrongMarkCase, person: NewPerson, server: Server
) -> None:
    at = Round(person, server, case.table, case.by, case.claims)
    at.do(*case.before)
    at.sit()
    maker, wronged = at.people[case.by], at.people[case.claims]
    maker.marks(case.mark)
    wronged.presses("Challenge a mark")
    wronged.presses("’s row 1")
    for user in (maker, wronged):
        checks_wrong_mark(user, case)
        user.presses("Next round")
        expect(user.page.get_by_text("· replay")).to_be_visible()
        if at.rules.scoring.name != "family":
            assert at.scores(user) == list(map(str, case.scores))
    maker.reads("Set your secret code")
    assert at.host.snapshot()["view"]["scores"] == list(case.scores)


@pytest.mark.parametrize(
    ("case", "rest"),
    [
        (WRONGLY[2], ("2 guess RRBY", "1 mark 4b0w")),
        (WRONGLY[4], ("2 guess RBYP", "1 mark 8")),
    ],
    ids=lambda part: part.table if isinstance(part, WrongMarkCase) else "",
)
def test_a_wrong_mark_that_nobody_claims_is_found_at_the_reveal(
    case: WrongMarkCase, rest: tuple[str, ...], person: NewPerson, server: Server
) -> None:
    at = Round(person, server, case.table, case.by)
    at.do(*case.before)
    at.sit()
    maker = at.people[case.by]
    maker.marks(case.mark)
    maker.reads("Player 2 is thinking")
    at.do(*rest)
    checks_wrong_mark(maker, case)
    maker.presses("Next round")
    maker.reads("Set your secret code")
    assert at.scores(maker) == list(map(str, case.scores))


@pytest.mark.parametrize(
    ("choice", "result", "scores"),
    [("Replay the round (+3)", "Nobody wins.", ["0", "3"]), ("Let it stand", "You win.", ["2", "0"])],
)
def test_in_the_classic_game_the_breaker_decides_at_the_reveal(
    choice: str, result: str, scores: list[str], person: NewPerson, server: Server
) -> None:
    at = Round(person, server, "classic", 1, 2)
    at.do(*ONE, "1 mark 0b1w", "2 guess RRBY", "1 mark 4b0w")
    at.sit()
    maker, breaker = at.people[1], at.people[2]
    maker.reads("Player 2 decides whether the round is replayed")
    breaker.reads("A mark was wrong: replay the round, or let it stand?")
    for user in (maker, breaker):
        expect(user.page.get_by_role("region", name="Round 1")).to_contain_text(ROW_2)
    expect(maker.page.get_by_role("button", name=choice)).to_have_count(0)
    breaker.presses(choice)
    breaker.page.get_by_role("button", name="Next round").wait_for()  # offered once the decision is made
    breaker.page.get_by_role("region", name=result).wait_for()
    assert at.scores(breaker) == scores
    breaker.presses("Next round")


def test_in_1974_the_wronged_player_wins_the_round(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "parker-1974", 1)
    at.do("1 code BYR", "2 code GGO", "1 guess GOG", "2 mark 2b0w")
    at.sit()
    at.people[1].presses("Challenge a mark")
    at.people[1].presses("’s row 1")
    end = at.people[1].page.get_by_role("region", name="You win.")
    expect(end).to_contain_text("Wrong mark in Player 1’s row 1: 2 black instead of 1 black, 2 white.")


def test_the_replayed_round_is_played_to_its_end(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "classic", 2)
    at.do(*ONE, "1 mark 0b1w", "2 claim 1", "1 code BBBB")
    at.sit()
    ben = at.people[2]
    ben.presses("Next round")
    ben.types("BBBB")
    ben.reads("Player 1 is marking the row")
    at.do("1 mark 4b0w")
    ben.reads("Cracked in 1!")
    ben.page.get_by_text("Scoring", exact=True).click()
    expect(ben.page.get_by_role("listitem").filter(has_text="Player")).to_have_text(["Player 1: +1 (rows played)"])
    assert at.scores(ben) == ["1", "3"]
    ben.presses("Next round")
    ben.reads("Set your secret code")


def test_in_the_duel_the_point_for_a_wrong_mark_can_decide_the_match(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "challenge-2001~rounds_1", 1, 2)
    case = next(case for case in WRONGLY if case.table == "challenge-2001")
    at.do(*case.before)
    at.sit()
    at.people[1].marks(case.mark)
    at.people[2].presses("Challenge a mark")
    at.people[2].presses("’s row 1")
    for user in at.people.values():
        checks_wrong_mark(user, case, again=False)
        expect(user.page.get_by_text(re.compile("^(You win|Player 2 wins) the match$"))).to_be_visible()
        user.page.get_by_text("Scoring", exact=True).click()
        expect(user.page.get_by_text("More than half of the rounds won.")).to_be_visible()


def test_players_who_marked_each_other_wrongly_get_no_points(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "challenge-2001", 1)
    at.do(*DUEL, "2 guess RRBYO", "1 guess OVWKO", "2 mark 3b0w")
    at.sit()
    ann = at.people[1]
    ann.marks("3b0w")
    ann.presses("Challenge a mark")
    ann.presses("Player 1’s row 1")
    end = ann.page.get_by_role("region", name="Nobody wins.")
    for seat in (1, 2):
        expect(end).to_contain_text(f"Wrong mark in Player {seat}’s row 1: 3 red instead of 4 red.")
    expect(end.locator("details li")).to_have_count(0)
    assert at.scores(ann) == ["0", "0"]


def test_where_parts_are_dealt_any_player_may_claim_and_nobody_gets_points(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "mastermind-44~seats_3", 2, 3)
    at.sit()
    at.people[2].reads("Player 1 is thinking")
    part, third = (read_code(at.players[seat].snapshot(seat)["view"]["code"], at.rules.palette) for seat in (2, 3))
    at.do("1 guess RRRRR")
    guess = read_code("RRRRR", at.rules.palette)
    right = write_mark(at.rules.marking.mark(part, guess))
    at.people[2].marks("0b0w" if right == "1b0w" else "1b0w")
    at.people[3].marks(write_mark(at.rules.marking.mark(third, guess)))
    at.people[3].presses("Challenge a mark")
    at.people[3].presses("Player 1’s row 1")
    sentence = {"1b0w": "nothing instead of 1 black", "0b0w": "1 black instead of nothing"}[right]
    for user in at.people.values():
        end = user.page.get_by_role("region", name="Nobody wins.")
        expect(end).to_contain_text(f"Wrong mark in Player 1’s row 1: {sentence}.")
        expect(end).to_contain_text("The round is replayed.")
        assert at.scores(user) == ["0", "0", "0"]


def test_a_wrong_claim_costs_nothing_and_all_players_see_it(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "classic", 1, 2)
    at.do(*ONE, "1 mark 1b0w")
    at.sit()
    at.people[2].presses("Challenge a mark")
    at.people[2].presses("’s row 1")
    for user in at.people.values():
        user.page.get_by_text("Player 2 challenged row 1: the mark is right.").wait_for()
        assert at.scores(user) == ["0", "0"]
    at.people[2].reads("Your turn: guess the code")


def test_a_player_whose_marks_fit_no_code_is_warned(person: NewPerson, server: Server) -> None:
    at = Round(person, server, "classic", 1, 2)
    at.do("1 code RRBY", "2 guess RRBB", "1 mark 0b2w", "2 guess RRBB")
    at.sit()
    marking = at.people[1].page.locator(".marking")
    expect(marking.get_by_role("radio")).to_have_count(10)
    expect(marking.locator(":checked")).to_have_count(0)
    marking.get_by_role("button", name="Give this mark").dispatch_event("click")  # gives none: nothing is chosen yet
    at.people[1].marks("0b0w")
    at.people[2].page.get_by_text("These marks cannot all be right.").wait_for()
    expect(at.people[1].page.get_by_text("These marks cannot all be right.")).to_have_count(0)
