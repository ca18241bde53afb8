// The tables at which somebody sits on this device, newest first.

import { read, write } from '../browser/storage'

export type MyTable = {
  id: string
  /** The number by which the table knows this device. */
  player: number
  name: string
  edition: string
  /** When it was last joined. */
  at: number
  /** The only seat that this device holds, if it came by a seat link. */
  seat?: number
}

const MOST_STORED = 50

export const myTables = (): MyTable[] => read<MyTable[]>('tables', [])

export function rememberTable(table: MyTable): void {
  write('tables', [table, ...myTables().filter((other) => other.id !== table.id)].slice(0, MOST_STORED))
}
