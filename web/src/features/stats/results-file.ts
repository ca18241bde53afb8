// The results on this device as a file to save and to load.

import { loadResults, resultKey, storeResults, type RoundResult } from '../../game/round-results'

const VERSION = 1

export const formatResultsFile = (results: RoundResult[]): string =>
  JSON.stringify({ keypeg: 'rounds', version: VERSION, rounds: results }, null, 1)

/** The file is not a results file, or the round with this number in it is broken. */
export class InvalidResultsFile extends Error {
  constructor(readonly round: number | null) {
    super()
  }
}

/** Add the results in a file to those stored here, and return how many are new. Throws `InvalidResultsFile`. */
export function importResults(text: string): number {
  const rounds = parseResultsFile(text)
  const all = new Map(loadResults().map((result) => [resultKey(result), result]))
  const before = all.size
  for (const result of rounds) if (!all.has(resultKey(result))) all.set(resultKey(result), result)
  storeResults([...all.values()])
  return all.size - before
}

function parseResultsFile(text: string): RoundResult[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new InvalidResultsFile(null)
  }
  const file = parsed as { keypeg?: unknown; version?: unknown; rounds?: unknown } | null
  if (file?.keypeg !== 'rounds' || file.version !== VERSION || !Array.isArray(file.rounds)) {
    throw new InvalidResultsFile(null)
  }
  return file.rounds.map((round: unknown, index) => {
    if (!isResult(round)) throw new InvalidResultsFile(index + 1)
    return round
  })
}

const isWhole = (value: unknown, least = 0): boolean => Number.isInteger(value) && (value as number) >= least
const isMark = (mark: unknown): boolean => typeof mark === 'string' && /^(\d+|\d+b\d+w)$/.test(mark)
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string')
const UNITS: unknown[] = ['guesses', 'chance', 'points']

function isResult(value: unknown): value is RoundResult {
  if (typeof value !== 'object' || value === null) return false
  const result = value as Record<keyof RoundResult, unknown>
  const cost = result.cost as { value?: unknown; unit?: unknown } | null | undefined
  return (
    typeof result.table === 'string' &&
    typeof result.edition === 'string' &&
    isWhole(result.round, 1) &&
    isWhole(result.attempt, 1) &&
    isWhole(result.seat, 1) &&
    isWhole(result.at) &&
    isWhole(result.guesses) &&
    typeof result.won === 'boolean' &&
    typeof result.found === 'boolean' &&
    (result.late === undefined || typeof result.late === 'boolean') &&
    (result.opponents === undefined || isTexts(result.opponents)) &&
    (result.day === null || (typeof result.day === 'string' && /^\d{4}-\d\d-\d\d$/.test(result.day))) &&
    Array.isArray(result.marks) &&
    result.marks.every((row) => Array.isArray(row) && row.every(isMark)) &&
    (cost === undefined ||
      cost === null ||
      (typeof cost.value === 'number' && Number.isFinite(cost.value) && UNITS.includes(cost.unit)))
  )
}
