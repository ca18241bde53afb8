// A view of a table, kept up to date frame by frame. There are no rules here: a frame says all that has changed.

import type { ActionEvent, Board, EventFrame, FinishedRound, Row, Snapshot, TableInfo, View } from '../api/wire'

export type Known = {
  number: number
  seat: number | null
  table: TableInfo
  view: View | null
}

type Happened = ActionEvent['events'][number]

/** What is known by a snapshot. */
export function known(frame: Snapshot): Known {
  return { number: frame.number, seat: frame.seat, table: frame.table, view: frame.view }
}

/** What is known after one event more. Raises if it is not the next one. */
export function advance(before: Known, frame: EventFrame): Known {
  if (frame.number !== before.number + 1) throw new Error(`${frame.number} does not follow ${before.number}`)
  const table = 'table' in frame ? frame.table : before.table
  const next: Known = { ...before, number: frame.number, table }
  if (!('now' in frame) || frame.now === undefined || frame.own === undefined) return next
  const events = frame.events ?? []
  const base = before.view ?? begun(before, frame)
  const boards = 'boards' in frame.now ? frame.now.boards : events.reduce(onBoards, base.boards)
  const finished = [...base.finished, ...events.flatMap(ended)]
  next.view = { ...base, ...frame.now, ...frame.own, boards, finished }
  next.table = { ...table, over: frame.now.outcome !== null }
  return next
}

/** The view before the first event of a match: the frame that begins it brings everything else. */
function begun(before: Known, frame: EventFrame): View {
  return { edition: before.table.edition, seat: before.seat, finished: [], ...frame.now, ...frame.own } as View
}

function ended(event: Happened): FinishedRound[] {
  return event.event === 'round-ended' ? [event.result] : []
}

function onBoards(boards: Board[], event: Happened): Board[] {
  switch (event.event) {
    case 'guess-placed':
      return changed(boards, event.board, (board) =>
        event.open && event.guess !== null
          ? { ...board, rows: [...board.rows, row(event.seat, event.guess, boards)] }
          : { ...board, placed: [...board.placed, event.seat] },
      )
    case 'row-opened':
      return changed(boards, event.board, (board) => ({
        ...board,
        placed: board.placed.filter((seat) => seat !== event.seat),
        rows: [...board.rows, row(event.seat, event.guess, boards)],
      }))
    case 'mark-given':
      return changed(boards, event.board, (board) => ({
        ...board,
        rows: board.rows.map((one, at) =>
          at + 1 === event.row ? { ...one, marks: [...one.marks, { by: event.by, ...event.mark }] } : one,
        ),
      }))
    default:
      return boards
  }
}

function row(seat: number, guess: string, boards: Board[]): Row {
  const placed = boards.reduce((sum, board) => sum + board.rows.length, 0)
  return { seat, guess, marks: [], arrival: placed + 1 }
}

function changed(boards: Board[], number: number, change: (board: Board) => Board): Board[] {
  return boards.map((board) => (board.breakers[0] === number ? change(board) : board))
}
