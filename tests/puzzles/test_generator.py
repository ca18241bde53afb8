"""Problems: exactly one code left, or exactly one best guess, made by difficulty and seed."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest

from keypeg.core.codes import Code
from keypeg.core.edition import Edition, Makers
from keypeg.core.errors import RuleError
from keypeg.core.marks import KeyPegs
from keypeg.puzzles.best_guess import CODES_LEFT
from keypeg.puzzles.generator import codes_behind, judge, make_problem
from keypeg.puzzles.puzzle import Difficulty, Kind, Problem
from keypeg.puzzles.puzzle_hints import explain_guess, hints, left_after_each, reading_of
from keypeg.records.position_links import read_position, write_position
from keypeg.study.puzzle_values import position_of
from support.puzzle_checks import DEALT, EDITIONS, all_codes, answers, fitting, named

pytestmark = pytest.mark.no_cover  # it runs through much, again and again: that is covered elsewhere, and faster

SEEDS = ("deux et demi",)
EASY, MEDIUM, HARD = Difficulty


@cache
def made(link: str, kind: Kind, difficulty: Difficulty, seed: str) -> Problem:
    """A problem, made once for all tests."""
    return make_problem(named(link), kind, difficulty, seed)


def every(kind: Kind, *editions: str, seeds: tuple[str, ...] = SEEDS) -> Iterator[Problem]:
    """Problems of this kind in these editions, of every difficulty."""
    for link in editions:
        for difficulty in Difficulty:
            for seed in seeds:
                yield made(link, kind, difficulty, seed)


# One code


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT])
def test_exactly_one_code_fits_the_rows_and_no_row_can_be_left_out(link: str) -> None:
    for problem in every(Kind.ONE_CODE, link):
        assert answers(problem, problem.rows) == {problem.answer}
        for row in problem.rows:
            others = tuple(other for other in problem.rows if other is not row)
            assert len(answers(problem, others)) > 1


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT])
def test_no_row_says_that_it_is_the_code(link: str) -> None:
    for problem in every(Kind.ONE_CODE, link):
        solved = problem.edition.marking.solved(problem.edition.secret_space(problem.seat).holes)
        assert all(given.mark != solved for row in problem.rows for given in row.marks)
        assert problem.answer not in [row.guess for row in problem.rows]


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT])
def test_from_easy_to_hard_the_code_takes_more_steps_to_find(link: str) -> None:
    efforts = [[made(link, Kind.ONE_CODE, each, seed).effort for each in Difficulty] for seed in (*SEEDS, "3", "4")]
    assert all(easy <= medium <= hard for easy, medium, hard in efforts)
    easy, medium, hard = (sum(column) for column in zip(*efforts, strict=True))
    assert easy < hard
    assert easy < medium < hard or named(link).dealt  # so little is dealt there that some difficulties are alike


def test_an_easy_code_can_be_found_by_reading_alone_and_a_hard_one_seldom() -> None:
    def found(difficulty: Difficulty) -> list[bool]:
        seeds = map(str, range(12))
        return [reading_of(made("classic", Kind.ONE_CODE, difficulty, seed)).found for seed in seeds]

    assert all(found(EASY))
    assert sum(found(HARD)) <= 3


def plain_steps(edition: Edition, problem: Problem) -> int:
    """How many steps a problem takes, counted in sets of whole codes, as the measure is described."""
    mark = edition.marking.mark
    codes = [
        [code for code in all_codes(edition) if mark(code, row.guess) == row.marks[0].mark] for row in problem.rows
    ]
    return _count(codes, edition.marking.ordered)


def _count(by_row: list[list[Code]], ordered: bool) -> int:
    everything = [code for codes in by_row for code in codes]
    holes = [set(range(21)) for _ in everything[0]] if everything else []
    often = [(0, len(holes))] * 21
    steps = silent = at = 0
    while silent < len(by_row) and all(by_row):
        kept = [
            code
            for code in by_row[at]
            if (not ordered or all(peg in pegs for peg, pegs in zip(code, holes, strict=True)))
            and all(low <= code.count(peg) <= high for peg, (low, high) in enumerate(often))
        ]
        by_row[at] = kept
        new_holes = [pegs & {code[hole] for code in kept} for hole, pegs in enumerate(holes)]
        new_often = [
            (
                max(low, min((code.count(peg) for code in kept), default=99)),
                min(high, max((code.count(peg) for code in kept), default=-1)),
            )
            for peg, (low, high) in enumerate(often)
        ]
        said = (ordered and new_holes != holes) or new_often != often
        holes, often = new_holes, new_often
        steps, silent = (steps + 1, 1) if said else (steps, silent + 1)
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
def test_the_steps_are_those_of_whoever_counts_them_by_hand(link: str) -> None:
    for problem in every(Kind.ONE_CODE, link, seeds=("a", "b")):
        assert plain_steps(problem.edition, problem) == problem.effort


# One best guess


@pytest.mark.parametrize("link", EDITIONS)
def test_the_more_codes_are_left_the_harder_it_is_to_find_the_best_guess(link: str) -> None:
    for problem in every(Kind.BEST_GUESS, link, seeds=SEEDS):
        left = fitting(problem.edition, problem.rows)
        assert len(left) == problem.effort
        assert problem.effort in CODES_LEFT[problem.difficulty]
        assert codes_behind(problem) == tuple(sorted(left))
        for row in problem.rows:
            others = tuple(other for other in problem.rows if other is not row)
            assert len(fitting(problem.edition, others)) > len(left)


def test_the_three_difficulties_do_not_overlap() -> None:
    assert CODES_LEFT[EASY].stop <= CODES_LEFT[MEDIUM].start
    assert CODES_LEFT[MEDIUM].stop <= CODES_LEFT[HARD].start


class PlainSearch:
    """What guesses cost, found by trying them all: plain, and slow."""

    def __init__(self, edition: Edition) -> None:
        self.guesses = list(edition.guess_space(edition.seats))
        self.mark = cache(edition.marking.mark)

    def cells(self, codes: tuple[Code, ...], guess: Code) -> dict[object, tuple[Code, ...]]:
        found: dict[object, tuple[Code, ...]] = {}
        for code in codes:
            found[self.mark(code, guess)] = (*found.get(self.mark(code, guess), ()), code)
        return found

    def cost(self, codes: tuple[Code, ...], guess: Code) -> int:
        """How many guesses all these codes need together if this one is next."""
        cells = [cell for cell in self.cells(codes, guess).values() if cell != (guess,)]
        if len(cells) == 1 and len(cells[0]) == len(codes) > 1:
            return 10_000  # it says nothing
        return len(codes) + sum(self.least(cell) for cell in cells)

    @cache  # noqa: B019 - it lives as long as its test
    def least(self, codes: tuple[Code, ...]) -> int:
        """How many guesses all these codes need together at least."""
        if len(codes) < 3:
            return 2 * len(codes) - 1
        return min(self.cost(codes, guess) for guess in self.guesses)


def exchanges(problem: Problem) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Every exchange of holes and colours that leaves all rows as they are."""
    space = problem.edition.secret_space(problem.seat)
    for order in permutations(range(space.holes)):
        for colours in permutations(range(1, space.colours + 1)):
            images = {0: 0, **dict(enumerate(colours, 1))}
            if all(tuple(images[row.guess[hole]] for hole in order) == row.guess for row in problem.rows):
                yield order, images


