"""Draws marks and boards for a terminal: key pegs as signs, and boards side by side where they fit."""

from collections.abc import Sequence
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from keypeg.core.edition import Edition
from keypeg.core.marks import COLOURS, SUM, KeyPegs, Mark
from keypeg.core.scoring import ScoredRow
from keypeg.core.view import BoardView, FinishedBoard, Row
from keypeg.i18n.catalogue import count
from keypeg.i18n.match_text import MatchText
from keypeg.i18n.text_width import cut, pad, visible_width
from keypeg.i18n.typed_words import elsewhere_letter, in_place_letter

GAP = 4
"""The columns between two boards that stand side by side."""

MAX_NAME_WIDTH = 24
"""How many columns of a player's name are shown above a board."""

WAITING = "…"
"""In place of a mark that is not given yet."""

RED_INK = "\033[31m{}\033[0m"
"""The colour of a red key peg."""


class MarkStyle(Enum):
    """How marks are shown."""

    WORDS = auto()
    """In words, where a program or a pipe reads them."""
    LETTERS = auto()
    """One letter for each key peg, on terminals that show only text."""
    PEGS = auto()
    """One round sign for each key peg: filled if its peg is in place, so that the two differ without colours."""


class Looks(NamedTuple):
    """How boards look on one screen."""

    style: MarkStyle = MarkStyle.WORDS
    has_colours: bool = False
    is_drawn: bool = False
    """Whether boards are drawn side by side; otherwise they are listed one below the other."""
    width: int = 80
    """The columns of the screen."""


def draw_mark(mark: Mark, text: MatchText, looks: Looks) -> str:
    """A mark as it is shown on this screen: a sign for each key peg, the number of a number card, or words."""
    if looks.style is MarkStyle.WORDS:
        return text.mark(mark)
    if not isinstance(mark, KeyPegs):
        return str(mark.number)
    in_place, elsewhere = _signs(text, looks)
    return in_place * mark.blacks + elsewhere * mark.whites or _no_pegs(looks)


def _signs(text: MatchText, looks: Looks) -> tuple[str, str]:
    """The signs of a key peg for a peg in place, and for one in another hole."""
    if looks.style is MarkStyle.LETTERS:
        return in_place_letter(text.lang, text.red), elsewhere_letter(text.lang)
    return (RED_INK.format("●") if text.red and looks.has_colours else "●"), "○"


def _no_pegs(looks: Looks) -> str:
    return "–" if looks.style is MarkStyle.PEGS else "-"


def explain_marks(edition: Edition, text: MatchText, looks: Looks) -> list[str]:
    """A line that explains the signs; none where marks are in words."""
    if looks.style is MarkStyle.WORDS:
        return []
    if edition.marking in (COLOURS, SUM):
        return [text.say(f"signs-{edition.marking.name}")]
    in_place, elsewhere = _signs(text, looks)
    return [text.say("signs-pegs", in_place=in_place, elsewhere=elsewhere)]


def row_points(edition: Edition, row: Row, holes: int) -> int | None:
    """The points that a row earns the player who guessed it; None where rows earn none, or it has no mark yet."""
    scoring = edition.scoring
    if scoring.score_row is None or edition.match.practice or not row.marks:
        return None
    mark = row.marks[0].mark
    if mark == edition.marking.solved(holes):
        return scoring.breaking_points
    return scoring.score_row(scoring, 0, ScoredRow(row.seat, mark)).points


def draw_row_line(edition: Edition, row: Row, holes: int, text: MatchText, looks: Looks) -> str:
    """A row by itself, with the name of the player who guessed it."""
    name = cut(text.name(row.seat), MAX_NAME_WIDTH)
    width = max(visible_width(cut(other, MAX_NAME_WIDTH)) for other in text.names)
    if len(row.marks) > 1:
        marks = " · ".join(f"{text.name(given.by)} {draw_mark(given.mark, text, looks)}" for given in row.marks)
    else:
        marks = pad(draw_mark(row.marks[0].mark, text, looks) if row.marks else "", holes)
    points = row_points(edition, row, holes)
    earned = "" if points is None else f"  {points:+}"
    return f"{pad(name, width)}   {text.code(row.guess)}   {marks}{earned}".rstrip()


