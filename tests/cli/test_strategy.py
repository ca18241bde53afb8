"""The command `strategy`: its output, its checkpoints, its errors, and stopping it."""

import json
from pathlib import Path
from typing import Any

import pytest

from keypeg.cli.solve import ONE_STEP_RULES, TIE_BREAKS
from keypeg.editions import edition
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.one_step.grow import one_step_strategy
from keypeg.solver.one_step.rules import RULES, TIES
from keypeg.solver.strategy.book_files import read_book
from keypeg.solver.strategy.tree import tally_of
from keypeg.solver.strategy.verify import play_all
from keypeg.solver.warmup import warm_up
from keypeg.terminal import progress
from support.command import Keypeg, accepted, refusal, run
from support.pseudo_terminal import INTERRUPT, Pseudo

KEYS = {
    *("opening", "codes", "total", "average", "worst", "histogram", "proof", "lower_bound", "seconds"),
}
"""The keys of a strategy's figures as JSON values."""


@pytest.fixture(autouse=True)
def no_compile_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that kernels are being compiled; they are then compiled when they are used."""
    monkeypatch.setattr(progress, "prepare", lambda *_: None)


def strategy(keypeg: Keypeg, *arguments: object) -> dict[str, Any]:
    """A strategy as JSON values."""
    document: dict[str, Any] = json.loads(accepted(keypeg("strategy", *arguments, "--json")))
    output: dict[str, Any] = document.pop("strategy")
    assert set(output) == KEYS
    assert set(document) == {"format", "edition", "rule", "worst_limit"}
    assert sum(output["histogram"]) == output["codes"]
    assert sum(at * codes for at, codes in enumerate(output["histogram"], 1)) == output["total"]
    assert output["average"] == output["total"] / output["codes"]
    assert output["worst"] == len(output["histogram"])
    assert output["lower_bound"] <= output["total"]
    assert output["seconds"] >= 0
    return document | output


def test_the_best_strategy_of_the_classic_game_is_found_and_proven(keypeg: Keypeg) -> None:
    result = strategy(keypeg, "classic")
    assert (result["codes"], result["total"], result["worst"]) == (1296, 5625, 6)
    assert (result["edition"], result["rule"], result["opening"]) == ("classic", "optimal", "RRBY")
    assert (result["proof"], result["lower_bound"]) == ("optimal", 5625)


def test_a_strategy_in_words(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("strategy", "classic")).splitlines()
    assert lines[0] == "1,296 codes, 5,625 guesses in all, 4.34 on average, 6 in the worst case"
    assert lines[1].startswith("codes cracked by guess 1, 2, …: 1, ")
    assert lines[2:4] == ["first guess: RRBY", "proven: no strategy needs fewer in all"]
    assert lines[4].endswith(" seconds")
    assert len(lines) == 5


def test_the_output_is_available_in_french(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("strategy", "parker-1974", "--lang", "fr")).splitlines()
    assert lines[0].startswith("216 codes, 854 essais en tout, ")
    assert "prouvé" in lines[3]
    lines = accepted(keypeg("strategy", "parker-1974", "--rule", "minimax", "--lang", "fr")).splitlines()
    assert "règle à un coup (minimax)" in lines[3]
    assert "854" in lines[3]


def test_every_rule_and_tie_break_is_offered() -> None:
    assert tuple(RULES) == ONE_STEP_RULES
    assert tuple(TIES) == TIE_BREAKS


@pytest.mark.parametrize(
    ("rule", "first", "total", "worst"),
    [
        ("minimax", "RRBB", 5801, 5),
        ("expected-size", "RRBY", 5696, 6),
        ("entropy", "RBYG", 5722, 6),
        ("parts", "RRBY", 5668, 6),
    ],
)
def test_every_one_step_rule_can_be_chosen(keypeg: Keypeg, rule: str, first: str, total: int, worst: int) -> None:
    result = strategy(keypeg, "classic", "--rule", rule)
    assert (result["rule"], result["opening"], result["total"], result["worst"]) == (rule, first, total, worst)
    assert (result["proof"], result["lower_bound"]) == ("one-step", 5625)


def test_a_beam_search_saves_its_progress_and_claims_no_proof(keypeg: Keypeg, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    result = strategy(keypeg, "parker-1974", "--rule", "wide", "--opening", "RRB", "--keep", file)
    assert (result["rule"], result["opening"], result["proof"]) == ("wide", "RRB", "wide")
    assert 854 == result["lower_bound"] <= result["total"] <= 880
    assert not file.exists()


def test_a_strategy_for_duels_is_proven_to_be_unbeaten(keypeg: Keypeg) -> None:
    result = strategy(keypeg, "parker-1974", "--rule", "duel")
    assert (result["proof"], result["histogram"]) == ("duel", [1, 4, 37, 136, 38])
    out = accepted(keypeg("strategy", "parker-1974", "--rule", "duel"))
    assert "no strategy that ignores the opponent’s board wins more than half" in out


def test_a_one_step_rule_claims_no_proof(keypeg: Keypeg) -> None:
    out = accepted(keypeg("strategy", "classic", "--rule", "entropy"))
    assert "one-step rule (entropy), not proven best: every strategy needs at least 5,625 in all" in out


@pytest.mark.parametrize("ties", TIE_BREAKS)
def test_the_chosen_tie_break_applies(keypeg: Keypeg, ties: str) -> None:
    result = strategy(keypeg, "classic", "--rule", "expected-size", "--ties", ties)
    expected = tally_of(one_step_strategy(game_for(edition("classic")), RULES["expected-size"], TIES[ties]))
    assert (result["total"], tuple(result["histogram"])) == (expected.total, expected.histogram)


@pytest.mark.parametrize("rule", ["optimal", "entropy"])
def test_the_opening_can_be_chosen(keypeg: Keypeg, rule: str) -> None:
    result = strategy(keypeg, "parker-1974", "--rule", rule, "--opening", "wWw")
    assert result["opening"] == "WWW"
    assert result["total"] > 854
    assert result["rule"] == rule


def test_a_proof_with_a_chosen_opening_is_claimed_for_that_opening_only(keypeg: Keypeg) -> None:
    out = accepted(keypeg("strategy", "parker-1974", "--opening", "WWW"))
    assert "proven: no strategy with this first guess needs fewer in all" in out


def test_no_code_need_take_more_than_five_guesses(keypeg: Keypeg) -> None:
    result = strategy(keypeg, "classic", "--worst", "5")
    assert (result["total"], result["worst"], result["proof"]) == (5626, 5, "optimal")
    out = accepted(keypeg("strategy", "classic", "--worst", "5"))
    assert "proven: no strategy within 5 guesses needs fewer in all" in out


def test_four_guesses_are_not_enough(keypeg: Keypeg) -> None:
    ran = keypeg("strategy", "classic", "--worst", "4")
    assert ran.status == 1
    assert ran.err == "keypeg: No strategy cracks every code within this limit.\n"


@pytest.mark.parametrize("options", [["--worst", "5"], ["--opening", "RRBB"]], ids=" ".join)
def test_a_limited_strategy_gives_no_lower_bound_for_all_strategies(
    keypeg: Keypeg, home: Path, options: list[str]
) -> None:
    """The best strategy within five guesses, or with another opening, need not be the best of all."""
    result = strategy(keypeg, "classic", *options, "--book", "mine.book")
    assert result["total"] > 5625
    claims = read_book((home / "mine.book").read_bytes(), "mine").claims
    assert claims.lower_bound <= 5625
    assert not claims.proven


def test_the_command_in_a_book_reproduces_it(keypeg: Keypeg, home: Path) -> None:
    strategy(keypeg, "classic", "--worst", "5", "--book", "mine.book")
    claims = read_book((home / "mine.book").read_bytes(), "mine").claims
    again = strategy(keypeg, *claims.command.split()[2:])
    assert (again["total"], again["worst"]) == (claims.total, claims.worst)


def test_two_workers_find_the_same_strategy(keypeg: Keypeg) -> None:
    result = strategy(keypeg, "parker-1974", "--jobs", "2")
    assert (result["total"], result["proof"], result["lower_bound"]) == (854, "optimal", 854)


def test_options_of_the_edition_apply(keypeg: Keypeg) -> None:
    result = strategy(keypeg, "parker-1974", "--option", "different=yes")
    assert (result["edition"], result["codes"], result["total"]) == ("parker-1974~different_yes", 120, 436)
    assert strategy(keypeg, "parker-1974~different_yes")["total"] == 436


@pytest.mark.parametrize(("seat", "codes"), [("1", 8**4), ("2", 8**5)])
def test_with_a_handicap_each_seat_has_its_own_guessing_game(keypeg: Keypeg, seat: str, codes: int) -> None:
    result = strategy(keypeg, "challenge-2001~handicap_1", "--seat", seat, "--rule", "parts")
    assert result["codes"] == codes
    assert len(result["opening"]) == (4 if codes == 8**4 else 5)


def test_where_players_call_a_one_step_rule_can_be_chosen(keypeg: Keypeg) -> None:
    result = strategy(keypeg, "mastermind-44~seats_2", "--rule", "minimax")
    assert (result["codes"], result["proof"]) == (92, "one-step")


# Books


@pytest.mark.parametrize("rule", ["optimal", "entropy"])
def test_a_strategy_can_be_written_as_a_book(keypeg: Keypeg, home: Path, rule: str) -> None:
    result = strategy(keypeg, "parker-1974", "--rule", rule, "--book", home / "mine.book")
    book = read_book((home / "mine.book").read_bytes(), "mine")
    played = play_all(book.strategy)
    assert (played.total, list(played.histogram)) == (result["total"], result["histogram"])
    assert (book.claims.total, book.claims.rule, book.claims.lower_bound) == (result["total"], rule, 854)
    assert book.claims.proven is (rule == "optimal")
    assert book.claims.command == f"keypeg strategy parker-1974 --rule {rule}"


def test_a_book_that_cannot_be_written_is_reported(keypeg: Keypeg, home: Path) -> None:
    line = refusal(keypeg("strategy", "parker-1974", "--rule", "parts", "--book", home / "no" / "such.book"))
    assert "cannot be written" in line


def test_a_finished_proof_leaves_nothing_behind(keypeg: Keypeg, home: Path) -> None:
    strategy(keypeg, "parker-1974", "--keep", home / "kept")
    assert not (home / "kept").exists()
    strategy(keypeg, "parker-1974")
    assert [path for path in (home / "data").rglob("*") if path.is_file()] == []


# Refused


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--rule minimax --worst 5", "--rule optimal"),
        ("--worst 0", "from 1 to 40"),
        ("--worst 41", "from 1 to 40"),
        ("--worst -1", "from 1 to 40"),
        ("--worst five", "from 1 to 40"),
        ("--worst 0000000055555", "from 1 to 40"),
        ("--jobs 0", "from 1 to 1,024"),
        ("--jobs x", "from 1 to 1,024"),
        ("--jobs 1.5", "from 1 to 1,024"),
        ("--jobs ²", "from 1 to 1,024"),
        ("--jobs 99999999999999999999", "from 1 to 1,024"),
        ("--seat 0", "from 1 to 2"),
        ("--seat 3", "from 1 to 2"),
        ("--seat 0000000019", "from 1 to 2"),
        ("--opening RRR", "4 holes"),
        ("--opening RRRX", "'X' is not a colour"),
        ("--opening RR.B", "Hole 3"),
        ("--rule best", "best"),
        ("--ties fair", "fair"),
    ],
)
def test_impossible_requests_are_refused(keypeg: Keypeg, arguments: str, words: str) -> None:
    separate = arguments.replace("--worst -1", "--worst=-1").split()
    assert words in refusal(keypeg("strategy", "parker-1974" if "jobs" in arguments else "classic", *separate))


@pytest.mark.parametrize("rule", ["optimal", "minimax"])
def test_a_game_with_too_many_codes_is_refused_at_once(keypeg: Keypeg, rule: str) -> None:
    line = refusal(keypeg("strategy", "house~holes_8~colours_20", "--rule", rule))
    assert line == "The game has 25,600,000,000 codes; this search can handle at most 4,000,000."


def test_where_players_call_there_is_no_proof(keypeg: Keypeg) -> None:
    assert "no exact search" in refusal(keypeg("strategy", "mastermind-44~seats_2"))


def test_a_file_of_another_search_is_refused_and_unchanged(keypeg: Keypeg, home: Path) -> None:
    (home / "kept").write_text("Dear diary,\n", encoding="utf-8")
    assert "kept cannot be read" in refusal(keypeg("strategy", "parker-1974", "--keep", "kept"))
    assert (home / "kept").read_text(encoding="utf-8") == "Dear diary,\n"


def test_a_separate_process_prints_the_same(tmp_path: Path) -> None:
    warm_up(game_for(edition("parker-1974")))  # compiled here so that the other process need not compile
    ran = run(tmp_path, "strategy", "parker-1974", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["strategy"]["total"] == 854


# Stopped


def test_a_long_proof_can_be_stopped_and_resumed(tmp_path: Path) -> None:
    warm_up(game_for(edition("hasbro-2000-advanced")))
    checkpoint = tmp_path / "kept"
    bounds = []
    for _ in range(2):
        with Pseudo(tmp_path, "strategy", "hasbro-2000-advanced", "--keep", checkpoint) as proof:
            proof.wait_for("between ")
            proof.presses(INTERRUPT)
            assert proof.ends() == 1
            assert "Traceback" not in proof.shown
            assert "Stopped. Progress is saved" in proof.shown
            bounds.append(int(proof.shown.split("every strategy needs at least ")[1].split()[0].replace(",", "")))
        assert checkpoint.stat().st_size > 0
    assert all(6561 < bound < 34926 for bound in bounds)
