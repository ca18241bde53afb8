"""Whose turn it is, and what each seat may do."""

from support.rules_oracle.rounds import Round, Row

TABLE = 0
"""The table deals, and declares that a seat has run out of time."""

RowName = tuple[int, int]
"""A board and a row on it."""


def awaited(game: Round) -> set[int]:
    """The seats, or the table, that play waits for."""
    if not game.is_set:
        return {TABLE} if not game.makers else {seat for seat in game.makers if seat not in game.codes}
    if game.caller is not None:
        return {game.caller}
    marking = {row_marker for _, row_marker in marks_owed(game)}
    if game.rules.turns == "in-turn":
        return marking or {seat for seat in (next_to_guess(game) or next_to_pass(game),) if seat}
    return marking | {seat for seat in game.still_in if may_guess(game, seat)}


def may_do(game: Round, seat: int) -> set[str]:
    """The kinds of action that this seat may do now, by the names of their classes."""
    if seat == TABLE:
        return _may_do_as_table(game)
    if seat in game.left:
        return set()
    kinds = {
        "SetCode": not game.is_set and seat in game.makers and seat not in game.codes,
        "Guess": may_guess(game, seat),
        "GiveMark": seat in {marker for _, marker in marks_owed(game)},
        "Claim": bool(claimable(game, seat)),
        "Call": may_call(game, seat),
        "Answer": seat == game.caller,
        "Pass": seat == next_to_pass(game),
        # Play stops for an answer: until it is given, only the caller may leave.
        "Resign": game.caller in (None, seat),
    }
    return {kind for kind, allowed in kinds.items() if allowed}


def _may_do_as_table(game: Round) -> set[str]:
    if TABLE in awaited(game):
        return {"Deal"}
    return {"TimeOut"} if awaited(game) else set()


def may_guess(game: Round, seat: int) -> bool:
    """Whether this seat may place a row now."""
    if not game.is_set or game.caller is not None or seat not in game.still_in or game.is_full(seat):
        return False
    owed = marks_owed(game)
    if game.rules.turns == "in-turn":
        return not owed and seat == next_to_guess(game)
    own = game.rows_on(game.board_of(seat))
    if game.rules.turns == "together":
        # The next turn begins when both rows of this one are placed and marked.
        return not owed and not (own and game.is_hidden(own[-1]))
    # In a race a row has its mark before the next; and a player who owes a mark gives it first.
    return not any(seat in (row.seat, marker) for row, marker in owed)


def marks_owed(game: Round) -> list[tuple[Row, int]]:
    """The rows that wait for a mark, each with the seat that is the next to give one."""
    if game.caller is not None:
        return []
    return [(row, game.owed_by(row)[0]) for row in game.rows if not game.is_marked(row) and not game.is_hidden(row)]


def next_to_guess(game: Round) -> int | None:
    """The seat that guesses next where there are turns; None if nobody has a row left."""
    placed = [row.seat for row in game.rows]
    return _next_after(game, placed, [seat for seat in game.still_in if not game.is_full(seat)])


def next_to_pass(game: Round) -> int | None:
    """The seat that has to call or pass, after the rows are used up; None before."""
    if game.rules.makers != "dealt" or not game.is_set or game.caller is not None or marks_owed(game):
        return None
    if next_to_guess(game):
        return None
    moved = [row.seat for row in game.rows] + game.passed
    return _next_after(game, moved, [seat for seat in game.still_in if seat not in game.passed])


def _next_after(game: Round, moved: list[int], able: list[int]) -> int | None:
    """The first of these seats after the one that has moved last, in turn."""
    start = game.breakers.index(moved[-1]) + 1 if moved else 0
    return next((seat for seat in game.breakers[start:] + game.breakers[:start] if seat in able), None)


def may_call(game: Round, seat: int) -> bool:
    """Whether this seat may call, which it may at any time, in turn or not."""
    return game.rules.makers == "dealt" and game.is_set and game.caller is None and seat in game.still_in


def claimable(game: Round, seat: int) -> set[RowName]:
    """The rows whose marks this seat may challenge: those that have all their marks, not all from this seat itself."""
    if not game.rules.by_hand or game.caller is not None or seat in game.left:
        return set()
    challenged = {(claim.board, claim.row) for claim in game.claims if claim.seat == seat}
    return {
        (row.board, row.number)
        for row in game.rows
        if game.is_marked(row)
        and (row.board, row.number) not in challenged
        and any(marker != seat for marker in game.markers_of(row.seat))
    }
