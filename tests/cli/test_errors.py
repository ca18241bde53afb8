"""Errors: one clear line on standard error, exit status 2, never a traceback, in both languages."""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from keypeg.core.errors import ReadError, RuleError
from keypeg.editions import edition as edition_named
from keypeg.i18n.catalogue import sentence as sentence_of
from keypeg.solver.exact.transpositions import new_table
from keypeg.solver.game.guessing_game import game_for
from keypeg.solver.proof.checkpoint import save_table
from keypeg.solver.strategy.costs import GUESSES
from keypeg.terminal import progress
from support.command import PATIENCE, Keypeg, Ran, accepted, command, environment, refusal, run
from support.thoroughness import in_turn, some_of

CODES = ReadError.codes | RuleError.codes


class Refused(NamedTuple):
    """A command that fails, and the code of its error."""

    code: str
    arguments: str
    """The words of the command. FILE is the record below, OTHER a file that is not a record, FOLDER a folder, KEPT the
    checkpoint of another search."""
    record: str = ""
    """The record that it reads: the edition, and its lines separated by `|`."""


def illegal(code: str, record: str) -> Refused:
    """A record whose last line is illegal."""
    return Refused(code, "replay FILE", record)


PARTS = "table deal R.... .B... ..Y.. ...G."
"""Parts for four players."""

