// What the player's guesses cost in each stored round. The server computes it, one round after the other.

import { ApiError } from '../../api/http'
import { reviewTable } from '../../api/study'
import type { ReviewAnswer } from '../../api/wire'
import { loadResults, resultKey, storeResults, type RoundResult } from '../../game/round-results'
import { errorText } from '../../i18n/translate'

/** Errors that may pass; any other means that the table is gone. */
const PASSING_CODES = ['offline', 'failed', 'solver-busy', 'too-fast']

/** Rounds whose cost has not been computed yet. */
export const withoutCost = (results: RoundResult[]): RoundResult[] =>
  results.filter((result) => result.cost === undefined && result.guesses > 0)

async function computeCost(result: RoundResult, signal: AbortSignal): Promise<void> {
  let cost: RoundResult['cost']
  try {
    cost = costIn(await reviewTable(result.table, result.round, `&seat=${result.seat}`, signal), result)
  } catch (error) {
    const gone = error instanceof ApiError && !PASSING_CODES.includes(error.code)
    if (!gone) throw error
    cost = null
  }
  const key = resultKey(result)
  storeResults(loadResults().map((other) => (resultKey(other) === key ? { ...other, cost } : other)))
}

/** What a seat's guesses cost, in chance or points where the round is played for more than guesses. */
function costIn(review: ReviewAnswer, result: RoundResult): RoundResult['cost'] {
  const round = review.rounds.find((reviewed) => reviewed.round === result.round && reviewed.attempt === result.attempt)
  const value = round?.seat_values.find((values) => values.seat === result.seat)
  if (value) return { value: value.cost, unit: value.currency }
  const rows =
    round?.boards.flatMap((board) => board.rows).filter((row) => row.seat === result.seat && row.cost !== null) ?? []
  return rows.length ? { value: rows.reduce((sum, row) => sum + (row.cost ?? 0), 0), unit: 'guesses' } : null
}

/** Computes the missing costs. Only one runs at a time, so that players at a table do not have to wait. */
export class CostQueue {
  running = $state(false)
  done = $state(0)
  total = $state(0)
  error = $state('')
  #abort: AbortController | null = null

  constructor(readonly onprogress: () => void) {}

  async start(): Promise<void> {
    const waiting = withoutCost(loadResults())
    if (!waiting.length) return
    const abort = (this.#abort = new AbortController())
    this.running = true
    this.done = 0
    this.total = waiting.length
    try {
      for (const result of waiting) {
        await computeCost(result, abort.signal)
        if (abort.signal.aborted) return
        this.done += 1
        this.onprogress()
      }
    } catch (error) {
      if (!abort.signal.aborted) this.error = errorText(error)
    } finally {
      if (this.#abort === abort) this.running = false
    }
  }

  stop(): void {
    this.#abort?.abort()
    this.#abort = null
    this.running = false
  }
}