@pytest.mark.parametrize("link", ["parker-1974", "parker-1974~different_yes", "house~holes_3~colours_4~marking_sum"])
@pytest.mark.parametrize("difficulty", [EASY, MEDIUM])
def test_exactly_one_guess_is_best_but_for_those_that_come_to_the_same(link: str, difficulty: Difficulty) -> None:
    edition = named(link)
    plain = PlainSearch(edition)
    for seed in SEEDS:
        problem = make_problem(edition, Kind.BEST_GUESS, difficulty, seed)
        codes = tuple(fitting(edition, problem.rows))
        costs = {guess: plain.cost(codes, guess) for guess in plain.guesses}
        least = min(costs.values())
        assert costs[problem.answer] == least
        alike = {tuple(images[problem.answer[hole]] for hole in order) for order, images in exchanges(problem)}
        parted = {parts(plain, codes, guess) for guess in alike}
        for guess, cost in costs.items():
            assert judge(problem, guess).right == (cost == least)
            assert cost > least or parts(plain, codes, guess) in parted


def parts(plain: PlainSearch, codes: tuple[Code, ...], guess: Code) -> frozenset[object]:
    """How a guess parts codes, and whether it is one of them."""
    return frozenset((cell, cell == (guess,)) for cell in plain.cells(codes, guess).values())


