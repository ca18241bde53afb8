// The tables at which somebody sits on this device, the one opened last first.

import { read, write } from '../browser/storage'
import type { FinishedRound, TableInfo, View } from '../api/wire'

export type MyTable = {
  id: string
  /** The number by which the table knows this device. */
  player: number
  name: string
  edition: string
  /** When it was last opened. */
  at: number
  /** The only seat that this device holds, if it came by a seat link. */
  seat?: number
  /** Whether its match is over, as far as this device knows. */
  over?: boolean
  /** How it stood when this device last heard of it; absent before, and in what older versions stored. */
  standing?: Standing
}

/** What a list tells of a table: who plays there, whose turn it is, and how it ended. */
export type Standing = {
  table: TableInfo
  /** null before the match. */
  view: Pick<View, 'waiting' | 'outcome'> | null
  /** The round of a table for practice, when it is over. */
  round: FinishedRound | null
}

const MOST_STORED = 50

export const myTables = (): MyTable[] => read<MyTable[]>('tables', [])

export function rememberTable(table: MyTable): void {
  write('tables', [table, ...withoutTable(table.id)].slice(0, MOST_STORED))
}

type TableAndView = { table: TableInfo; view: View | null }

export function standingOf({ table, view }: TableAndView): Standing {
  const practised = view?.outcome?.reason === 'practice'
  return {
    table,
    view: view && { waiting: view.waiting, outcome: view.outcome },
    round: (practised && view.finished.at(-1)) || null,
  }
}

const withStanding = (known: MyTable, seen: TableAndView): MyTable => ({
  ...known,
  edition: seen.table.edition,
  over: seen.table.over,
  standing: standingOf(seen),
})

/** Store that one of these tables was opened, and how it stands. */
export function noteTable(seen: TableAndView): void {
  const known = myTables().find(({ id }) => id === seen.table.id)
  if (known) rememberTable({ ...withStanding(known, seen), at: Date.now() })
}

/** Store how one of these tables stands. */
export function updateStanding(seen: TableAndView): void {
  const update = (known: MyTable) => (known.id === seen.table.id ? withStanding(known, seen) : known)
  write('tables', myTables().map(update))
}

export const forgetTable = (id: string): void => write('tables', withoutTable(id))

const withoutTable = (id: string): MyTable[] => myTables().filter((other) => other.id !== id)

/** The seats of a table that are played on this device. */
export const ownSeats = (known: MyTable | undefined, table: TableInfo): number[] =>
  table.seats.flatMap((occupant, index) => {
    const here = known && occupant && occupant.player === known.player && !occupant.bot
    return here && (known.seat ?? index + 1) === index + 1 ? [index + 1] : []
  })

/** The seats of a table that are played on this device, if it is one of these tables. */
export const seatsHere = (table: TableInfo): number[] =>
  ownSeats(
    myTables().find(({ id }) => id === table.id),
    table,
  )