def draw_boards(
    edition: Edition, boards: Sequence[BoardView | FinishedBoard], text: MatchText, looks: Looks
) -> list[str]:
    """The boards, as many side by side as fit. An empty board takes the space of a full one, so that none moves."""
    if not boards:
        return []
    blocks = [_draw_board(edition, board, text, looks) for board in boards]
    width = max(
        *(visible_width(line) for block in blocks for line in block),
        *(_row_width(edition, board, text) for board in boards),
    )
    beside = max(1, (looks.width + GAP) // (width + GAP))
    per_row = -(-len(blocks) // -(-len(blocks) // beside))  # rows of equal length: four boards are never three and one
    return [
        line
        for start in range(0, len(blocks), per_row)
        for line in ("", *_join_beside(blocks[start : start + per_row], width))
    ]


def _row_width(edition: Edition, board: BoardView | FinishedBoard, text: MatchText) -> int:
    """The columns of a row with all its marks, on a board of one player."""
    holes = edition.guess_space(board.breakers[0]).holes
    guess = visible_width(_number_row(1, text.code((1,) * holes)))
    if len(board.makers) == 1:
        return guess + edition.pegs_marked(board.breakers[0])
    return guess + len(board.makers) * (_column_width(edition, text) + 1) - 1


def _number_row(number: int, guess: str) -> str:
    return f"{number:>3}  {guess}   "


def _draw_board(edition: Edition, board: BoardView | FinishedBoard, text: MatchText, looks: Looks) -> list[str]:
    """A board with its title: the names of those who guess on it, and how many rows are left."""
    placed = board.placed if isinstance(board, BoardView) else ()
    title = " · ".join(cut(text.name(seat), MAX_NAME_WIDTH) for seat in board.breakers)
    if isinstance(board, BoardView):
        left = count(text.lang, "rows", edition.guesses.rows - len(board.rows) - len(placed))
        title += f" ({text.say('rows-left', rows=left)})"
    guesses = [text.code(row.guess) for row in board.rows]
    guesses += [" ".join([" ? "] * edition.guess_space(seat).holes) for seat in placed]
    if not guesses:
        return [title, "  " + text.say("no-rows")]
    numbered = [_number_row(number, guess) for number, guess in enumerate(guesses, 1)]
    if len(board.makers) == 1:
        marks = [_mark_and_points(edition, row, board, text, looks) for row in board.rows]
        titles = ""
    else:
        # The marks of several players stand in columns, under a short name for each.
        makers, width = sorted(board.makers), _column_width(edition, text)
        numbered = [pad(start, visible_width(title) + 2) for start in numbered]
        title = pad(title, visible_width(numbered[0]))
        titles = " ".join(pad(_short_name(seat, text), width) for seat in makers)
        marks = []
        for row in board.rows:
            drawn = {given.by: draw_mark(given.mark, text, looks) for given in row.marks}
            marks.append(" ".join(pad(drawn.get(seat, WAITING), width) for seat in makers))
    marks += [""] * len(placed)
    return [title + titles, *((start + mark).rstrip() for start, mark in zip(numbered, marks, strict=True))]


def _mark_and_points(
    edition: Edition, row: Row, board: BoardView | FinishedBoard, text: MatchText, looks: Looks
) -> str:
    """The mark of a row; on a shared board also the name of its player, and the points that the row earned."""
    holes = edition.secret_space(board.breakers[0]).holes
    mark = draw_mark(row.marks[0].mark, text, looks) if row.marks else WAITING
    if len(board.breakers) == 1:
        return mark
    points = row_points(edition, row, holes)
    earned = "" if points is None else f"{points:>+4}"
    names = [cut(text.name(seat), MAX_NAME_WIDTH) for seat in board.breakers]
    name = pad(cut(text.name(row.seat), MAX_NAME_WIDTH), max(map(visible_width, names)))
    return f"{pad(mark, holes)}  {name}{earned}"


def _short_name(seat: int, text: MatchText) -> str:
    """The initials of a player, or the number of the seat if another player has the same."""
    initials = ["".join(word[0] for word in name.split())[:3] for name in text.names]
    own = initials[seat - 1]
    return own if own and initials.count(own) == 1 else str(seat)


def _column_width(edition: Edition, text: MatchText) -> int:
    short_names = [_short_name(seat, text) for seat in range(1, edition.seats + 1)]
    return max(edition.secrets.parts, *map(visible_width, short_names))


def _join_beside(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of several blocks of this width, one beside the other."""
    return [
        (" " * GAP).join(pad(part, width) for part in parts).rstrip() for parts in zip_longest(*blocks, fillvalue="")
    ]
