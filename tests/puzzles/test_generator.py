"""Puzzles: exactly one code left, or exactly one best guess, made by difficulty and seed."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest

from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.errors import RuleError
from keypeg.core.marks import KeyPegs
from keypeg.puzzles.best_guess import CODES_LEFT_RANGES
from keypeg.puzzles.generator import check_answer, codes_fitting_puzzle, make_puzzle
from keypeg.puzzles.puzzle import Difficulty, Puzzle, PuzzleKind
from keypeg.puzzles.puzzle_hints import codes_left_by_row, deduce_from_puzzle, explain_best_guess, list_hints
from keypeg.records.position_links import read_position, write_position
from keypeg.study.puzzle_values import position_of_puzzle
from support.puzzle_checks import DEALT, EDITIONS, all_codes, answers, edition_of, fitting
from support.thoroughness import first_of, some_of

pytestmark = pytest.mark.no_cover  # slow and repetitive: other tests cover the same code faster

SEEDS = ("deux et demi",)
EASY, MEDIUM, HARD = Difficulty

LIGHT = (
    "classic",
    "challenge-2001~holes_4~race_yes",
    "hasbro-2004~experts_yes",
    "traffic-jam-2000~option_1",
    "house~blanks_yes~repeats_no",
    "mastermind-44~seats_3",
)
"""Some editions of every kind, without the largest."""

TABLES = first_of(dict.fromkeys([*LIGHT, *EDITIONS, *DEALT]), quick=len(LIGHT))
"""The editions for which most tests make puzzles."""


@cache
def make(link: str, kind: PuzzleKind, difficulty: Difficulty, seed: str) -> Puzzle:
    """A puzzle, cached for all tests."""
    return make_puzzle(edition_of(link), kind, difficulty, seed)


def puzzles_of(kind: PuzzleKind, *editions: str, seeds: tuple[str, ...] = SEEDS) -> Iterator[Puzzle]:
    """Puzzles of this kind in these editions, of every difficulty."""
    for link in editions:
        for difficulty in Difficulty:
            for seed in seeds:
                yield make(link, kind, difficulty, seed)


# One code


@pytest.mark.parametrize("link", TABLES)
def test_exactly_one_code_fits_and_every_row_is_needed(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, link):
        assert answers(puzzle, puzzle.rows) == {puzzle.answer}
        for row in puzzle.rows:
            others = tuple(other for other in puzzle.rows if other is not row)
            assert len(answers(puzzle, others)) > 1


@pytest.mark.parametrize("link", TABLES)
def test_no_row_is_the_code_itself(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, link):
        solved = puzzle.edition.marking.solved(puzzle.edition.secret_space(puzzle.seat).holes)
        assert all(given.mark != solved for row in puzzle.rows for given in row.marks)
        assert puzzle.answer not in [row.guess for row in puzzle.rows]


@pytest.mark.parametrize("link", TABLES)
def test_harder_puzzles_take_more_steps(link: str) -> None:
    efforts = [
        [make(link, PuzzleKind.ONE_CODE, difficulty, seed).effort for difficulty in Difficulty]
        for seed in (*SEEDS, "3", "4")
    ]
    assert all(easy <= medium <= hard for easy, medium, hard in efforts)
    easy, medium, hard = (sum(column) for column in zip(*efforts, strict=True))
    assert easy < hard
    assert (
        easy < medium < hard or edition_of(link).dealt
    )  # so few parts are dealt there that some difficulties are equal


def test_easy_codes_are_found_by_reading_alone_and_hard_ones_seldom() -> None:
    def found_by_reading(difficulty: Difficulty) -> list[bool]:
        seeds = map(str, range(12))
        return [deduce_from_puzzle(make("classic", PuzzleKind.ONE_CODE, difficulty, seed)).is_found for seed in seeds]

    assert all(found_by_reading(EASY))
    assert sum(found_by_reading(HARD)) <= 3


def plain_steps(edition: Edition, puzzle: Puzzle) -> int:
    """The steps of a puzzle, counted with sets of whole codes, as the measure is described."""
    mark = edition.marking.mark
    codes = [[code for code in all_codes(edition) if mark(code, row.guess) == row.marks[0].mark] for row in puzzle.rows]
    return _count(codes, edition.marking.ordered)


def _count(by_row: list[list[Code]], ordered: bool) -> int:
    everything = [code for codes in by_row for code in codes]
    holes = [set(range(21)) for _ in everything[0]] if everything else []
    often = [(0, len(holes))] * 21
    steps = silent = at = 0
    while silent < len(by_row) and all(by_row):
        remaining = [
            code
            for code in by_row[at]
            if (not ordered or all(peg in pegs for peg, pegs in zip(code, holes, strict=True)))
            and all(low <= code.count(peg) <= high for peg, (low, high) in enumerate(often))
        ]
        by_row[at] = remaining
        new_holes = [pegs & {code[hole] for code in remaining} for hole, pegs in enumerate(holes)]
        new_often = [
            (
                max(low, min((code.count(peg) for code in remaining), default=99)),
                min(high, max((code.count(peg) for code in remaining), default=-1)),
            )
            for peg, (low, high) in enumerate(often)
        ]
        is_new = (ordered and new_holes != holes) or new_often != often
        holes, often = new_holes, new_often
        steps, silent = (steps + 1, 1) if is_new else (steps, silent + 1)
        at = (at + 1) % len(by_row)
    if len(min(by_row, key=len)) < 2:
        return steps
    if ordered:
        hole = min((h for h in range(len(holes)) if len(holes[h]) > 1), key=lambda h: (len(holes[h]), h))
        cases = [[[c for c in codes if c[hole] == peg] for codes in by_row] for peg in holes[hole]]
    else:
        peg = min((p for p in range(21) if often[p][0] < often[p][1]), key=lambda p: (often[p][1] - often[p][0], p))
        numbers = range(often[peg][0], often[peg][1] + 1)
        cases = [[[c for c in codes if c.count(peg) == number] for codes in by_row] for number in numbers]
    return steps + sum(1 + _count(case, ordered) for case in cases)


@pytest.mark.parametrize(
    "link", ["classic", "parker-1974~different_yes", "traffic-jam-2000~option_1", "house~blanks_yes"]
)
def test_the_steps_agree_with_a_plain_count(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, link, seeds=("a", "b")):
        assert plain_steps(puzzle.edition, puzzle) == puzzle.effort


# One best guess


@pytest.mark.parametrize("link", some_of(EDITIONS, quick=4))
def test_harder_best_guess_puzzles_have_more_codes_left(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.BEST_GUESS, link, seeds=SEEDS):
        left = fitting(puzzle.edition, puzzle.rows)
        assert len(left) == puzzle.effort
        assert puzzle.effort in CODES_LEFT_RANGES[puzzle.difficulty]
        assert codes_fitting_puzzle(puzzle) == tuple(sorted(left))
        for row in puzzle.rows:
            others = tuple(other for other in puzzle.rows if other is not row)
            assert len(fitting(puzzle.edition, others)) > len(left)


def test_the_three_difficulties_do_not_overlap() -> None:
    assert CODES_LEFT_RANGES[EASY].stop <= CODES_LEFT_RANGES[MEDIUM].start
    assert CODES_LEFT_RANGES[MEDIUM].stop <= CODES_LEFT_RANGES[HARD].start


class PlainSearch:
    """The totals of guesses, found by trying them all: plain and slow."""

    def __init__(self, edition: Edition) -> None:
        self.guesses = list(edition.guess_space(edition.seats))
        self.mark = cache(edition.marking.mark)

    def cells(self, codes: tuple[Code, ...], guess: Code) -> dict[object, tuple[Code, ...]]:
        cells_by_mark: dict[object, tuple[Code, ...]] = {}
        for code in codes:
            cells_by_mark[self.mark(code, guess)] = (*cells_by_mark.get(self.mark(code, guess), ()), code)
        return cells_by_mark

    def cost(self, codes: tuple[Code, ...], guess: Code) -> int:
        """How many guesses all these codes need together if this one is next."""
        cells = [cell for cell in self.cells(codes, guess).values() if cell != (guess,)]
        if len(cells) == 1 and len(cells[0]) == len(codes) > 1:
            return 10_000  # it tells nothing
        return len(codes) + sum(self.least(cell) for cell in cells)

    @cache  # noqa: B019 - it lives as long as its test
    def least(self, codes: tuple[Code, ...]) -> int:
        """How many guesses all these codes need together at least."""
        if len(codes) < 3:
            return 2 * len(codes) - 1
        return min(self.cost(codes, guess) for guess in self.guesses)


def exchanges(puzzle: Puzzle) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Every exchange of holes and colours that maps the rows to themselves."""
    space = puzzle.edition.secret_space(puzzle.seat)
    for order in permutations(range(space.holes)):
        for colours in permutations(range(1, space.colours + 1)):
            images = {0: 0, **dict(enumerate(colours, 1))}
            if all(tuple(images[row.guess[hole]] for hole in order) == row.guess for row in puzzle.rows):
                yield order, images


