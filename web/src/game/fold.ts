// Keeps a view of a table up to date. There are no rules here: each frame says all that has changed.

import type { ActionEvent, Board, EventFrame, FinishedRound, Row, Snapshot, TableInfo, View } from '../api/wire'

/** A table as one seat, or a spectator, knows it after the frame with this number. */
export type TableState = {
  number: number
  seat: number | null
  table: TableInfo
  view: View | null
}

type TableEvent = ActionEvent['events'][number]

export function fromSnapshot(frame: Snapshot): TableState {
  return { number: frame.number, seat: frame.seat, table: frame.table, view: frame.view }
}

/** The state after one more event. Throws if the frame is not the next one. */
export function applyEvent(before: TableState, frame: EventFrame): TableState {
  if (frame.number !== before.number + 1) throw new Error(`${frame.number} does not follow ${before.number}`)
  const table = 'table' in frame ? frame.table : before.table
  const next: TableState = { ...before, number: frame.number, table }
  if (!('now' in frame) || frame.now === undefined || frame.own === undefined) return next
  const events = frame.events ?? []
  const base = before.view ?? firstView(before, frame)
  const boards = 'boards' in frame.now ? frame.now.boards : events.reduce(applyToBoards, base.boards)
  const finished = [...base.finished, ...events.flatMap(finishedRounds)]
  next.view = { ...base, ...frame.now, ...frame.own, boards, finished }
  next.table = { ...table, over: frame.now.outcome !== null }
  return next
}

/** The state in which the rows and marks of an event lie on the boards, and nothing else has happened yet. */
export function applyRows(before: TableState, frame: EventFrame): TableState {
  if (!before.view) return before
  const boards = (frame.events ?? []).reduce(applyToBoards, before.view.boards)
  return { ...before, view: { ...before.view, boards, legal: [], waiting: [] } }
}

/** The view at the beginning of a match: the frame that begins it brings everything else. */
function firstView(before: TableState, frame: EventFrame): View {
  return { edition: before.table.edition, seat: before.seat, finished: [], ...frame.now, ...frame.own } as View
}

function finishedRounds(event: TableEvent): FinishedRound[] {
  return event.event === 'round-ended' ? [event.result] : []
}

function applyToBoards(boards: Board[], event: TableEvent): Board[] {
  switch (event.event) {
    case 'guess-placed':
      return changeBoard(boards, event.board, (board) =>
        event.open && event.guess !== null
          ? { ...board, rows: [...board.rows, newRow(event.seat, event.guess, boards)] }
          : { ...board, placed: [...board.placed, event.seat] },
      )
    case 'row-opened':
      return changeBoard(boards, event.board, (board) => ({
        ...board,
        placed: board.placed.filter((seat) => seat !== event.seat),
        rows: [...board.rows, newRow(event.seat, event.guess, boards)],
      }))
    case 'mark-given':
      return changeBoard(boards, event.board, (board) => ({
        ...board,
        rows: board.rows.map((row, index) =>
          index + 1 === event.row ? { ...row, marks: [...row.marks, { by: event.by, ...event.mark }] } : row,
        ),
      }))
    default:
      return boards
  }
}

function newRow(seat: number, guess: string, boards: Board[]): Row {
  const placed = boards.reduce((sum, board) => sum + board.rows.length, 0)
  return { seat, guess, marks: [], arrival: placed + 1 }
}

function changeBoard(boards: Board[], number: number, change: (board: Board) => Board): Board[] {
  return boards.map((board) => (board.breakers[0] === number ? change(board) : board))
}