REFUSED = [
    # unreadable text
    Refused("unknown-colour", "mark classic RRBX RRBB"),
    Refused("empty-code", "mark classic EMPTY RRBB"),
    Refused("unknown-edition", "rules klassik"),
    Refused("unknown-option", "rules classic --option colour=red"),
    Refused("unreadable-option", "rules classic --option rows"),
    Refused("unreadable-option", "rules classic --option =12"),
    Refused("unreadable-option", "rules classic --option rows="),
    Refused("repeated-option", "rules classic --option rows=8 --option rows=8"),
    Refused("unreadable-value", "rules classic --option rows=eleven"),
    Refused("unreadable-value", "rules classic --option rounds=-2"),
    Refused("unreadable-value", "rules classic --option rounds=2.0"),
    Refused("unreadable-value", "rules classic --option rounds=²"),
    Refused("unreadable-value", "rules parker-1974 --option different=true"),
    illegal("unreadable-mark", "classic~by-hand_yes|1 code RRBB|2 guess RRRR|1 mark two"),
    illegal("unreadable-action", "classic|1 fly RRBB"),
    illegal("missing-argument", "classic|1 code"),
    illegal("extra-argument", "classic|1 resign now"),
    illegal("unreadable-number", "classic~by-hand_yes|1 code RRBB|2 claim one"),
    illegal("unreadable-seat", "classic|Ann code RRBB"),
    illegal("unreadable-time", "classic|1 code RRBB @noon"),
    illegal("time-decreases", "classic|1 code RRBB @5|2 guess RRBB @4.999"),
    Refused("workers-need-postgresql", "serve --workers 2 --database FOLDER/t.sqlite"),
    Refused("unknown-database", "serve --database mysql://nobody"),
    Refused("unknown-database", "db upgrade --database mysql://nobody"),
    Refused("database-twice", "db upgrade --database t.sqlite --database-file OTHER"),
    Refused("unreadable-database-file", "db upgrade --database-file OTHER"),
    Refused("file-not-found", "serve --database-file MISSING"),
    Refused("unreadable-age", "db prune --older-than 3 --database FOLDER/t.sqlite"),
    Refused("unreadable-age", "db prune --older-than 0d --database FOLDER/t.sqlite"),
    Refused("table-id-needed", "tables end --database FOLDER/t.sqlite"),
    Refused("unreadable-origin", "serve --origin *"),
    Refused("unreadable-origin", "serve --origin https://play.example/page"),
    Refused("unknown-limit", "serve --limit speed=3"),
    Refused("unreadable-limit", "serve --limit tables=0"),
    Refused("unreadable-limit", "serve --limit tables=1.5"),
    Refused("unreadable-limit", "serve --limit head_seconds=nan"),
    Refused("unreadable-network", "serve --allow play.example"),
    Refused("no-such-number", "serve --monitoring den.local"),
    Refused("cannot-listen", "serve --host 203.0.113.7 --database FOLDER/t.sqlite"),
    Refused("unreadable-viewer", "replay FILE --as nobody", "classic"),
    Refused("unreadable-viewer", "replay FILE --as=-1", "classic"),
    Refused("unreadable-viewer", "replay FILE --as 9999999999", "classic"),
    Refused("not-a-record", "replay OTHER"),
    Refused("unreadable-header", "replay FILE", "classic\nnonsense"),
    Refused("repeated-header", "replay FILE", "classic\nSeed: 1\nSeed: 2"),
    Refused("missing-header", "replay HEADLESS"),
    Refused("unknown-edition", "replay FILE", "klassik"),
    Refused("rounds-even", "replay FILE", "classic~rounds_3"),
    Refused("not-text", "replay BINARY"),
    Refused("file-not-found", "replay MISSING"),
    Refused("file-not-found", "play --resume MISSING"),
    Refused("file-is-folder", "replay FOLDER"),
    Refused("file-is-folder", "play --resume FOLDER"),
    Refused("resume-takes-no-options", "play classic --resume FILE"),
    Refused("resume-takes-no-options", "play --resume FILE --names Ann,Ben"),
    Refused("same-name", "play classic --players computer,computer --names Ann,Ann"),
    Refused("file-unreadable", "replay OTHER/below"),
    Refused("file-exists", "play classic --players computer,computer --record OTHER"),
    Refused("file-exists", "play classic --players computer,computer --record FOLDER"),
    Refused("file-unwritable", "play classic --players computer,computer --record OTHER/below"),
    Refused("file-unwritable", "play classic --players computer,computer --record OTHER/deep/below"),
    Refused("nothing-to-resume", "play --resume"),
    Refused("match-already-over", "play --resume FILE", "parker-1974|1 code RBY|2 code RBY|1 resign"),
    Refused("wrong-players", "play classic --players person"),
    Refused("wrong-players", "play classic --players person,computer --names Ann,Ben,Cleo"),
    Refused("unknown-player", "play classic --players person,robot"),
    Refused("player-unloadable", "play classic --players casual,ghost"),
    Refused("player-unloadable", "play classic --players casual,number"),
    Refused("player-missing", "play --resume FILE", "classic\nKind 1: robot"),
    Refused("player-unloadable", "play --resume FILE", "classic\nKind 1: ghost"),
    Refused("player-failed", "play classic --players casual,clumsy"),
    Refused("player-failed", "play classic --players fool,casual"),
    Refused("player-action-illegal", "play classic --players casual,cheat"),
    Refused("player-action-illegal", "play classic --players mime,casual"),
    Refused("player-action-illegal", "play classic --players liar,casual --seed 1"),
    Refused("nobody-acts", "play classic --players casual,sleeper"),
    Refused("unknown-player", "arena classic robot"),
    Refused("wrong-players", "arena classic casual beginner casual"),
    Refused("no-such-number", "arena classic casual --rounds 0"),
    Refused("no-such-number", "arena classic casual --thinking soon"),
    Refused("usage", "arena classic"),
    Refused("unknown-book", "book verify nothing"),
    Refused("unreadable-row", "solve classic --row RRBB"),
    Refused("rule-takes-no-limit", "strategy classic --rule minimax --worst 5"),
    Refused("no-such-number", "strategy classic --jobs 0"),
    Refused("no-such-number", "strategy classic --worst 0"),
    Refused("no-such-number", "strategy classic --seat 3"),
    Refused("no-such-number", "solve classic --time soon"),
    Refused("cluster-unreachable", "strategy parker-1974 --cluster nowhere"),
    Refused("wrong-checkpoint", "strategy parker-1974 --keep KEPT"),
    Refused("file-unreadable", "strategy parker-1974 --keep OTHER"),
    Refused("file-unwritable", "strategy parker-1974 --rule parts --book OTHER/below"),
    Refused("unreadable-date", "puzzle --daily tomorrow"),
    Refused("unreadable-date", "puzzle --daily 2026-02-30"),
    Refused("unreadable-date", "daily --day soon"),
    Refused("no-daily-code", "daily --day 2999-01-01"),
    Refused("daily-takes-no-options", "puzzle --daily 2026-01-31 --seed 7"),
    Refused("answer-needs-puzzle", "puzzle --answer RRBB"),
    Refused("unknown-command", "fly"),
    Refused("usage", "mark classic"),
    Refused("unknown-choice", "rules classic --lang de"),
    Refused("unknown-argument", "rules classic --colour"),
    Refused("unknown-argument", "rules classic more"),
    Refused("usage", "play classic --option"),
    Refused("usage", "editions --json=yes"),
    # a code, guess or answer
    Refused("wrong-length", "mark classic RRB RRBB"),
    Refused("blank-not-allowed", "mark classic RRB. RRBB"),
    Refused("too-many-blanks", "mark mastermind-44 ..R.. R...R"),
    illegal("too-few-blanks", f"mastermind-44|{PARTS}|2 call|2 answer RBYGG"),
    Refused("repeat-not-allowed", "mark hasbro-2004 RRBO RBOR"),
    # a mark or a claim
    illegal("impossible-mark", "classic~by-hand_yes|1 code RRBB|2 guess RRRR|1 mark 3b1w"),
    illegal("no-such-row", "classic~by-hand_yes|1 code RRBB|2 guess RRRR|1 mark 2b0w|2 claim 2"),
    illegal(
        "mark-is-right",
        "classic~by-hand_yes|1 code RRBY|2 guess RGGG|1 mark 0b1w|2 guess RRBY|1 mark 4b0w|2 claim 2",
    ),
    illegal("nothing-to-claim", "classic~by-hand_yes|1 code RRBB|2 claim 1"),
    illegal("already-claimed", "classic~by-hand_yes|1 code RRBB|2 guess RRRR|1 mark 2b0w|2 claim 1|2 claim 1"),
    illegal(
        "already-claimed",
        "classic~by-hand_yes|1 code RRBB|2 guess RRRR|1 mark 2b0w|2 guess YYYY|1 mark 0b0w|2 claim 1|2 claim 1",
    ),
    illegal("nothing-to-accept", "classic~by-hand_yes|1 code RRBB|2 accept"),
    illegal("round-revealed", "classic~by-hand_yes|1 code RRBB|2 guess RRRR|1 mark 4b0w|2 guess RRBB"),
    # a guessing game for the solver
    Refused("no-such-guess", "strategy mastermind-44 --rule entropy --opening R.RRR"),
    Refused("game-too-large", "strategy house~holes_8~colours_20"),
    Refused("rule-is-not-shared", "strategy parker-1974 --rule duel --keep here"),
    Refused("duel-takes-no-opening", "strategy parker-1974 --rule duel --opening RRB"),
    Refused("no-beam-search", "strategy traffic-jam-2000~option_1 --rule wide"),
    Refused("no-exact-search", "strategy mastermind-44~seats_2"),
    Refused("wrong-row", "solve classic --row RRBB:9b9w"),
    Refused("no-best-guess", "puzzle mastermind-44 --kind best-guess"),
    Refused("no-best-guess", "puzzle mastermind-44~seats_2 --kind best-guess --seed 1"),
    Refused("no-such-puzzle", "puzzle house~holes_1~colours_2 --kind best-guess"),
    Refused("unreadable-book", "book verify OTHER"),
    Refused("parts-not-dealt", "solve classic --own RRBB --json"),
    Refused("seat-needed", "analyse FILE", "mastermind-44"),
    Refused("seat-needed", "analyse FILE", f"mastermind-44|{PARTS}|1 guess RBYGW"),
    Refused("no-such-number", "analyse FILE --seat 5", "mastermind-44"),
    Refused("no-such-number", "analyse FILE --seat 0", "classic"),
    Refused("no-such-number", "analyse FILE --seat Ann", "classic"),
    Refused("own-parts-needed", "solve mastermind-44 --own R --row RBYGW:1b,0,0"),
    # whose turn, and what for
    illegal("match-over", "parker-1974|1 code RBY|2 code RBY|1 resign|2 resign"),
    illegal("no-such-seat", "classic|3 code RRBB"),
    Refused("no-such-seat", "replay FILE --as 3", "classic"),
    Refused("no-such-seat", "replay FILE --as 0", "classic"),
    illegal("not-your-turn", "parker-1974|1 code RBY|2 code RBY|2 guess RBY"),
    illegal("not-a-maker", "classic|2 code RRBB"),
    illegal("not-a-breaker", "classic|1 code RRBB|1 guess RRBB"),
    illegal("codes-first", "classic|2 guess RRBB"),
    illegal("code-already-set", "classic|1 code RRBB|1 code RRBB"),
    illegal("codes-are-dealt", "mastermind-44|1 code R...."),
    illegal("nothing-to-deal", "classic|table deal R... .B.."),
    illegal("wrong-deal", "mastermind-44|table deal R.... B.... ..Y.. ...G."),
    illegal("too-few-counters", "house~seats_5~holes_5~marking_parts|table deal R.... .R... ..R.. ...R. ....R"),
    illegal("guess-already-placed", "challenge-2001|1 code RRBBY|2 code RRBBY|1 guess RRRRR|1 guess RRRRR"),
    illegal("mark-first", "challenge-2001~race_yes~by-hand_yes|1 code RRRRR|2 code BBBBB|2 guess KKKKK|1 guess KKKKK"),
    illegal("nothing-to-mark", "classic~by-hand_yes|1 code RRBB|1 mark 0b0w"),
    illegal("referee-marks", "classic|1 code RRBB|2 guess RRRR|1 mark 2b0w"),
    illegal("rows-used-up", "house~makers_each~turns_race~rows_1|1 code RRBB|2 code RRBB|1 guess RRRR|1 guess RRRR"),
    illegal("out-of-round", f"mastermind-44|{PARTS}|1 call|1 answer KKKK.|1 guess KKKKK"),
    illegal("no-calls", "classic|1 code RRBB|2 call"),
    illegal("call-first", f"mastermind-44|{PARTS}|1 answer KKKK."),
    illegal("play-has-stopped", f"mastermind-44|{PARTS}|2 call|1 guess KKKKK"),
    illegal("nothing-to-pass", f"mastermind-44|{PARTS}|1 pass"),
    illegal("table-only", "classic|1 timeout 2"),
    illegal("seats-only", "classic|table resign"),
    illegal("nobody-late", "mastermind-44|table timeout 1"),
    illegal("not-late", "classic|table timeout 2"),
    # a maker who never commits
    Refused("code-does-not-fit", "play classic --players liar,casual --seed 1"),
    Refused("must-commit", "play mastermind-44~seats_2 --players casual,shifty"),
    # setting up a table
    Refused("out-of-range", "rules classic --option rounds=0"),
    Refused("out-of-range", "rules classic --option rounds=99999999999999999999999999"),
    Refused("rounds-even", "rules classic --option rounds=3"),
    Refused("rounds-odd", "rules challenge-2001 --option rounds=4"),
    Refused("rounds-are-seats", "rules hasbro-2004 --option seats=3 --option rounds=4"),
    Refused("too-few-colours", "rules house --option repeats=no --option colours=3"),
    Refused("guess-cannot-reach", "rules house --option guess-repeats=no"),
    Refused("each-needs-two-seats", "rules house --option makers=each --option seats=3"),
    Refused("one-maker-in-turn", "rules house --option turns=race"),
    Refused("parts-need-holes", "rules house --option marking=parts --option seats=3 --option parts=2"),
    Refused("parts-go-together", "rules house --option marking=parts --option makers=one"),
    Refused("parts-without-blanks", "rules house --option marking=parts --option blanks=yes"),
    Refused("scoring-needs-one-maker", "rules house --option makers=each --option scoring=rows"),
    Refused("award-needs-round-points", "rules house --option wrong-mark=award"),
    Refused("choice-needs-one-breaker", "rules house --option wrong-mark=choice --option seats=3"),
    Refused("practice-is-one-round", "rules classic --option practice=yes --option rounds=4"),
    Refused("majority-needs-round-points", "rules house --option ends=majority"),
    Refused("scoring-needs-seats", "rules house --option scoring=family"),
    Refused("scoring-needs-key-pegs", "rules house~seats_3~rows_12~marking_sum~scoring_family"),
    Refused("scoring-needs-rows", "rules house --option seats=3 --option scoring=family"),
    Refused("handicap-needs-five", "rules challenge-2001 --option holes=4 --option handicap=1"),
    Refused("two-parts-two-seats", "rules mastermind-44 --option parts=2"),
]

