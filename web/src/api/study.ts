// What is asked at the desk, away from any table. The server answers from the solver; nothing is worked out here.

import { ask } from './http'
import type { Figure, FinishedRound, KeyPegs, Space } from './wire'

export type Mark = KeyPegs | Figure

/** A guess, and how many more it is expected to take, itself included. */
export type Option = {
  guess: string
  expected: number
  worst: number
  exact: boolean
  lower_bound_only: boolean
  cells: number
  largest_cell: number
  can_be_code: boolean
}

/** What would have to be otherwise for some code to fit. */
export type Change = { rows: number[]; codes: number; marks: { mark: string; codes: number }[] }

export type Advice = {
  codes_left: number
  seat: number
  space: Space
  /** How many mark each row, and what each of them can give. */
  makers: number
  marks: Mark[][]
  changes?: Change[]
  best?: Option
  alternatives?: Option[]
  codes?: string[]
  tried?: Option | null
  /** Into which cells the guess parts the codes left. */
  parted?: { mark: string; codes: number; solved: boolean }[]
  heat?: { holes: number[][] | null; anywhere: number[] }
}

export type Question = {
  edition: string
  rows: string[]
  own?: string | null
  seat?: number | null
  guess?: string | null
  seconds?: number
}

export const advice = (asked: Question, signal?: AbortSignal) => ask<Advice>('POST', '/desk/advice', asked, signal)

export type Value = { value: number; exact: boolean } | null

export type JudgedRow = {
  row: number
  seat: number
  guess: string
  given: Mark | null
  mark: Mark | null
  codes_before: number
  codes_after: number | null
  consistent: boolean
  best: { guess: string } | null
  expected_before: Value
  expected_played: Value
  loss: number | null
  luck: number | null
}

export type JudgedBoard = {
  board: number
  breakers: number[]
  codes: number
  broken: boolean
  guesses: number
  expected: Value
  loss: number
  luck: number
  rows: JudgedRow[]
}

export type StakeRow = {
  row: number
  kind: 'row' | 'call' | 'pass'
  guess: string | null
  best: string | null
  codes_before: number | null
  codes_after: number | null
  before: Value
  loss: number | null
  luck: number | null
}

export type Stakes = {
  seat: number
  board: number
  currency: 'chance' | 'points'
  start: Value
  loss: number
  luck: number
  result: number | null
  rows: StakeRow[]
}

export type JudgedRound = {
  round: number
  attempt: number
  over: boolean
  codes: (string | null)[]
  boards: JudgedBoard[]
  stakes: Stakes[]
}

/** A match that was judged; under `told` in words, round by round. */
export type Review = {
  edition: string
  names: string[]
  numbers: number[]
  record: string | null
  rounds: JudgedRound[]
  /** The same rounds as they lay on the table in the end; null for one that is not over. */
  finished: (FinishedRound | null)[]
  problem: { line: number; reason: string } | null
  told: {
    boards: { rows: string[]; wrong: string[]; conflict: string[]; sum: string[] }[]
    stakes: { rows: string[]; sum: string }[]
  }[]
}

export const review = (record: string, round: number | null, signal?: AbortSignal, seconds = 1) =>
  ask<Review>('POST', '/desk/review', { record, round, seconds }, signal)
export const reviewTable = (table: string, round: number, query: string, signal?: AbortSignal) =>
  ask<Review>('GET', `/tables/${table}/analysis?round=${round}${query}`, undefined, signal)

/** A guess that was not made beside the one that was, in chance to win or in points; null where that cannot be told. */
export type Instead = {
  instead: { currency: 'chance' | 'points'; tried: Worthy; played: Worthy; best: Worthy } | null
}
type Worthy = { guess: string; value: number }

export type Place = { record: string; round: number; attempt: number; seconds: number }

export const instead = (place: Place, seat: number, row: number, guess: string, signal?: AbortSignal) =>
  ask<Instead>('POST', '/desk/instead', { ...place, seat, row, guess }, signal)

/** The codes left that would give a guess this mark. */
export type Cell = { mark: string; codes: string[] }

export type Problem = {
  edition: string
  kind: 'one-code' | 'best-guess'
  day: string | null
  seat: number
  own: string | null
  rows: { seat: number; guess: string; marks: (Mark & { by: number })[] }[]
  position: string
  told: string[]
  hints: string[]
  /** What can be answered. */
  space: Space
  verdict: {
    answer: string
    right: boolean
    expected: number | null
    best: number | null
    told: string[]
    cells: Cell[]
  } | null
  solution: { answer: string; codes: string[]; told: string[]; cells: Cell[] } | null
}

export const problem = (asked: Record<string, string>, signal?: AbortSignal) =>
  ask<Problem>('GET', `/desk/problem?${new URLSearchParams(asked)}`, undefined, signal)

export const rulesText = async (edition: string, lang: string): Promise<string> =>
  (await fetch(`/api/desk/rules?edition=${encodeURIComponent(edition)}&lang=${lang}`)).text()

/** How a mark is written to the server. */
export const written = (mark: Mark): string =>
  'number' in mark ? String(mark.number) : `${mark.blacks}b${mark.whites}w`

/** The mark that the server has written. */
export function readMark(text: string): Mark {
  const [, blacks, whites] = /^(\d+)b(\d+)w$/.exec(text) ?? []
  return blacks === undefined ? { number: Number(text) } : { blacks: Number(blacks), whites: Number(whites) }
}
