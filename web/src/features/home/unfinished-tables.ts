// How the tables of this device stand on the server, and at which of them to continue.

import { ApiError } from '../../api/http'
import { fetchSnapshot } from '../../api/tables'
import type { Snapshot } from '../../api/wire'
import { forgetTable, myTables, updateStanding, type MyTable } from '../../game/my-tables'

/** How many tables are asked for before the list is left alone. */
const MOST_ASKED = 3

export type UnfinishedTable = { stored: MyTable; snapshot: Snapshot }

const isOffline = (error: unknown): boolean => !(error instanceof ApiError) || error.code === 'offline'

/** Ask how a table stands, and store it. null if this device may not know; a table that is gone leaves the list. */
export async function refreshTable(id: string): Promise<Snapshot | null> {
  try {
    const snapshot = await fetchSnapshot(id)
    updateStanding(snapshot)
    return snapshot
  } catch (error) {
    if (isOffline(error)) throw error
    if ((error as ApiError).code === 'no-such-table') forgetTable(id)
    return null
  }
}

/** The table to continue at: the one opened last whose match is not over. */
export async function findUnfinishedTable(): Promise<UnfinishedTable | null> {
  const unfinished = myTables().filter((table) => !table.over)
  for (const stored of unfinished.slice(0, MOST_ASKED)) {
    const snapshot = await refreshTable(stored.id).catch(() => 'offline' as const)
    if (snapshot === 'offline') return null
    if (snapshot && !snapshot.table.over) return { stored, snapshot }
  }
  return null
}