OUT_OF_REACH = {
    "no-strategy-within",  # an answer, not a refusal: see tests/cli/test_exit_status.py
    "file-forbidden",  # the owner of a record may see everything
    "file-in-use",  # needs two processes: see tests/terminal/test_autosave.py
    "disk-full",  # likewise
    "unfinished-line",  # shown when a game is resumed, not an error of a command
    "in-file",  # wraps another error
    "no-such-colour",  # letters are read before colours are counted
    "palette-letters",  # no option changes them
    "blanks-out-of-range",  # no option goes that far
    "codes-differ",  # no option makes them differ
    "marks-by-others",  # no command reads a position
    "parts-not-analysed",  # every command uses a seat's knowledge, not a board
    "position-without-rows",
    "position-needs-seat",
    "position-needs-marks",
    "position-stray-dash",
    "worker-lost",  # needs a killed worker: see tests/solver/test_parallel_proof.py
    "proof-does-not-hold",  # needs a forged checkpoint: likewise
    "cluster-empty",  # needs a scheduler: see tests/solver/test_dask_executor.py
    "too-many-guesses",  # no edition has so many colours: see tests/solver/test_optimal.py
    "endless-match",  # no command plays without a limit
    "nothing-to-exchange",  # no bot is asked to exchange a code that is not set
    "codes-indistinguishable",  # no edition has such guesses: see tests/solver/test_one_step_rules.py
}
"""Error codes that no command can reach."""


