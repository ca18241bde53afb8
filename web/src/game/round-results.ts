// What became of the rounds that were played on this device: kept here and nowhere else. A round is noted when it is over.

import { written } from '../api/study'
import type { Known } from './fold'
import { read, write } from '../browser/storage'
import type { FinishedRound } from '../api/wire'

export type Result = {
  table: string
  round: number
  attempt: number
  seat: number
  /** With its options, as in `classic~rows_12`. */
  edition: string
  /** The day whose code was looked for. */
  day: string | null
  /** When it was noted. */
  at: number
  won: boolean
  /** Whether one has found the code oneself. */
  found: boolean
  /** How many guesses one has placed; none, if one made the code. */
  guesses: number
  /** The marks of each of them, as in `1b2w`. */
  marks: string[][]
  /** How much was given away, and in what it is counted; null if it cannot be known, nothing as long as nobody has asked. */
  loss?: { value: number; unit: Unit } | null
}

export type Unit = 'guesses' | 'chance' | 'points'

const MOST = 3000

export const results = (): Result[] => read<Result[]>('results', [])
export const keep = (all: Result[]): void => write('results', all.length ? all.slice(-MOST) : null)

/** What makes two results the same. */
export const keyOf = (one: Result): string => `${one.table} ${one.round}.${one.attempt} ${one.seat}`

/** Note every round of this table that is over, each once. */
export function note(known: Known, seat: number): void {
  const finished = known.view?.finished ?? []
  if (!finished.length) return
  const all = results()
  const before = new Set(all.map(keyOf))
  const fresh = finished.map((round) => resultOf(round, known, seat)).filter((one) => !before.has(keyOf(one)))
  if (fresh.length) keep([...all, ...fresh])
}

function resultOf(round: FinishedRound, known: Known, seat: number): Result {
  const board = round.boards.find((one) => one.breakers.includes(seat))
  const own = board?.rows.filter((row) => row.seat === seat) ?? []
  const won = round.outcome.winners.includes(seat)
  const broke = board?.broken === true && board.rows.at(-1)?.seat === seat
  return {
    table: known.table.id,
    round: round.round,
    attempt: round.attempt,
    seat,
    edition: known.table.edition,
    // The code of the day is that of the first round; a round that is played again has another.
    day: round.round === 1 && round.attempt === 1 ? known.table.daily : null,
    at: Date.now(),
    won,
    found: broke || (won && round.answers.some((answer) => answer.seat === seat)),
    guesses: own.length,
    marks: own.map((row) => row.marks.map(written)),
  }
}
