// The tables at which somebody sits on this device, the one opened last first.

import { read, write } from '../browser/storage'
import type { TableInfo } from '../api/wire'

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
}

const MOST_STORED = 50

export const myTables = (): MyTable[] => read<MyTable[]>('tables', [])

export function rememberTable(table: MyTable): void {
  write('tables', [table, ...withoutTable(table.id)].slice(0, MOST_STORED))
}

/** Store that one of these tables was opened, and whether its match is over. */
export function noteTable({ id, edition, over }: TableInfo): void {
  const known = myTables().find((table) => table.id === id)
  if (known) rememberTable({ ...known, edition, over, at: Date.now() })
}

export const forgetTable = (id: string): void => write('tables', withoutTable(id))

const withoutTable = (id: string): MyTable[] => myTables().filter((other) => other.id !== id)