pytestmark = pytest.mark.usefixtures("added_players_path")


@pytest.fixture(autouse=True)
def no_compile_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that kernels are being compiled; they are then compiled when they are used."""
    monkeypatch.setattr(progress, "prepare", lambda *_: None)


def prepare_command(home: Path, case: Refused) -> list[str]:
    """Create the files of the command, and return its words."""
    edition, *lines = case.record.split("|")
    (home / "record.keypeg").write_text(
        f"Keypeg: 1\nEdition: {edition}\n\n" + "\n".join(lines) + "\n", encoding="utf-8"
    )
    (home / "other.txt").write_text("Dear diary,\n", encoding="utf-8")
    (home / "headless.keypeg").write_text("Keypeg: 1\nSeat 1: Ann\n\n1 code RRBB\n", encoding="utf-8")
    (home / "binary.keypeg").write_bytes(b"Keypeg: 1\n\xff\xfe\x00\x01")
    (home / "folder").mkdir(exist_ok=True)
    if "KEPT" in case.arguments:
        save_table(home / "kept.search", new_table(), game_for(edition_named("classic")), GUESSES)
    files = {
        "FILE": "record.keypeg",
        "OTHER": "other.txt",
        "HEADLESS": "headless.keypeg",
        "BINARY": "binary.keypeg",
        "MISSING": "missing.keypeg",
        "FOLDER": "folder",
        "KEPT": "kept.search",
        "EMPTY": "",
    }
    words = []
    for word in case.arguments.split():
        first, slash, rest = word.partition("/")
        words.append(files[first] + slash + rest if first in files else word)
    return words


def sentence(code: str, lang: str) -> re.Pattern[str]:
    """A pattern for the sentence of this code in this language, with any values."""
    forms = sentence_of(lang, f"error-{code}").forms
    return re.compile("|".join(".+".join(map(re.escape, re.split(r"\{[^}]*\}", text))) for text in forms))


def case_id(value: Refused | str) -> str:
    return value if isinstance(value, str) else f"{value.code}: {value.arguments}"


@pytest.mark.parametrize(("case", "lang"), in_turn(REFUSED, ["en", "fr"]), ids=case_id)
def test_an_error_is_one_line_in_the_requested_language(keypeg: Keypeg, home: Path, case: Refused, lang: str) -> None:
    line = refusal(keypeg("--lang", lang, *prepare_command(home, case)))
    assert sentence(case.code, lang).search(line), line
    assert "{" not in line or case.code == "usage"


def test_every_error_that_a_command_can_raise_is_tested_here() -> None:
    assert {case.code for case in REFUSED} == CODES - OUT_OF_REACH


@pytest.mark.parametrize(
    "case", [refused for refused in REFUSED if refused.arguments == "replay FILE"], ids=lambda refused: refused.code
)
def test_an_error_in_a_file_names_the_file_and_the_line(keypeg: Keypeg, home: Path, case: Refused) -> None:
    lines = (home / "record.keypeg", refusal(keypeg(*prepare_command(home, case))))
    number = {"unreadable-header": 3, "repeated-header": 4, "unknown-edition": 2, "rounds-even": 2}
    expected = number.get(case.code, len(lines[0].read_text().rstrip().splitlines()))
    assert lines[1].startswith(f"record.keypeg:{expected}: ")


USAGE = ["fly", "mark classic", "rules classic --lang de", "rules classic --colour", "play classic --option", "rules"]


@pytest.mark.parametrize("arguments", [*USAGE, "editions --json=yes", "rules classic more", "play classic --seed"])
def test_a_usage_error_is_french_throughout(keypeg: Keypeg, arguments: str) -> None:
    line = refusal(keypeg("--lang", "fr", *arguments.split()))
    english = refusal(keypeg("--lang", "en", *arguments.split()))
    assert line != english
    words = r"\b(invalid|choice|choose|from|the|following|are|required|unrecognized|expected|one|argument|ignored)\b"
    assert re.search(words, line) is None, line


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        ("solve", "This command also needs EDITION.", "Cette commande demande aussi ÉDITION."),
        ("solve classic --time", "--time needs a value.", "--time demande une valeur."),
        ("play --r", "--r could mean --record, --resume.", "--r peut signifier --record, --resume."),
        (
            "rules classic --option rows=9",
            "'9' is not possible for “rows on the board”. Choose from 8, 10, 12.",
            "« 9 » n’est pas possible pour « nombre de lignes ». Au choix : 8, 10, 12.",
        ),
        (
            "rules house --option holes=9",
            "Choose a number from 1 to 8 for “holes in a code”, not 9.",
            "Pour « nombre de trous », choisissez un nombre de 1 à 8, et non 9.",
        ),
    ],
)
def test_an_error_is_a_sentence_that_says_what_it_is_about(
    keypeg: Keypeg, arguments: str, english: str, french: str
) -> None:
    words = arguments.split()
    assert refusal(keypeg("--lang", "en", *words)) == english
    assert refusal(keypeg("--lang", "fr", *words)).replace("\u00a0", " ") == french


def test_an_unreadable_file_is_reported_in_french_throughout(keypeg: Keypeg, home: Path) -> None:
    assert "Is a directory" not in refusal(keypeg("replay", home, "--lang", "fr"))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "nice\nKEY"],
        ["rules", "KEY"],
        ["rules", "classic", "--option", "KEY=1"],
        ["rules", "classic", "--option", "KEY"],
        ["rules", "classic", "--option", "rows=KEY\n"],
        ["rules", "classic", "--KEY\n"],
        ["KEY"],
        ["mark", "classic", "KEY", "RRBB"],
        ["mark", "classic", "\u202e", "RRBB"],
        ["replay", "KEY\nfile"],
        ["replay", "record.keypeg", "--as", "KEY"],
        ["play", "classic", "--players", "person,KEY"],
        ["play", "--resume", "KEY\n"],
    ],
    ids=repr,
)
def test_typed_text_is_shown_without_control_characters(
    keypeg: Keypeg, home: Path, arguments: list[str], lang: str
) -> None:
    (home / "record.keypeg").write_text("Keypeg: 1\nEdition: classic\n\n", encoding="utf-8")
    refusal(keypeg("--lang", lang, *(word.replace("KEY", "\033[2J\033]0;title\a") for word in arguments)))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "line",
    [
        "1 \033[2J RRBB",
        "\033[2J code RRBB",
        "1 code RR\033B",
        "1 code RRBB @\033[2J",
        "1 resign \033[2J",
        "1 mark \033",
    ],
    ids=repr,
)
def test_text_from_a_record_is_shown_without_control_characters(
    keypeg: Keypeg, home: Path, line: str, lang: str
) -> None:
    (home / "record.keypeg").write_text(f"Keypeg: 1\nEdition: classic\n\n{line}\n", encoding="utf-8")
    ran = keypeg("replay", "record.keypeg", "--lang", lang)
    refusal(ran)
    assert "\033" not in ran.out


def test_a_name_that_is_not_text_is_refused_or_survived(tmp_path: Path) -> None:
    odd = os.fsdecode(b"no\xffsuch.keypeg")
    for encoding in ("utf-8:strict", "ascii"):
        refusal(run(tmp_path, "replay", odd, env={"PYTHONIOENCODING": encoding}))
        ran = run(
            tmp_path,
            *("play", "parker-1974", "--players", "computer,computer", "--names", os.fsdecode(b"\xff,Ben")),
            env={"PYTHONIOENCODING": encoding},
        )
        accepted(ran)


def test_bytes_that_are_not_text_on_standard_input_are_refused_as_in_a_file(tmp_path: Path) -> None:
    ran = run(tmp_path, "replay", "-", stdin=b"Keypeg: 1\n\xff\xfe\n", env={"PYTHONIOENCODING": "utf-8:strict"})
    assert sentence("not-text", "en").search(refusal(ran))


def test_bytes_that_are_not_text_do_not_end_a_game(tmp_path: Path) -> None:
    ran = run(
        tmp_path,
        *("play", "classic", "--players", "person,computer"),
        stdin=b"\xff\xfe\nRRBB\n/quit\n",
        env={"PYTHONIOENCODING": "utf-8:strict"},
    )
    assert "Traceback" not in ran.err
    assert ran.status in (0, 2)


def run_with_closed_output(arguments: list[str], home: Path, **env: str) -> Ran:
    """Run the command with an output pipe that is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            command(*arguments),
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            env=environment(home, **env),
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(writing)
    return Ran(done.returncode, "", done.stderr.decode())