def test_what_a_guess_is_worth_is_its_plain_cost_shared_out() -> None:
    edition = named("parker-1974")
    plain = PlainSearch(edition)
    problem = make_problem(edition, Kind.BEST_GUESS, EASY, "worth")
    codes = tuple(fitting(edition, problem.rows))
    explained = explain_guess(problem)
    assert explained.codes == codes
    assert explained.best.expected == plain.least(codes) / len(codes)
    assert explained.best.marks == len(plain.cells(codes, problem.answer))
    assert explained.best.can_be_code == (problem.answer in codes)
    worths = {guess: judge(problem, guess).worth for guess in plain.guesses}
    told = [guess for guess in plain.guesses if len(plain.cells(codes, guess)) > 1]
    assert all(worths[guess].expected == plain.cost(codes, guess) / len(codes) for guess in told)  # type: ignore[union-attr]
    silent = [guess for guess in plain.guesses if guess not in told]
    assert all(worths[guess].expected == 1 + explained.best.expected for guess in silent)  # type: ignore[union-attr]
    others = [guess for guess in codes if plain.cost(codes, guess) > plain.least(codes)]
    assert explained.rival in others
    assert explained.rival_worth is not None
    assert explained.rival_worth.expected == min(plain.cost(codes, guess) for guess in others) / len(codes)


# All of them


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT])
def test_the_same_seed_makes_the_same_problem_and_another_seed_another(link: str) -> None:
    for kind in Kind if link in EDITIONS else [Kind.ONE_CODE]:
        problems = [made(link, kind, MEDIUM, seed) for seed in (*SEEDS, "3", "4")]
        assert problems[0] == make_problem(named(link), kind, MEDIUM, SEEDS[0])
        assert len({problem.rows for problem in problems}) > 2


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT])
def test_every_problem_is_a_position_that_can_be_written_on_one_line(link: str) -> None:
    for kind in Kind if link in EDITIONS else [Kind.ONE_CODE]:
        for problem in every(kind, link, seeds=SEEDS):
            position = position_of(problem)
            assert read_position(write_position(position)) == position
            assert [tuple(row) for row in position.rows] == [tuple(row) for row in problem.rows]


@pytest.mark.parametrize("link", [*EDITIONS, *DEALT])
def test_the_board_has_a_row_left_for_the_code(link: str) -> None:
    for problem in every(Kind.ONE_CODE, link):
        assert 0 < len(problem.rows) <= problem.edition.guesses.rows - (not problem.edition.dealt)


def test_several_breakers_guess_in_turn() -> None:
    problem = next(p for p in every(Kind.ONE_CODE, "hasbro-2004~seats_4") if len(p.rows) > 3)
    assert [row.seat for row in problem.rows[:4]] == [2, 3, 4, 2]
    assert problem.edition.secrets.makers is Makers.ONE


def test_who_is_asked_holds_his_own_part() -> None:
    for problem in every(Kind.ONE_CODE, "mastermind-44"):
        assert sum(map(bool, problem.own)) == 1
        assert all(mine in (0, peg) for mine, peg in zip(problem.own, problem.answer, strict=True))
        assert all(row.seat == problem.seat == 4 for row in problem.rows)
        assert all([given.by for given in row.marks] == [1, 2, 3] for row in problem.rows)
        assert all(problem.own[row.guess.index(0)] for row in problem.rows if 0 in row.guess)


# What cannot be had


