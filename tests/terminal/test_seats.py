"""Seats: people and bots, chosen by name or letter in either language, and recorded with the game."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.core.errors import ReadError
from keypeg.i18n.seat_text import kind_word
from keypeg.players.bot_names import NAMES_BY_LEVEL, OTHER_NAMES
from keypeg.players.registry import BUILT_IN, LEVELS, player_names
from keypeg.terminal.seats import Seat, default_name, players_line, read_kind
from support.added_players import NAMES
from support.command import Keypeg, accepted, environment, games, refusal
from support.pseudo_terminal import Pseudo
from support.thoroughness import first_of
from terminal.test_line_mode import done, typed

FRENCH = {"beginner": "débutant", "casual": "amateur", "strong": "fort", "perfect": "parfait", "devil": "diable"}


def header(file: Path, name: str) -> str:
    """The value of a header of a record."""
    match = re.search(rf"^{name}: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert match is not None
    return match[1]


# what is typed


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("kind", [*BUILT_IN, "person"])
def test_every_kind_of_player_has_a_name_in_both_languages(kind: str, lang: str) -> None:
    for word in (kind_word(kind, "en"), kind_word(kind, "fr"), kind.upper(), f" {kind_word(kind, 'fr').capitalize()} "):
        assert read_kind(word, lang) == kind


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("word", ["computer", "c", "ordinateur", "o", "comp", "ordi", "C"])
def test_computer_means_the_casual_bot(word: str, lang: str) -> None:
    assert read_kind(word, lang) == "casual"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_p_is_a_person_though_other_names_begin_with_p(lang: str) -> None:
    assert read_kind("p", lang) == read_kind("P", lang) == "person"


@pytest.mark.parametrize(
    ("typed_letters", "lang", "kind"),
    [
        ("b", "en", "beginner"),
        ("s", "en", "strong"),
        ("d", "en", "devil"),
        ("perf", "en", "perfect"),
        ("pers", "en", "person"),
        ("f", "en", "strong"),
        ("a", "fr", "casual"),
        ("f", "fr", "strong"),
        ("pa", "fr", "perfect"),
        ("deb", "fr", "beginner"),
        ("dé", "fr", "beginner"),
        ("di", "fr", "devil"),
        ("b", "fr", "beginner"),
        ("s", "fr", "strong"),
        ("dev", "fr", "devil"),
        ("debutant", "fr", "beginner"),
    ],
)
def test_unique_first_letters_are_enough(typed_letters: str, lang: str, kind: str) -> None:
    assert read_kind(typed_letters, lang) == kind


@pytest.mark.parametrize(
    ("typed_letters", "lang"), [("pe", "en"), ("d", "fr"), ("", "en"), ("", "fr"), ("x", "en"), ("strongest", "en")]
)
def test_an_unknown_or_ambiguous_name_is_refused_with_the_list_of_players(typed_letters: str, lang: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_kind(typed_letters, lang)
    assert caught.value.code == "unknown-player"
    listed = str(caught.value.details["players"]).split(", ")
    assert listed[:6] == [kind_word(kind, lang) for kind in ("person", *BUILT_IN)]


def test_every_player_of_keypegs_has_a_name_in_french() -> None:
    assert {kind: kind_word(kind, "fr") for kind in BUILT_IN} == FRENCH
    assert set(LEVELS) <= set(FRENCH)


@pytest.mark.usefixtures("added_players_path")
def test_added_players_are_found_by_name_after_keypegs_own() -> None:
    assert player_names() == (*BUILT_IN, *sorted(NAMES))
    assert read_kind("shifty", "en") == read_kind("SHI", "fr") == "shifty"
    with pytest.raises(ReadError):
        read_kind("s", "en")  # strong, shifty, sleeper


def test_a_bot_has_a_name_of_its_level_that_nobody_else_has() -> None:
    names = [default_name("casual", seat, "en") for seat in range(1, 6)]
    assert names[:2] == ["Casey", "Camille"]
    assert len(set(names)) == 5
    assert set(names) <= set(NAMES_BY_LEVEL["casual"])
    assert default_name("casual", 1, "fr") == "Casey"
    assert default_name("casual", 1, "en", taken=("Casey",)) == "Camille"
    assert default_name("casual", 1, "en", NAMES_BY_LEVEL["casual"]) == "Casey 1"
    assert default_name("shifty", 1, "en") in OTHER_NAMES
    assert default_name("person", 2, "en") == "Player 2"


def test_players_are_introduced_by_name_and_bots_by_level_too() -> None:
    seats = (Seat("Casey", "casual"), Seat("Ann", "person"), Seat("Pascal", "shifty"))
    assert players_line(seats, "en") == "At the table: Casey, casual · Ann · Pascal, shifty"
    assert players_line(seats, "fr") == "À la table\u00a0: Casey, amateur · Ann · Pascal, shifty"


# at the table


@pytest.mark.parametrize("words", ["person,beginner", "p,b", "personne,débutant", "P,BEGINNER"])
def test_an_opponent_is_chosen_on_the_command_line(keypeg: Keypeg, home: Path, words: str) -> None:
    text = accepted(keypeg("play", "classic", "--players", words, stdin=typed("KWYG", "/quit")))
    assert "At the table: Player 1 · Charlie, beginner" in text
    assert "Charlie guesses" in text
    [file] = games(home)
    assert [header(file, f"Kind {seat}") for seat in (1, 2)] == ["person", "beginner"]


def test_in_french_the_level_of_an_opponent_is_told_in_french_and_recorded_as_its_kind(
    keypeg: Keypeg, home: Path
) -> None:
    text = accepted(keypeg("play", "classic", "--players", "amateur,b", "--lang", "fr"))
    assert "Casey a composé le code." in text
    assert "À la table\u00a0: Casey, amateur · Charlie, débutant" in text
    [file] = games(home)
    assert [header(file, name) for name in ("Seat 1", "Kind 1", "Seat 2", "Kind 2")] == [
        *("Casey", "casual", "Charlie", "beginner"),
    ]


def test_an_opponent_is_chosen_when_asked(tmp_path: Path) -> None:
    with Pseudo(tmp_path, "play") as game:
        game.answers("Which edition?", "hasbro-2004~seats_3")
        output = game.answers("[casual]", "beg")
        assert "Seat 1: p for a person, or a computer (beginner, casual, strong, perfect, devil)?" in unfolded(output)
        game.answers("Seat 2", "robot")
        assert "'robot'" in game.answers("Seat 2", "pe")
        output = game.answers("Seat 2", "")
        assert "There is no player 'pe'. Choose from person, beginner, casual, strong, perfect, devil." in unfolded(
            output
        )
        game.answers("What is the name of player 2? [Player 2]", "Ann")
        game.answers("Seat 3", "c")
        game.answers("Your guess", "/quit")
        assert game.ends() == 0
    [file] = games(tmp_path)
    assert [header(file, f"Kind {seat}") for seat in (1, 2, 3)] == ["beginner", "person", "casual"]


def test_an_opponent_is_chosen_when_asked_in_french(tmp_path: Path) -> None:
    with Pseudo(tmp_path, "play", "--lang", "fr") as game:
        game.answers("Quelle édition", "classic~rows_12")
        output = game.answers("[amateur]", "déb")
        question = "Place 1 : p pour une personne, ou un ordinateur (débutant, amateur, fort, parfait, diable) ?"
        assert question in unfolded(output)
        game.answers("[personne]", "")
        game.answers("Quel est le nom du joueur 2\u00a0? [Joueur 2]", "")
        game.answers("Votre essai", "/quitter")
        assert game.ends() == 0
        assert "Lou, débutant · Joueur 2" in game.shown
    [file] = games(tmp_path)
    assert header(file, "Kind 1") == "beginner"


def unfolded(text: str) -> str:
    """The text on one line, as in a wide window."""
    return " ".join(text.replace("\u00a0", " ").split())


def test_no_question_before_a_game_is_broken_within_a_word(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        with Pseudo(tmp_path, "play", "--lang", lang) as game:
            game.answers("[1]", "classic~rows_12")
            lines = re.split(r"\r?\n", game.wait_for("[casual]" if lang == "en" else "[amateur]"))
            assert [line for line in lines if len(line) > 80] == []


def test_a_bot_that_never_commits_is_refused_where_parts_are_dealt(keypeg: Keypeg, added_players_path: str) -> None:
    text = accepted(keypeg("play", "mastermind-44~seats_2", stdin=typed("shifty", "casual", "p", "/quit")))
    assert "shifty never settles on a code, so it cannot play where codes are dealt or must be fixed." in text
    assert text.count("Seat 1") == 2


@pytest.mark.parametrize(
    ("kind", "loaded"), first_of([("casual", False), ("strong", True), ("beginner", False), ("devil", True)], quick=2)
)
def test_the_solver_is_loaded_only_for_bots_that_use_it(tmp_path: Path, kind: str, loaded: bool) -> None:
    program = (
        "import sys\n"
        "from keypeg.editions import edition\n"
        "from keypeg.terminal.seats import Seat, prepare_bots\n"
        f"prepare_bots((Seat('Ann', 'person'), Seat('Bot', {kind!r})), edition('classic'), 'en')\n"
        "print('numpy' in sys.modules)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment(tmp_path), capture_output=True, check=True, timeout=600
    )
    assert ran.stdout.decode().strip() == str(loaded)


# resumed


@pytest.mark.parametrize("edition", first_of(["classic", "mastermind-44~seats_3", "challenge-2001~rounds_1"], quick=2))
def test_a_resumed_game_has_the_same_opponents(keypeg: Keypeg, home: Path, edition: str) -> None:
    players = "beginner,casual,beginner" if "44" in edition else "beginner,casual"
    whole = home / "whole.keypeg"
    accepted(keypeg("play", edition, "--players", players, "--seed", "5", "--record", whole))
    head, body = whole.read_text().split("\n\n", 1)
    for cut in range(len(body.splitlines())):
        part = home / f"cut-{cut}.keypeg"
        part.write_text(head + "\n\n" + "".join(f"{line}\n" for line in body.splitlines()[:cut]))
        accepted(keypeg("play", "--resume", part))
        assert done(part) == done(whole)


@pytest.mark.parametrize("kinds", [("computer", "casual"), ("novice", "beginner")], ids=str)
def test_an_older_record_resumes_with_the_bot_that_it_means(keypeg: Keypeg, home: Path, kinds: tuple[str, str]) -> None:
    ended = []
    for kind in kinds:
        file = home / f"{kind}.keypeg"
        headers = f"Kind 1: {kind}\nKind 2: {kind}"
        file.write_text(f"Keypeg: 1\nEdition: classic\n{headers}\nSeed: 4\n\n1 code KWYG\n2 guess RRBB\n")
        accepted(keypeg("play", "--resume", file))
        assert header(file, "Kind 1") == kind, "a record is not rewritten"
        ended.append(done(file))
    assert ended[0] == ended[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_record_with_a_player_that_is_not_installed_is_not_resumed(keypeg: Keypeg, home: Path, lang: str) -> None:
    file = home / "game.keypeg"
    file.write_text("Keypeg: 1\nEdition: classic\nKind 1: person\nKind 2: robot\n\n1 code KWYG\n")
    before = file.read_bytes()
    why = refusal(keypeg("play", "--resume", file, "--lang", lang))
    assert str(file) in why
    assert "robot" in why
    assert "Kind 2" in why
    assert file.read_bytes() == before
    accepted(keypeg("replay", file, "--lang", lang))


# players that fail


@pytest.mark.usefixtures("added_players_path")
def test_a_game_whose_bot_fails_is_saved_and_can_resume_with_another(keypeg: Keypeg, home: Path) -> None:
    ran = keypeg("play", "classic", "--players", "person,clumsy", "--record", "game", stdin=typed("KWYG"))
    assert "clumsy failed (ZeroDivisionError: oops" in refusal(ran)
    assert "play --resume game" in ran.out
    assert "has set the code: K W Y G" in ran.out, "what has happened is told before"
    file = home / "game"
    assert done(file) == ["1 code KWYG"]
    assert "clumsy failed" in refusal(keypeg("play", "--resume", file))
    file.write_text(file.read_text().replace("Kind 2: clumsy", "Kind 2: beginner"))
    text = accepted(keypeg("play", "--resume", file, stdin=typed("/quit")))
    assert f"{default_name('clumsy', 2, 'en')} guesses" in text


@pytest.mark.usefixtures("added_players_path")
def test_a_bot_that_fails_after_a_persons_action_ends_the_game_without_blaming_the_person(
    keypeg: Keypeg, home: Path
) -> None:
    ran = keypeg("play", "classic", "--players", "fool,person", "--record", "game", stdin=typed("RRB", "RRBB", "RRBB"))
    assert "fool failed (LookupError: no idea)" in refusal(ran)
    assert "A code has 4 holes here, not 3." in ran.out, "nobody thinks about a guess that is not allowed"
    assert len(done(home / "game")) == 1


# who acts first


def test_a_bot_that_calls_is_heard_before_a_person_acts(keypeg: Keypeg, home: Path) -> None:
    file = home / "game.keypeg"
    rows = ["1 guess YKKKK", "2 guess R.KKK", "1 guess YKKKK", "2 guess R.YYY"]
    kinds = "Kind 1: person\nKind 2: casual"
    file.write_text(
        "\n".join(["Keypeg: 1", "Edition: mastermind-44~seats_2", kinds, "", "table deal R.... .B...", *rows]) + "\n"
    )
    text = accepted(keypeg("play", "--resume", file))
    assert done(file)[-2:] == ["2 call", "2 answer RB..."]
    assert "Your guess" not in text