@pytest.mark.parametrize(
    "arguments",
    some_of(
        [
            "editions",
            "editions --json",
            "rules classic",
            "mark classic RRBB RRBB",
            "--help",
            "--version",
            "play --help",
        ],
        quick=4,
    ),
)
def test_a_closed_output_pipe_is_not_an_error(tmp_path: Path, arguments: str) -> None:
    ran = run_with_closed_output(arguments.split(), tmp_path)
    assert ran.err == ""
    assert ran.status == 0


def test_a_game_whose_output_pipe_is_closed_ends_quietly_and_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.keypeg"
    ran = run_with_closed_output(["play", "classic", "--players", "computer,computer", "--record", str(file)], tmp_path)
    assert ran.err == ""
    assert file.read_text().startswith("Keypeg: 1\n")


def test_a_reader_may_take_only_the_first_line(tmp_path: Path) -> None:
    words = command("editions", "--json")
    done = subprocess.run(
        ["bash", "-c", '"$@" | head -n 1', "bash", *words],
        capture_output=True,
        env=environment(tmp_path),
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout == b"{\n"
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", ["editions --json", "mark classic RRBB RRBB", "rules classic"])
def test_a_full_disk_behind_the_output_is_reported_in_one_line(tmp_path: Path, arguments: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command(*arguments.split()),
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
            timeout=PATIENCE,
            check=False,
        )
    refusal(Ran(done.returncode, "", done.stderr.decode()))


@pytest.mark.parametrize(
    ("closed_ones", "arguments"),
    in_turn([{0}, {1}, {2}, {0, 1, 2}], ["replay -", "editions", "editions --json", "play classic --players c,c"]),
    ids=str,
)
def test_closed_standard_streams_do_no_harm(tmp_path: Path, arguments: str, closed_ones: set[int]) -> None:
    def close() -> None:
        for descriptor in closed_ones:
            os.close(descriptor)

    done = subprocess.run(
        command(*arguments.split()),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        timeout=PATIENCE,
        preexec_fn=close,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == (2 if arguments == "replay -" else 0)


@pytest.mark.parametrize("arguments", ["arena classic casual --rounds 2", "play classic --players c,c"])
def test_a_seed_that_is_not_text_is_replaced(tmp_path: Path, arguments: str) -> None:
    ran = run(tmp_path, *arguments.split(), "--seed", "\udcff")
    assert ran.status == 0
    assert ran.err == ""


def test_a_full_disk_behind_the_record_is_reported_in_one_line(tmp_path: Path) -> None:
    max_bytes = 600
    done = subprocess.run(
        command("play", "classic", "--option", "rounds=40", "--players", "computer,computer", "--record", "game"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, COVERAGE_PROCESS_CONFIG=""),  # measuring coverage would need disk space too
        cwd=tmp_path,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (max_bytes, max_bytes)),
        check=False,
    )
    assert (tmp_path / "game").stat().st_size <= max_bytes
    refusal(Ran(done.returncode, "", done.stderr.decode()))


def test_a_broken_link_among_the_saved_games_is_skipped(keypeg: Keypeg, home: Path) -> None:
    folder = home / "data" / "keypeg" / "games"
    folder.mkdir(parents=True)
    (folder / "gone.keypeg").symlink_to(home / "nowhere")
    assert sentence("nothing-to-resume", "en").search(refusal(keypeg("play", "--resume")))


def test_a_folder_among_the_saved_games_is_skipped(keypeg: Keypeg, home: Path) -> None:
    (home / "data" / "keypeg" / "games" / "folder.keypeg").mkdir(parents=True)
    assert sentence("nothing-to-resume", "en").search(refusal(keypeg("play", "--resume")))


def test_an_empty_file_is_not_a_record(keypeg: Keypeg, home: Path) -> None:
    (home / "empty.keypeg").touch()
    assert refusal(keypeg("replay", "empty.keypeg")).startswith("empty.keypeg:1: ")


def test_python_dash_m_gives_the_same_errors(tmp_path: Path) -> None:
    ran = run(tmp_path, "fly")
    refusal(ran)
    assert ran.out == ""
    assert sys.executable in command()
