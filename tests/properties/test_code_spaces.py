"""Code spaces: counting, listing, membership and checking agree on the same set of codes."""

from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

from keypeg.core.codes import BLANK, Code, CodeSpace, join_parts, parts_of
from keypeg.core.edition import Edition, Makers
from support.random_play import editions, refusal
from support.thoroughness import examples

few = examples(120)


@st.composite
def spaces(draw: st.DrawFn) -> CodeSpace:
    holes = draw(st.integers(1, 4))
    least = draw(st.integers(0, holes))
    return CodeSpace(
        holes,
        draw(st.integers(1, 4)),
        repeats=draw(st.booleans()),
        least_blanks=least,
        most_blanks=draw(st.integers(least, holes)),
        blank_holes=draw(st.none() | st.sets(st.integers(1, holes)).map(lambda numbers: tuple(sorted(numbers)))),
    )


def by_definition(space: CodeSpace) -> list[Code]:
    """The codes of a space, found by trying every row of pegs against the documented fields."""
    blank_holes = range(1, space.holes + 1) if space.blank_holes is None else space.blank_holes
    return [
        code
        for code in product(range(space.colours + 1), repeat=space.holes)
        if space.least_blanks <= code.count(BLANK) <= space.most_blanks
        and all(hole in blank_holes for hole, peg in enumerate(code, 1) if peg == BLANK)
        and (space.repeats or all(code.count(peg) == 1 for peg in code if peg != BLANK))
    ]


@few
@given(spaces())
def test_a_space_lists_each_code_once_and_in_order(space: CodeSpace) -> None:
    assert list(space) == by_definition(space)


@few
@given(spaces())
def test_a_space_counts_what_it_lists(space: CodeSpace) -> None:
    assert len(space) == len(list(space))


@few
@given(spaces(), st.data())
def test_a_code_is_refused_with_a_reason_if_and_only_if_it_is_not_listed(space: CodeSpace, data: st.DataObject) -> None:
    listed = set(by_definition(space))
    pegs = st.integers(-1, space.colours + 1)
    strange = data.draw(st.lists(st.lists(pegs, max_size=space.holes + 1).map(tuple), max_size=5))
    for code in [*product(range(space.colours + 1), repeat=space.holes), *strange]:
        assert (code in space) is (code in listed)
        refused = refusal(lambda code=code: space.check(code))  # type: ignore[misc]
        assert (refused is None) is (code in listed)
        assert refused is None or str(refused), "the reason can be told"


@few
@given(spaces())
@example(CodeSpace(2, 3, most_blanks=2, blank_holes=(1,)))
def test_the_number_of_colour_sets_is_exact(space: CodeSpace) -> None:
    assert space.colour_sets == len({tuple(sorted(code)) for code in by_definition(space)})


@few
@given(spaces())
@example(CodeSpace(3, 2, repeats=False, most_blanks=1, blank_holes=(1,)))
def test_every_choice_of_a_next_peg_can_be_completed(space: CodeSpace) -> None:
    beginnings = {code[:length] for code in by_definition(space) for length in range(space.holes + 1)}
    for start in [start for start in beginnings if len(start) < space.holes]:
        offered = [(*start, peg) for peg in space.choices(start)]
        assert set(offered) == {begun for begun in beginnings if begun[:-1] == start and len(begun) == len(start) + 1}


@few
@given(spaces())
def test_the_pegs_of_a_space_are_those_allowed_in_some_hole(space: CodeSpace) -> None:
    for code in by_definition(space):
        assert set(code) <= set(space.pegs)
        assert all(space.may_stand(peg, hole) for hole, peg in enumerate(code, 1))


@few
@given(editions(longest=100))
def test_every_edition_has_a_secret_to_set_and_a_guess_to_place(edition: Edition) -> None:
    for seat in range(1, edition.seats + 1):
        assert len(edition.secret_space(seat)) > 0
        if edition.secrets.makers is not Makers.DEALT:
            assert len(edition.guess_space(seat)) > 0


@few
@given(editions(longest=100))
def test_whole_spaces_of_editions_are_counted_without_listing_them(edition: Edition) -> None:
    space = edition.secrets.space
    first = next(iter(space))
    assert first in space
    assert len(space) >= 1


@few
@given(spaces(), st.data())
def test_parts_joined_again_are_the_code(space: CodeSpace, data: st.DataObject) -> None:
    codes = by_definition(space)
    if not codes:
        return
    code = data.draw(st.sampled_from(codes))
    owners = data.draw(st.lists(st.integers(0, 2), min_size=space.holes, max_size=space.holes))
    parts = tuple(
        tuple(peg if owner == seat else BLANK for peg, owner in zip(code, owners, strict=True)) for seat in range(3)
    )
    assert join_parts(parts) == code
    assert sorted(pair for part in parts for pair in parts_of(part)) == list(parts_of(code))