@pytest.mark.parametrize("link", ["parker-1974", "parker-1974~different_yes", "house~holes_3~colours_4~marking_sum"])
@pytest.mark.parametrize("difficulty", [EASY, MEDIUM])
def test_exactly_one_guess_is_best_apart_from_equivalent_ones(link: str, difficulty: Difficulty) -> None:
    edition = edition_of(link)
    plain = PlainSearch(edition)
    for seed in SEEDS:
        puzzle = make_puzzle(edition, PuzzleKind.BEST_GUESS, difficulty, seed)
        codes = tuple(fitting(edition, puzzle.rows))
        costs = {guess: plain.cost(codes, guess) for guess in plain.guesses}
        least = min(costs.values())
        assert costs[puzzle.answer] == least
        equivalent = {tuple(images[puzzle.answer[hole]] for hole in order) for order, images in exchanges(puzzle)}
        parted = {parts(plain, codes, guess) for guess in equivalent}
        for guess, cost in costs.items():
            assert check_answer(puzzle, guess).right == (cost == least)
            assert cost > least or parts(plain, codes, guess) in parted


def parts(plain: PlainSearch, codes: tuple[Code, ...], guess: Code) -> frozenset[object]:
    """The partition of a guess, and whether it is one of the codes."""
    return frozenset((cell, cell == (guess,)) for cell in plain.cells(codes, guess).values())