@pytest.mark.cover
@pytest.mark.parametrize(
    ("link", "kind", "code"),
    [
        ("mastermind-44", Kind.BEST_GUESS, "no-best-guess"),
        ("house~holes_8~colours_12", Kind.ONE_CODE, "puzzle-too-large"),
        ("house~holes_8~colours_12", Kind.BEST_GUESS, "puzzle-too-large"),
        ("house~seats_4~holes_8~parts_2~marking_parts", Kind.ONE_CODE, "puzzle-too-large"),
        ("house~holes_1~colours_2", Kind.BEST_GUESS, "no-such-problem"),
        ("house~rows_1", Kind.ONE_CODE, "no-such-problem"),
    ],
)
def test_where_there_is_no_such_problem_it_is_said_why(link: str, kind: Kind, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        make_problem(named(link), kind, MEDIUM, "none")
    assert caught.value.code == code


def test_the_smallest_game_still_has_a_problem() -> None:
    problem = make_problem(named("house~holes_1~colours_2"), Kind.ONE_CODE, HARD, "small")
    assert answers(problem, problem.rows) == {problem.answer}


# Answers


@pytest.mark.parametrize("link", ["classic", "parker-1974", "traffic-jam-2000~option_3", "hasbro-2004"])
def test_a_wrong_code_is_told_which_rows_contradict_it(link: str) -> None:
    problem = make_problem(named(link), Kind.ONE_CODE, MEDIUM, "wrong")
    mark = problem.edition.marking.mark
    for code in all_codes(problem.edition)[::7]:
        verdict = judge(problem, code)
        wrong = [row for row in problem.rows if mark(code, row.guess) != row.marks[0].mark]
        assert [problem.rows[found.row - 1] for found in verdict.contradicted] == wrong
        assert all(found.right == (mark(code, problem.rows[found.row - 1].guess),) for found in verdict.contradicted)
        assert verdict.right == (not wrong) == (code == problem.answer)


def test_where_only_colours_count_any_order_is_right() -> None:
    problem = make_problem(named("traffic-jam-2000~option_1"), Kind.ONE_CODE, MEDIUM, "order")
    assert all(judge(problem, code).right for code in permutations(problem.answer))
    problem = make_problem(named("traffic-jam-2000~option_1"), Kind.BEST_GUESS, MEDIUM, "order")
    assert all(judge(problem, code).right for code in permutations(problem.answer))


@pytest.mark.parametrize("link", DEALT)
def test_a_whole_code_is_right_only_if_it_is_the_one(link: str) -> None:
    problem = make_problem(named(link), Kind.ONE_CODE, HARD, "whole")
    for code in list(problem.edition.secrets.space)[::37]:
        verdict = judge(problem, code)
        assert verdict.right == (code == problem.answer)
        assert verdict.own_kept == all(mine in (0, peg) for mine, peg in zip(problem.own, code, strict=True))
        for found in verdict.contradicted:
            assert code not in answers(problem, (problem.rows[found.row - 1],))
        if verdict.own_kept and not verdict.contradicted and not verdict.right:
            assert all(code in answers(problem, (row,)) for row in problem.rows)
    assert judge(problem, problem.answer).right


@pytest.mark.parametrize("kind", Kind)
def test_what_can_be_no_answer_is_refused(kind: Kind) -> None:
    problem = make_problem(named("hasbro-2004"), kind, EASY, "refused")
    with pytest.raises(RuleError, match="4 holes"):
        judge(problem, (1, 2, 3))
    with pytest.raises(RuleError, match="blank"):
        judge(problem, (1, 2, 3, 0))
    if kind is Kind.ONE_CODE:
        with pytest.raises(RuleError, match="different"):
            judge(problem, (1, 1, 2, 3))
    else:
        assert judge(problem, (1, 1, 1, 1)).worth is not None


# Hints and reasons


@pytest.mark.cover
@pytest.mark.parametrize("link", ["classic", "hasbro-2000-advanced", "mastermind-44", "traffic-jam-2000~option_1"])
def test_hints_are_true_and_never_say_all(link: str) -> None:
    for problem in every(Kind.ONE_CODE, link):
        first, *others = hints(problem)
        alone = [len(answers(problem, (row,))) for row in problem.rows]
        assert (first.key, first.codes) == ("hint-row", min(alone))
        assert alone[first.number - 1] == first.codes
        told = 0
        for hint in others:
            if hint.key == "hint-absent":
                assert not set(hint.pegs) & set(problem.answer)
            elif hint.key == "hint-colour":
                assert problem.answer.count(hint.pegs[0]) == hint.number
                told += hint.number
            else:
                assert hint.key == "hint-hole"
                assert problem.answer[hint.number - 1] == hint.pegs[0]
                assert not problem.own or problem.own[hint.number - 1] == 0
                told += 1
        assert told < len(problem.answer) - sum(map(bool, problem.own))


@pytest.mark.cover
def test_hints_for_a_best_guess_end_with_its_marks() -> None:
    for problem in every(Kind.BEST_GUESS, "classic"):
        listed, can_be, marks = hints(problem)
        left = fitting(problem.edition, problem.rows)
        assert list(listed.listed) == sorted(left)
        assert can_be.key == ("hint-can-be" if problem.answer in left else "hint-cannot-be")
        assert marks.number == len({problem.edition.marking.mark(code, problem.answer) for code in left})


@pytest.mark.parametrize("link", ["classic", "mastermind-44~seats_3"])
def test_the_codes_left_dwindle_row_by_row_to_one(link: str) -> None:
    for problem in every(Kind.ONE_CODE, link):
        left = left_after_each(problem)
        rows = range(1, len(problem.rows) + 1)
        assert left == tuple(len(answers(problem, problem.rows[:row])) for row in rows)
        assert left[-1] == 1


@pytest.mark.cover
def test_what_is_certain_holds_for_the_answer() -> None:
    for problem in every(Kind.ONE_CODE, "classic", "hasbro-2000-advanced"):
        reading = reading_of(problem)
        assert all(peg in pegs for peg, pegs in zip(problem.answer, reading.holes, strict=True))
        assert all(low <= problem.answer.count(peg) <= high for peg, (low, high) in enumerate(reading.pegs))
        assert reading.found == all(len(pegs) == 1 for pegs in reading.holes)


def test_a_mark_is_given_as_key_pegs_or_as_a_number() -> None:
    assert all(isinstance(row.marks[0].mark, KeyPegs) for p in every(Kind.ONE_CODE, "classic") for row in p.rows)
