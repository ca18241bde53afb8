// The codes of the day: at which tables they are played, and their results.

import { ApiError, request } from '../../api/http'
import { fetchSnapshot } from '../../api/tables'
import type { Admission, DailyGames, DailyTableRequest } from '../../api/wire'
import { settings } from '../../browser/settings.svelte'
import { read, write } from '../../browser/storage'
import { editionId } from '../../game/edition-options'
import { myTables, rememberTable } from '../../game/my-tables'
import { loadResults, type RoundResult } from '../../game/round-results'
import { t } from '../../i18n/translate'

/** Today's codes. The server decides which day it is: it is the same for everybody. */
export const fetchToday = () => request<DailyGames>('GET', '/daily')

/** Table ids by day and edition. */
type Tables = Record<string, Record<string, string>>

export const DAYS_STORED = 60
const UNFINISHED_SHOWN = 4
/** The error codes of a table that can no longer be played. */
const LOST_CODES = ['no-such-table', 'no-token', 'wrong-token']
/** The number by which a table knows its host. */
const HOST = 1

/** The tables at which this day's codes are played, by edition. */
export const tablesOf = (day: string): Record<string, string> => read<Tables>('daily', {})[day] ?? {}

/** Whether this device may still play at a table: its token, or the table itself, may be gone. */
async function isPlayable(table: string): Promise<boolean> {
  try {
    await fetchSnapshot(table)
    return true
  } catch (error) {
    if (error instanceof ApiError && LOST_CODES.includes(error.code)) return false
    throw error
  }
}

/** The table of any day's code, or null if there is none or it is lost. */
export async function resumeDaily(day: string, edition: string): Promise<string | null> {
  const table = tablesOf(day)[edition]
  if (!table || !(await isPlayable(table))) return null
  // The list of tables is limited, so it may have dropped this one.
  if (!myTables().some((played) => played.id === table)) {
    rememberTable({ id: table, player: HOST, name: settings.name || t('me'), edition, at: Date.now() })
  }
  return table
}

/** The table of today's code: the one already begun, or a new one. */
export async function startDaily(day: string, edition: string): Promise<string> {
  const begun = await resumeDaily(day, edition)
  if (begun) return begun
  const name = settings.name || t('me')
  const entered = await request<Admission>('POST', '/daily', { edition, name } satisfies DailyTableRequest)
  rememberTable({ id: entered.table, player: entered.player, name, edition, at: Date.now() })
  storeTables(day, { ...tablesOf(day), [edition]: entered.table })
  return entered.table
}

export function forgetDaily(day: string, edition: string): void {
  storeTables(day, Object.fromEntries(Object.entries(tablesOf(day)).filter(([other]) => other !== edition)))
}

function storeTables(day: string, tables: Record<string, string>): void {
  const days = Object.entries({ ...read<Tables>('daily', {}), [day]: tables })
  write('daily', Object.fromEntries(days.sort().slice(-DAYS_STORED)))
}

/** Tables of earlier days whose code has not been found yet, the latest first. */
export const unfinishedDailies = (today: string): { day: string; edition: string; table: string }[] =>
  Object.entries(read<Tables>('daily', {}))
    .filter(([day]) => day < today)
    .sort()
    .reverse()
    .flatMap(([day, tables]) => Object.entries(tables).map(([edition, table]) => ({ day, edition, table })))
    .filter((daily) => !dailyResult(daily.day, daily.edition))
    .slice(0, UNFINISHED_SHOWN)

export const dailyResult = (day: string, edition: string): RoundResult | undefined =>
  loadResults().find((result) => result.day === day && editionId(result.edition) === edition)