def test_the_value_of_a_guess_agrees_with_a_plain_search() -> None:
    edition = edition_of("parker-1974")
    plain = PlainSearch(edition)
    puzzle = make_puzzle(edition, PuzzleKind.BEST_GUESS, EASY, "worth")
    codes = tuple(fitting(edition, puzzle.rows))
    explained = explain_best_guess(puzzle)
    assert explained.codes == codes
    assert explained.best.expected == plain.least(codes) / len(codes)
    assert explained.best.marks == len(plain.cells(codes, puzzle.answer))
    assert explained.best.can_be_code == (puzzle.answer in codes)
    values = {guess: check_answer(puzzle, guess).value for guess in plain.guesses}
    informative = [guess for guess in plain.guesses if len(plain.cells(codes, guess)) > 1]
    assert all(values[guess].expected == plain.cost(codes, guess) / len(codes) for guess in informative)  # type: ignore[union-attr]
    silent = [guess for guess in plain.guesses if guess not in informative]
    assert all(values[guess].expected == 1 + explained.best.expected for guess in silent)  # type: ignore[union-attr]
    others = [guess for guess in codes if plain.cost(codes, guess) > plain.least(codes)]
    assert explained.rival in others
    assert explained.rival_value is not None
    assert explained.rival_value.expected == min(plain.cost(codes, guess) for guess in others) / len(codes)


# Both kinds


@pytest.mark.parametrize("link", TABLES)
def test_the_same_seed_makes_the_same_puzzle_and_another_seed_another(link: str) -> None:
    for kind in PuzzleKind if link in EDITIONS else [PuzzleKind.ONE_CODE]:
        puzzles = [make(link, kind, MEDIUM, seed) for seed in (*SEEDS, "3", "4")]
        assert puzzles[0] == make_puzzle(edition_of(link), kind, MEDIUM, SEEDS[0])
        assert len({puzzle.rows for puzzle in puzzles}) > 2


@pytest.mark.parametrize("link", TABLES)
def test_every_puzzle_can_be_written_as_a_link(link: str) -> None:
    for kind in PuzzleKind if link in EDITIONS else [PuzzleKind.ONE_CODE]:
        for puzzle in puzzles_of(kind, link, seeds=SEEDS):
            position = position_of_puzzle(puzzle)
            assert read_position(write_position(position)) == position
            assert [tuple(row) for row in position.rows] == [tuple(row) for row in puzzle.rows]


