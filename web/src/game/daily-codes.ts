// The codes of the day: at which tables they are played on this device, and their results.

import { ApiError, request } from '../api/http'
import { fetchSnapshot } from '../api/tables'
import type { Admission, DailyDistribution, DailyGames, DailyTableRequest } from '../api/wire'
import { settings } from '../browser/settings.svelte'
import { read, write } from '../browser/storage'
import { editionId } from './edition-options'
import { myTables, rememberTable } from './my-tables'
import { loadResults, type RoundResult } from './round-results'

/** Today's codes. The server decides which day it is: it is the same for everybody. */
export const fetchToday = () => request<DailyGames>('GET', '/daily')

/** How the players on this server have fared with a code on its day. */
export const fetchDistribution = (day: string, edition: string) =>
  request<DailyDistribution>('GET', `/daily/${day}/distribution?edition=${edition}`)

/** The current day by this device's clock. The day changes at midnight UTC, everywhere at once. */
export const dayNow = (): string => new Date().toISOString().slice(0, 10)

const DAY_MS = 86_400_000

/** The day so many days before another. */
export const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** When the day after this one begins. */
export const nextDayAt = (day: string): Date => new Date(Date.parse(day) + DAY_MS)

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
    rememberTable({ id: table, player: HOST, name: settings.name, edition, at: Date.now() })
  }
  return table
}

/** The table of a day's code: the one already begun, or a new one. */
export async function startDaily(day: string, edition: string): Promise<string> {
  const begun = await resumeDaily(day, edition)
  if (begun) return begun
  const name = settings.name
  const entered = await request<Admission>('POST', '/daily', { edition, name, day } satisfies DailyTableRequest)
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

/** How the codes of a day ended on this device, the latest last. */
export const resultsOf = (day: string): RoundResult[] => loadResults().filter((result) => result.day === day)

export const dailyResult = (day: string, edition: string): RoundResult | undefined =>
  resultsOf(day).find((result) => editionId(result.edition) === edition)
