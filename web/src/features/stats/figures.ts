// The rounds of this device in figures, and as a file.

import { reviewTable, type Review } from '../../api/study'
import { Refusal } from '../../api/http'
import { keep, keyOf, results, type Result, type Unit } from '../../game/round-results'

/** An edition's rounds in figures. Guesses count where one has looked for a code. */
export type Figures = {
  edition: string
  rounds: number
  won: number
  /** Rounds in which one looked for a code, and in how many of them one found it. */
  sought: number
  found: number
  meanGuesses: number | null
  losses: { unit: Unit; mean: number; rounds: number }[]
  /** How many rounds were found in so many guesses. */
  taken: { guesses: number; rounds: number }[]
}

export const editionOf = (one: Result): string => one.edition.split('~')[0] ?? one.edition

export function figures(all: Result[]): Figures[] {
  const by = new Map<string, Result[]>()
  for (const one of all) by.set(editionOf(one), [...(by.get(editionOf(one)) ?? []), one])
  return [...by].map(([edition, rounds]) => figured(edition, rounds)).sort((a, b) => b.rounds - a.rounds)
}

function figured(edition: string, rounds: Result[]): Figures {
  const found = rounds.filter((one) => one.found)
  const most = Math.max(0, ...found.map((one) => one.guesses))
  const least = Math.min(most, ...found.map((one) => one.guesses))
  return {
    edition,
    rounds: rounds.length,
    won: rounds.filter((one) => one.won).length,
    sought: rounds.filter((one) => one.guesses > 0).length,
    found: found.length,
    meanGuesses: found.length ? mean(found.map((one) => one.guesses)) : null,
    losses: (['guesses', 'chance', 'points'] as const).flatMap((unit) => {
      const values = rounds.flatMap((one) => (one.loss?.unit === unit ? [one.loss.value] : []))
      return values.length ? [{ unit, mean: mean(values), rounds: values.length }] : []
    }),
    taken: Array.from({ length: found.length ? most - least + 1 : 0 }, (_, at) => ({
      guesses: least + at,
      rounds: found.filter((one) => one.guesses === least + at).length,
    })),
  }
}

const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** Rounds of which nobody has asked yet what was given away in them. */
export const unweighed = (all: Result[]): Result[] => all.filter((one) => one.loss === undefined && one.guesses > 0)

/** Ask what was given away in a round, and note it; where the table is gone, that it cannot be known. */
export async function weigh(one: Result, signal: AbortSignal): Promise<void> {
  let loss: Result['loss']
  try {
    loss = lossIn(await reviewTable(one.table, one.round, `&seat=${one.seat}`, signal), one)
  } catch (why) {
    const gone = why instanceof Refusal && !['offline', 'failed', 'desk-busy', 'too-fast'].includes(why.code)
    if (!gone) throw why
    loss = null
  }
  keep(results().map((other) => (keyOf(other) === keyOf(one) ? { ...other, loss } : other)))
}

/** What a seat gave away: where several play for more than guesses, in what they play for. */
export function lossIn(review: Review, one: Result): Result['loss'] {
  const round = review.rounds.find((found) => found.round === one.round && found.attempt === one.attempt)
  const stakes = round?.stakes.find((found) => found.seat === one.seat)
  if (stakes) return { value: stakes.loss, unit: stakes.currency }
  const rows =
    round?.boards.flatMap((board) => board.rows).filter((row) => row.seat === one.seat && row.loss !== null) ?? []
  return rows.length ? { value: rows.reduce((sum, row) => sum + (row.loss ?? 0), 0), unit: 'guesses' } : null
}

const VERSION = 1

export const asFile = (all: Result[]): string =>
  JSON.stringify({ keypeg: 'rounds', version: VERSION, rounds: all }, null, 1)

/** Why a file cannot be read: it is none of ours, or one of its rounds is broken. */
export class BadFile extends Error {
  constructor(readonly round: number | null) {
    super()
  }
}

/** Put the rounds of a file to those that are here, each once. How many are new. Raises `BadFile`, and changes nothing then. */
export function takeIn(text: string): number {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new BadFile(null)
  }
  const file = found as { keypeg?: unknown; version?: unknown; rounds?: unknown } | null
  if (file?.keypeg !== 'rounds' || file.version !== VERSION || !Array.isArray(file.rounds)) throw new BadFile(null)
  const rounds = file.rounds.map((one: unknown, at) => {
    if (!isResult(one)) throw new BadFile(at + 1)
    return one
  })
  const all = new Map(results().map((one) => [keyOf(one), one]))
  const before = all.size
  for (const one of rounds) if (!all.has(keyOf(one))) all.set(keyOf(one), one)
  keep([...all.values()])
  return all.size - before
}

const whole = (value: unknown, least = 0): boolean => Number.isInteger(value) && (value as number) >= least
const UNITS: unknown[] = ['guesses', 'chance', 'points']

function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Record<keyof Result, unknown>
  const loss = one.loss as { value?: unknown; unit?: unknown } | null | undefined
  return (
    typeof one.table === 'string' &&
    typeof one.edition === 'string' &&
    whole(one.round, 1) &&
    whole(one.attempt, 1) &&
    whole(one.seat, 1) &&
    whole(one.at) &&
    whole(one.guesses) &&
    typeof one.won === 'boolean' &&
    typeof one.found === 'boolean' &&
    (one.day === null || (typeof one.day === 'string' && /^\d{4}-\d\d-\d\d$/.test(one.day))) &&
    Array.isArray(one.marks) &&
    one.marks.every(
      (row) => Array.isArray(row) && row.every((mark) => typeof mark === 'string' && /^(\d+|\d+b\d+w)$/.test(mark)),
    ) &&
    (loss === undefined ||
      loss === null ||
      (typeof loss.value === 'number' && Number.isFinite(loss.value) && UNITS.includes(loss.unit)))
  )
}
