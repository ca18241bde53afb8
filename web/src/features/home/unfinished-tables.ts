// The table to continue at: the one opened last whose match is not over.

import { ApiError } from '../../api/http'
import { fetchSnapshot } from '../../api/tables'
import type { Snapshot } from '../../api/wire'
import { forgetTable, myTables, noteTable, type MyTable } from '../../game/my-tables'

/** How many tables are asked for before the list is left alone. */
const MOST_ASKED = 3

export type UnfinishedTable = { stored: MyTable; snapshot: Snapshot }

/** The seats that are played on this device. */
export const ownSeats = ({ stored, snapshot }: UnfinishedTable): number[] =>
  snapshot.table.seats.flatMap((occupant, index) => {
    const here = occupant && occupant.player === stored.player && !occupant.bot
    return here && (stored.seat ?? index + 1) === index + 1 ? [index + 1] : []
  })

export async function findUnfinishedTable(): Promise<UnfinishedTable | null> {
  const unfinished = myTables().filter((table) => !table.over)
  for (const stored of unfinished.slice(0, MOST_ASKED)) {
    try {
      const snapshot = await fetchSnapshot(stored.id)
      if (!snapshot.table.over) return { stored, snapshot }
      noteTable(snapshot.table)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'offline') return null
      if (error.code === 'no-such-table') forgetTable(stored.id)
    }
  }
  return null
}
