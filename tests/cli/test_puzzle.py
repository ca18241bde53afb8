"""The command `puzzle`: a position to solve, at a terminal or in a pipe."""

import json
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from keypeg.editions import edition
from keypeg.puzzles.daily_puzzle import daily_puzzle
from keypeg.puzzles.generator import codes_fitting_puzzle, make_puzzle
from keypeg.puzzles.puzzle import Difficulty, PuzzleKind
from keypeg.records.notation import write_code
from keypeg.records.position_links import read_position
from keypeg.solver.warmup import warm_up
from keypeg.study.puzzle_values import position_of_puzzle
from keypeg.terminal import progress
from support.command import Keyboard, Keypeg, accepted, answered_no, environment, refusal, run
from support.pseudo_terminal import END, INTERRUPT, Pseudo
from support.thoroughness import first_of, in_turn

CLASSIC = edition("classic")
ONE = make_puzzle(CLASSIC, PuzzleKind.ONE_CODE, Difficulty.MEDIUM, "7")
BEST = ("parker-1974", "--kind", "best-guess", "--difficulty", "easy", "--seed", "7")


@pytest.fixture(autouse=True)
def no_compile_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that kernels are being compiled; they are then compiled when they are used."""
    monkeypatch.setattr(progress, "prepare", lambda *_: None)


@pytest.fixture(scope="module", autouse=True)
def _solver_is_ready() -> None:
    warm_up()


def puzzle_json(keypeg: Keypeg, *arguments: str) -> dict[str, Any]:
    """A puzzle as JSON values."""
    output: dict[str, Any] = json.loads(keypeg("puzzle", *arguments, "--json").out)
    return output


def code(puzzle: Any) -> str:
    return write_code(puzzle.answer, puzzle.edition.palette)


# Set


def test_a_puzzle_is_a_board_a_question_and_a_way_to_answer(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("puzzle", "classic", "--seed", "7")).splitlines()
    assert lines == [
        "Classic: one code left, medium, seed 7",
        "Colours: R red, B blue, Y yellow, G green, W white, K black",
        "",
        "   1  G W R R   1 black",
        "   2  G R W K   2 white",
        "   3  Y K G W   1 black, 2 white",
        "   4  Y W K B   1 black, 2 white",
        "",
        "Exactly one code fits these rows. Which one?",
        "Type 4 letters.",
        "",
        "This position in one line: classic~~GWRR_1b0w~GRWK_0b2w~YKGW_1b2w~YWKB_1b2w",
        "Answer with:",
        "  keypeg puzzle classic --kind one-code --difficulty medium --seed=7 --answer CODE",
    ]


def test_the_default_edition_is_used_if_none_is_named(keypeg: Keypeg) -> None:
    assert keypeg("puzzle", "--seed", "7") == keypeg("puzzle", "classic", "--seed", "7")


def test_without_a_seed_every_puzzle_is_different_and_can_be_repeated(keypeg: Keypeg) -> None:
    first, second = (accepted(keypeg("puzzle", "classic")) for _ in range(2))
    assert first != second
    again = shlex.split(first.splitlines()[-1].replace("--answer CODE", ""))[1:]
    assert accepted(keypeg(*again)) == first


@pytest.mark.parametrize("seed", ["-1", "two words", "--json", "ünï", "'"])
def test_any_text_is_a_seed(keypeg: Keypeg, seed: str) -> None:
    out = accepted(keypeg("puzzle", "classic", f"--seed={seed}"))
    again = shlex.split(out.splitlines()[-1].replace("--answer CODE", ""))[1:]
    assert accepted(keypeg(*again)) == out


@pytest.mark.parametrize(("difficulty", "kind"), in_turn(["easy", "medium", "hard"], ["one-code", "best-guess"]))
def test_the_position_on_one_line_reads_back(keypeg: Keypeg, kind: str, difficulty: str) -> None:
    arguments = ("hasbro-2000-advanced", "--kind", kind, "--difficulty", difficulty, "--seed", "line")
    out = accepted(keypeg("puzzle", *arguments))
    line = next(line for line in out.splitlines() if line.startswith("This position in one line: ")).removeprefix(
        "This position in one line: "
    )
    puzzle = make_puzzle(edition("hasbro-2000-advanced"), PuzzleKind(kind), Difficulty(difficulty), "line")
    assert read_position(line) == position_of_puzzle(puzzle)
    assert puzzle_json(keypeg, *arguments)["position"] == line


def test_options_of_the_edition_apply(keypeg: Keypeg) -> None:
    out = accepted(keypeg("puzzle", "parker-1974", "--option", "different=yes", "--seed", "1"))
    assert "The colours of the secret code are all different.\n" in out
    assert "parker-1974~different_yes~~2-" in out


def test_where_parts_are_dealt_the_puzzle_gives_the_players_own_part(keypeg: Keypeg) -> None:
    lines = accepted(keypeg("puzzle", "mastermind-44", "--seed", "1", "--difficulty", "hard")).splitlines()
    assert lines[2:4] == [
        "You are in seat 4 and hold this part of the code: hole 4 is Y.",
        "Blank holes in the code: 1.",
    ]
    assert lines[5] == "   1  R K W . Y   seat 1: 1 white · seat 2: 1 black · seat 3: 1 white"
    assert lines[11] == "Type 5 letters, . for a blank."


def test_where_only_colours_count_any_order_is_right(keypeg: Keypeg) -> None:
    out = accepted(keypeg("puzzle", "traffic-jam-2000~option_1", "--seed", "1"))
    assert "Exactly one set of colours fits these rows. Which one? The order does not matter.\n" in out


def test_a_best_guess_puzzle_gives_the_number_of_codes_left(keypeg: Keypeg) -> None:
    out = accepted(keypeg("puzzle", *BEST))
    puzzle = puzzle_json(keypeg, *BEST, "--solution")
    assert f"\n{puzzle['effort']} codes still fit these rows. What is the best next guess?\n" in out
    assert len(puzzle["solution"]["candidates"]) == puzzle["effort"]


# As JSON values


def test_a_puzzle_as_json_does_not_contain_its_answer(keypeg: Keypeg) -> None:
    puzzle = puzzle_json(keypeg, "classic", "--seed", "7")
    assert puzzle == {
        "format": "keypeg-puzzle-1",
        "edition": "classic",
        "kind": "one-code",
        "difficulty": "medium",
        "seed": "7",
        "day": None,
        "effort": ONE.effort,
        "seat": 2,
        "own": None,
        "rows": [
            {"seat": 2, "guess": "GWRR", "marks": [{"by": 1, "blacks": 1, "whites": 0}]},
            {"seat": 2, "guess": "GRWK", "marks": [{"by": 1, "blacks": 0, "whites": 2}]},
            {"seat": 2, "guess": "YKGW", "marks": [{"by": 1, "blacks": 1, "whites": 2}]},
            {"seat": 2, "guess": "YWKB", "marks": [{"by": 1, "blacks": 1, "whites": 2}]},
        ],
        "position": "classic~~GWRR_1b0w~GRWK_0b2w~YKGW_1b2w~YWKB_1b2w",
        "verdict": None,
        "solution": None,
    }
    with_answer = puzzle_json(keypeg, "classic", "--seed", "7", "--solution")
    assert with_answer == {**puzzle, "solution": {"answer": "KWYW", "candidates": ["KWYW"]}}


def test_a_verdict_as_json(keypeg: Keypeg) -> None:
    def verdict(answer: str, *arguments: str) -> Any:
        return puzzle_json(keypeg, *arguments, "--answer", answer)["verdict"]

    right = {"answer": "KWYW", "right": True, "contradicted": [], "expected": None, "best": None}
    assert verdict("kwyw", "classic", "--seed", "7") == right
    assert verdict("KWYY", "classic", "--seed", "7")["contradicted"] == [3]
    best = verdict(puzzle_json(keypeg, *BEST, "--solution")["solution"]["answer"], *BEST)
    assert best["right"]
    assert best["expected"] == best["best"]


def test_json_contains_the_players_own_part(keypeg: Keypeg) -> None:
    puzzle = puzzle_json(keypeg, "mastermind-44", "--seed", "1", "--difficulty", "hard")
    assert (puzzle["own"], puzzle["seat"]) == ("...Y.", 4)
    assert [given["by"] for given in puzzle["rows"][0]["marks"]] == [1, 2, 3]


# Answers and solutions


def test_a_right_answer_is_confirmed(keypeg: Keypeg) -> None:
    out = accepted(keypeg("puzzle", "classic", "--seed", "7", "--answer", "KWYW"))
    assert out.endswith("\n\nK W Y W is right.\nIt fits every row, and no other code does.\n")


def test_a_wrong_answer_is_explained_by_the_rows_that_contradict_it(keypeg: Keypeg) -> None:
    out = answered_no(keypeg("puzzle", "classic", "--seed", "7", "--answer", "KWYY"))
    assert out.endswith(
        "\n\nK W Y Y is not right.\nRow 3, Y K G W, has 1 black, 2 white; with this code it would have 3 white.\n"
    )
    assert "K W Y W" not in out


def test_a_wrong_answer_where_parts_are_dealt_is_explained(keypeg: Keypeg) -> None:
    arguments = ("puzzle", "mastermind-44", "--seed", "1", "--difficulty", "hard", "--answer")
    assert accepted(keypeg(*arguments, ".WRYY")).endswith(
        ". W R Y Y is right.\nIt fits every row, and no other code does.\n"
    )
    assert answered_no(keypeg(*arguments, "RRBB.")).endswith(
        "R R B B . is not right.\nIt does not contain your own part.\n"
    )
    out = answered_no(keypeg(*arguments, "RRRY."))
    assert "Row 2, R R R Y G, cannot have these marks, however the parts are dealt.\n" in out


def test_a_code_can_fit_each_row_and_not_all_of_them_together(keypeg: Keypeg) -> None:
    """Where parts are dealt, each row may need a different seat to hold the same part."""
    out = answered_no(keypeg("puzzle", "mastermind-44", "--seed", "0", "--difficulty", "easy", "--answer", "WYK.W"))
    assert out.endswith("is not right.\nEach row alone is possible, but not all of them together.\n")


def test_the_verdict_on_a_guess_gives_its_value(keypeg: Keypeg) -> None:
    puzzle = puzzle_json(keypeg, *BEST, "--solution")["solution"]
    out = accepted(keypeg("puzzle", *BEST, "--answer", puzzle["answer"]))
    assert re.search(r"is right\.\n[0-9.]+ more guesses on average, this one included: the fewest possible\.\n$", out)
    out = answered_no(keypeg("puzzle", *BEST, "--answer", "RRR"))
    assert re.search(r"is not right\.\nIt needs [0-9.]+ more guesses on average; the best guess needs", out)


def test_the_solution_gives_its_reasons(keypeg: Keypeg) -> None:
    out = accepted(keypeg("puzzle", "classic", "--seed", "7", "--solution"))
    assert out.splitlines()[-4:] == [
        "The answer: K W Y W",
        "Codes left after each row: 182, 47, 3, 1",
        "Every row is needed: without any one of them, more codes would fit.",
        "It can be worked out by reading the rows one by one, in 11 steps.",
    ]
    out = accepted(keypeg("puzzle", "classic", "--seed", "7", "--difficulty", "hard", "--solution"))
    assert "you have to try a peg and see" in out


def test_the_solution_of_a_best_guess_lists_what_each_mark_leaves(keypeg: Keypeg) -> None:
    puzzle = puzzle_json(keypeg, *BEST, "--solution")["solution"]
    lines = accepted(keypeg("puzzle", *BEST, "--solution")).splitlines()
    at = lines.index(f"The answer: {' '.join(puzzle['answer'])}")
    assert lines[at + 1].endswith("Only equivalent guesses are as good.")
    cells = [line.split(": ")[1].split(", ") for line in lines if line.startswith("  ") and ": " in line]
    assert sorted(code for cell in cells for code in cell) == sorted(puzzle["candidates"])


def test_an_answer_and_the_solution_can_be_combined(keypeg: Keypeg) -> None:
    out = answered_no(keypeg("puzzle", "classic", "--seed", "7", "--answer", "RRBB", "--solution"))
    assert out.index("R R B B is not right.") < out.index("The answer: K W Y W")


# Daily


def test_the_daily_puzzle_is_the_same_for_everyone(keypeg: Keypeg, tmp_path: Path) -> None:
    out = accepted(keypeg("puzzle", "classic", "--daily", "2026-01-01"))
    assert out.startswith("Classic: one code left, 2026-01-01\n")
    assert "classic~~KRRK_1b1w~BKRR_1b0w~KKYY_2b2w\n" in out
    assert out.endswith("  keypeg puzzle classic --daily 2026-01-01 --answer CODE\n")
    elsewhere = run(tmp_path, "puzzle", "classic", "--daily", "2026-01-01", env={"PYTHONHASHSEED": "17"})
    assert accepted(elsewhere) == out
    assert "is right" in accepted(keypeg("puzzle", "classic", "--daily", "2026-01-01", "--answer", "YKYK"))


def test_without_a_date_it_is_today_in_utc(keypeg: Keypeg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    before = datetime.now(UTC).date()
    daily = puzzle_json(keypeg, "parker-1974", "--daily")
    assert before.isoformat() <= daily["day"] <= datetime.now(UTC).date().isoformat()
    puzzle = daily_puzzle(edition("parker-1974"), datetime.fromisoformat(daily["day"]).date())
    assert [row["guess"] for row in daily["rows"]] == [write_code(r.guess, puzzle.edition.palette) for r in puzzle.rows]


@pytest.mark.parametrize(
    "day", ["tomorrow", "2026-02-30", "20260101", "2026-W01-1", "2026-1-1", "", "0000-01-01", "classic"]
)
def test_text_that_is_not_a_date_is_refused(keypeg: Keypeg, day: str) -> None:
    assert refusal(keypeg("puzzle", f"--daily={day}")) == (
        f"{day!r} is not a date. Write year, month and day, such as 2026-01-31."
    )


# Refused


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("klassik", "There is no edition 'klassik'"),
        ("classic --option rows=7", "'7' is not possible for “rows on the board”"),
        ("--kind riddle", "riddle"),
        ("--difficulty fiendish", "fiendish"),
        ("--answer RRBB", "add --seed or --daily"),
        ("--seed 7 --answer RRB", "4 holes"),
        ("--seed 7 --answer RRBX", "'X' is not a colour"),
        ("--seed 7 --answer RRB.", "Hole 4 must not be left blank."),
        ("--daily 2026-01-01 --seed 7", "has its own kind"),
        ("--daily 2026-01-01 --kind one-code", "has its own kind"),
        ("--daily 2026-01-01 --difficulty easy", "has its own kind"),
        ("mastermind-44 --kind best-guess", "has no puzzles that ask for the best guess"),
        ("house~holes_8~colours_20", "The game has 25,600,000,000 codes"),
        ("house~holes_8~colours_20 --kind best-guess", "The game has 25,600,000,000 codes"),
        ("house~rows_1", "No medium puzzle of the kind 'one code left' was found"),
    ],
)
def test_impossible_puzzles_are_refused(keypeg: Keypeg, arguments: str, words: str) -> None:
    ran = keypeg("puzzle", *arguments.split())
    assert words in refusal(ran)
    assert ran.out == ""


def test_the_game_itself_loads_no_solver() -> None:
    script = (
        "import sys, keypeg.cli; print(*(name for name in sys.modules if name.startswith(('numpy', 'keypeg.solver.'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(Path("/")), capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) <= {"keypeg.solver.readiness", "keypeg.solver.cache_folder"}


# In French


def test_puzzles_speak_french(keypeg: Keypeg) -> None:
    out = answered_no(keypeg("puzzle", "classic", "--seed", "7", "--lang", "fr", "--answer", "NCJJ"))
    assert out.startswith("Classique\u00a0: le seul code possible, niveau moyen, graine 7\nCouleurs\u00a0: R rouge")
    assert "N C J J\u00a0: mauvaise réponse.\n" in out
    assert "avec ce code, elle aurait reçu «\u00a03 blanches\u00a0»." in out
    out = accepted(keypeg("puzzle", *BEST, "--lang", "fr", "--solution"))
    assert "Essais encore nécessaires" in out
    assert "un par indication\u00a0:\n" in out
    assert "n’est pas une date" in refusal(keypeg("puzzle", "--lang", "fr", "--daily", "demain"))


# At a terminal


@pytest.fixture
def terminal(home: Path) -> Any:
    started = []

    def start(*arguments: str, **env: str) -> Pseudo:
        process = Pseudo(home, "puzzle", *arguments, env={"NO_COLOR": "1", **env})
        started.append(process)
        return process

    yield start
    for process in started:
        process.close()


def keyboard_replies(keypeg: Keypeg, *arguments: str, typed: list[str], prompt: str = "Your answer: ") -> list[str]:
    """The output before the first question, and after each of these answers."""
    return accepted(keypeg("puzzle", *arguments, stdin=Keyboard("\n".join(typed) + "\n"))).split(prompt)


def test_at_a_keyboard_answers_are_read_until_one_is_right(keypeg: Keypeg) -> None:
    typed = ["RRBB", "RRB", "", "/fly", "/rows", "/help", "kwyw", "nobody asks any more"]
    shown = keyboard_replies(keypeg, "classic", "--seed", "7", typed=typed)
    assert len(shown) == len(typed)
    assert "This position in one line: classic~~GWRR_1b0w" in shown[0]
    assert "/hint gives a hint" in shown[0]
    assert "Row 1, G W R R, has 1 black; with this code it would have 2 white." in shown[1]
    assert "A code has 4 holes here, not 3." in shown[2]
    assert "Type a code" in shown[3]
    assert "'/fly' is not a command here" in shown[4]
    assert "   4  Y W K B   1 black, 2 white" in shown[5]
    assert "/give-up shows the answer" in shown[6]
    assert "K W Y W is right." in shown[7]


def test_at_a_keyboard_hints_run_out(keypeg: Keypeg) -> None:
    shown = keyboard_replies(keypeg, "classic", "--seed", "7", typed=[*["/hint"] * 7, "/give-up"])
    assert "tells you the most: on its own it leaves" in shown[1]
    assert "That was the last hint." in shown[7]
    assert "Hole 3: Y." in "".join(shown)
    assert "Hole 4" not in "".join(shown)
    assert "The answer: K W Y W" in shown[8]


@pytest.mark.parametrize("leaving", first_of(["/quit\n", INTERRUPT, END], quick=2))
def test_a_puzzle_can_be_left_at_a_terminal(terminal: Any, leaving: str) -> None:
    program = terminal("classic", "--seed", "7")
    program.wait_for("Your answer: ")
    program.presses(leaving)
    assert program.ends() == 0
    assert "Traceback" not in program.shown
    assert "K W Y W" not in program.shown


def test_at_a_keyboard_a_best_guess_has_hints_of_its_own(keypeg: Keypeg) -> None:
    puzzle = make_puzzle(edition("parker-1974"), PuzzleKind.BEST_GUESS, Difficulty.EASY, "7")
    shown = keyboard_replies(keypeg, *BEST, typed=["/hint", "/hint", "/hint", code(puzzle)])
    for words, hint in zip(
        ("The best guess cannot be", "different marks.", "These codes fit: ", "is right."), shown[1:], strict=True
    ):
        assert words in hint
    assert len(codes_fitting_puzzle(puzzle)) == puzzle.effort


def test_at_a_keyboard_french_words_are_understood(keypeg: Keypeg) -> None:
    typed = ["/indice", "lignes", "abandon"]
    shown = keyboard_replies(
        keypeg, "classic", "--seed", "7", "--lang", "fr", typed=typed, prompt="Votre réponse\u00a0: "
    )
    assert "la plus parlante" in shown[1]
    assert "La réponse\u00a0: N C J C" in shown[3]


def test_no_line_is_wider_than_a_terminal(terminal: Any) -> None:
    program = terminal("challenge-2001", "--kind", "best-guess", "--difficulty", "hard", "--seed", "7", COLUMNS="80")
    program.answers("Your answer: ", "/hint")
    program.answers("Your answer: ", "/hint")
    program.answers("Your answer: ", "/give-up")
    assert program.ends() == 0
    words = [line for line in program.shown.replace("\r", "").splitlines() if " " in line]
    assert max(map(len, words)) <= 80


def test_pegs_are_coloured_on_a_colour_terminal(home: Path) -> None:
    with Pseudo(home, "puzzle", "classic", "--seed", "7") as program:
        program.wait_for("Your answer: ")
        assert "\033[48;5;28;38;5;255m G \033[0m" in program.shown
        program.presses(END)
        assert program.ends() == 0
