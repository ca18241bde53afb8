// Going to the rematch: the same table for all players of a match, however many ask for it.

import { createRematch } from '../../api/tables'
import type { TableInfo } from '../../api/wire'
import { go } from '../../browser/route.svelte'
import { myTables, rememberTable } from '../../game/my-tables'

/** Take the player's seats at the rematch, open it if nobody has yet, and go there. */
export async function goToRematch({ id, edition }: TableInfo): Promise<void> {
  const { name = '', seat } = myTables().find((table) => table.id === id) ?? {}
  const { table, player } = await createRematch(id)
  rememberTable({ id: table, player, name, edition, at: Date.now(), ...(seat ? { seat } : {}) })
  go(`/table/${table}`)
}