@pytest.mark.parametrize("link", TABLES)
def test_the_board_has_a_row_left_for_the_code(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, link):
        assert 0 < len(puzzle.rows) <= puzzle.edition.guesses.rows - (not puzzle.edition.dealt)


def test_several_breakers_guess_in_turn() -> None:
    puzzle = next(p for p in puzzles_of(PuzzleKind.ONE_CODE, "hasbro-2004~seats_4") if len(p.rows) > 3)
    assert [row.seat for row in puzzle.rows[:4]] == [2, 3, 4, 2]
    assert puzzle.edition.secrets.makers is Makers.ONE


def test_the_solving_seat_holds_its_own_part() -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, "mastermind-44"):
        assert sum(map(bool, puzzle.own)) == 1
        assert all(mine in (0, peg) for mine, peg in zip(puzzle.own, puzzle.answer, strict=True))
        assert all(row.seat == puzzle.seat == 4 for row in puzzle.rows)
        assert all([given.by for given in row.marks] == [1, 2, 3] for row in puzzle.rows)
        assert all(puzzle.own[row.guess.index(0)] for row in puzzle.rows if 0 in row.guess)


# Impossible puzzles


@pytest.mark.cover
@pytest.mark.parametrize(
    ("link", "kind", "code"),
    [
        ("mastermind-44", PuzzleKind.BEST_GUESS, "no-best-guess"),
        ("house~holes_8~colours_12", PuzzleKind.ONE_CODE, "game-too-large"),
        ("house~holes_8~colours_12", PuzzleKind.BEST_GUESS, "game-too-large"),
        ("house~seats_4~holes_8~parts_2~marking_parts", PuzzleKind.ONE_CODE, "game-too-large"),
        ("house~holes_1~colours_2", PuzzleKind.BEST_GUESS, "no-such-puzzle"),
        ("house~rows_1", PuzzleKind.ONE_CODE, "no-such-puzzle"),
    ],
)
def test_an_impossible_puzzle_is_refused_with_a_reason(link: str, kind: PuzzleKind, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        make_puzzle(edition_of(link), kind, MEDIUM, "none")
    assert caught.value.code == code


def test_the_smallest_game_still_has_a_puzzle() -> None:
    puzzle = make_puzzle(edition_of("house~holes_1~colours_2"), PuzzleKind.ONE_CODE, HARD, "small")
    assert answers(puzzle, puzzle.rows) == {puzzle.answer}


# Answers


@pytest.mark.parametrize("link", ["classic", "parker-1974", "traffic-jam-2000~option_3", "hasbro-2004"])
def test_the_verdict_on_a_wrong_code_names_the_contradicting_rows(link: str) -> None:
    puzzle = make_puzzle(edition_of(link), PuzzleKind.ONE_CODE, MEDIUM, "wrong")
    mark = puzzle.edition.marking.mark
    for code in all_codes(puzzle.edition)[::7]:
        verdict = check_answer(puzzle, code)
        wrong = [row for row in puzzle.rows if mark(code, row.guess) != row.marks[0].mark]
        assert [puzzle.rows[misfit.row - 1] for misfit in verdict.contradicted] == wrong
        assert all(misfit.right == (mark(code, puzzle.rows[misfit.row - 1].guess),) for misfit in verdict.contradicted)
        assert verdict.right == (not wrong) == (code == puzzle.answer)


def test_where_only_colours_count_any_order_is_right() -> None:
    puzzle = make_puzzle(edition_of("traffic-jam-2000~option_1"), PuzzleKind.ONE_CODE, MEDIUM, "order")
    assert all(check_answer(puzzle, code).right for code in permutations(puzzle.answer))
    puzzle = make_puzzle(edition_of("traffic-jam-2000~option_1"), PuzzleKind.BEST_GUESS, MEDIUM, "order")
    assert all(check_answer(puzzle, code).right for code in permutations(puzzle.answer))


@pytest.mark.parametrize("link", DEALT)
def test_only_the_one_whole_code_is_right(link: str) -> None:
    puzzle = make_puzzle(edition_of(link), PuzzleKind.ONE_CODE, HARD, "whole")
    for code in list(puzzle.edition.secrets.space)[::37]:
        verdict = check_answer(puzzle, code)
        assert verdict.right == (code == puzzle.answer)
        assert verdict.keeps_own_parts == all(mine in (0, peg) for mine, peg in zip(puzzle.own, code, strict=True))
        for misfit in verdict.contradicted:
            assert code not in answers(puzzle, (puzzle.rows[misfit.row - 1],))
        if verdict.keeps_own_parts and not verdict.contradicted and not verdict.right:
            assert all(code in answers(puzzle, (row,)) for row in puzzle.rows)
    assert check_answer(puzzle, puzzle.answer).right


@pytest.mark.parametrize("kind", PuzzleKind)
def test_an_impossible_answer_is_refused(kind: PuzzleKind) -> None:
    puzzle = make_puzzle(edition_of("hasbro-2004"), kind, EASY, "refused")
    with pytest.raises(RuleError, match="4 holes"):
        check_answer(puzzle, (1, 2, 3))
    with pytest.raises(RuleError, match="blank"):
        check_answer(puzzle, (1, 2, 3, 0))
    if kind is PuzzleKind.ONE_CODE:
        with pytest.raises(RuleError, match="different"):
            check_answer(puzzle, (1, 1, 2, 3))
    else:
        assert check_answer(puzzle, (1, 1, 1, 1)).value is not None


# Hints and explanations


@pytest.mark.cover
@pytest.mark.parametrize("link", ["classic", "hasbro-2000-advanced", "mastermind-44", "traffic-jam-2000~option_1"])
def test_hints_are_true_and_never_reveal_everything(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, link):
        first, *others = list_hints(puzzle)
        alone = [len(answers(puzzle, (row,))) for row in puzzle.rows]
        assert (first.key, first.codes) == ("hint-row", min(alone))
        assert alone[first.number - 1] == first.codes
        revealed = 0
        for hint in others:
            if hint.key == "hint-absent":
                assert not set(hint.pegs) & set(puzzle.answer)
            elif hint.key == "hint-colour":
                assert puzzle.answer.count(hint.pegs[0]) == hint.number
                revealed += hint.number
            else:
                assert hint.key == "hint-hole"
                assert puzzle.answer[hint.number - 1] == hint.pegs[0]
                assert not puzzle.own or puzzle.own[hint.number - 1] == 0
                revealed += 1
        assert revealed < len(puzzle.answer) - sum(map(bool, puzzle.own))


@pytest.mark.cover
def test_hints_for_a_best_guess_end_with_the_codes_left() -> None:
    for puzzle in puzzles_of(PuzzleKind.BEST_GUESS, "classic"):
        can_be, marks, listed = list_hints(puzzle)
        assert not can_be.listed, "the first hint is never a whole guess"
        left = fitting(puzzle.edition, puzzle.rows)
        assert list(listed.listed) == sorted(left)
        assert can_be.key == ("hint-can-be" if puzzle.answer in left else "hint-cannot-be")
        assert marks.number == len({puzzle.edition.marking.mark(code, puzzle.answer) for code in left})


@pytest.mark.parametrize("link", ["classic", "mastermind-44~seats_3"])
def test_the_codes_left_decrease_row_by_row_to_one(link: str) -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, link):
        left = codes_left_by_row(puzzle)
        rows = range(1, len(puzzle.rows) + 1)
        assert left == tuple(len(answers(puzzle, puzzle.rows[:row])) for row in rows)
        assert left[-1] == 1


@pytest.mark.cover
def test_certainties_are_true_of_the_answer() -> None:
    for puzzle in puzzles_of(PuzzleKind.ONE_CODE, "classic", "hasbro-2000-advanced"):
        reading = deduce_from_puzzle(puzzle)
        assert all(peg in pegs for peg, pegs in zip(puzzle.answer, reading.holes, strict=True))
        assert all(low <= puzzle.answer.count(peg) <= high for peg, (low, high) in enumerate(reading.pegs))
        assert reading.is_found == all(len(pegs) == 1 for pegs in reading.holes)


def test_a_mark_is_key_pegs_or_a_number() -> None:
    assert all(
        isinstance(row.marks[0].mark, KeyPegs) for p in puzzles_of(PuzzleKind.ONE_CODE, "classic") for row in p.rows
    )
