// The results of rounds played on this device. They are stored here and nowhere else, each when its round is over.

import { formatMark } from '../api/marks'
import type { FinishedRound, TableInfo } from '../api/wire'
import { read, write } from '../browser/storage'
import type { TableState } from './fold'

export type RoundResult = {
  table: string
  round: number
  attempt: number
  seat: number
  /** With its options, as in `classic~rows_12`. */
  edition: string
  /** The day, if it was a code of the day. */
  day: string | null
  /** Whether that day was over when the table was opened. */
  late?: boolean
  /** The levels of the bots in the other seats, and `PERSON` for people; absent in older results. */
  opponents?: string[]
  /** When it was stored. */
  at: number
  won: boolean
  /** Whether this player found the code. */
  found: boolean
  /** How many guesses this player placed; 0 as the maker. */
  guesses: number
  /** The marks of each guess, as in `1b2w`. */
  marks: string[][]
  /** What the guesses cost in all; null if it cannot be known, absent until it has been asked. */
  cost?: { value: number; unit: CostUnit } | null
}

export type CostUnit = 'guesses' | 'chance' | 'points'

/** In place of a bot's level. */
export const PERSON = 'person'

const MOST_STORED = 3000

export const loadResults = (): RoundResult[] => read<RoundResult[]>('results', [])
export const storeResults = (results: RoundResult[]): void =>
  write('results', results.length ? results.slice(-MOST_STORED) : null)

/** Equal for two results of the same round and seat. */
export const resultKey = (result: RoundResult): string =>
  `${result.table} ${result.round}.${result.attempt} ${result.seat}`

/** Store the finished rounds of a table, each once. */
export function recordRounds(state: TableState, seat: number): void {
  const finished = state.view?.finished ?? []
  if (!finished.length) return
  const stored = loadResults()
  const keys = new Set(stored.map(resultKey))
  const added = finished
    .map((round) => roundResult(round, state.table, seat))
    .filter((result) => !keys.has(resultKey(result)))
  if (added.length) storeResults([...stored, ...added])
}

/** The result of a round for one seat. */
export function roundResult(round: FinishedRound, table: TableInfo, seat: number): RoundResult {
  const board = round.boards.find(({ breakers }) => breakers.includes(seat))
  const own = board?.rows.filter((row) => row.seat === seat) ?? []
  const won = round.outcome.winners.includes(seat)
  const broke = board?.broken === true && board.rows.at(-1)?.seat === seat
  // Only the first round has the code of the day; a replayed round has another code.
  const day = round.round === 1 && round.attempt === 1 ? table.day : null
  const others = table.seats.filter((_, index) => index + 1 !== seat)
  return {
    table: table.id,
    round: round.round,
    attempt: round.attempt,
    seat,
    edition: table.edition,
    day,
    ...(day && table.late ? { late: true } : {}),
    opponents: [...new Set(others.flatMap((other) => (other ? [other.bot ?? PERSON] : [])))],
    at: Date.now(),
    won,
    found: broke || (won && round.answers.some((answer) => answer.seat === seat)),
    guesses: own.length,
    marks: own.map((row) => row.marks.map(formatMark)),
  }
}
