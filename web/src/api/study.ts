// Questions about positions, matches and puzzles, away from any table. The server's solver answers them.

import { queryString, request } from './http'
import type { Mark } from './marks'
import type { FinishedRound, Space } from './wire'

/** A guess with its value: how many more guesses to expect, this one included. */
export type GuessValue = {
  guess: string
  expected: number
  worst: number
  exact: boolean
  lower_bound_only: boolean
  cells: number
  largest_cell: number
  can_be_code: boolean
}

/** Rows whose marks must change for any code to fit. */
export type Change = { rows: number[]; codes: number; marks: { mark: string; codes: number }[] }

export type Advice = {
  codes_left: number
  seat: number
  space: Space
  /** How many players mark each row. */
  makers: number
  /** The marks that each maker can give, one per maker in each item. */
  marks: Mark[][]
  changes?: Change[]
  best?: GuessValue
  alternatives?: GuessValue[]
  codes?: string[]
  /** The value of the guess that was asked about. */
  tried?: GuessValue | null
  /** The partition of the codes left by the guess. */
  parted?: { mark: string; codes: number; solved: boolean }[]
  heat?: { holes: number[][] | null; anywhere: number[] }
}

export type AdviceRequest = {
  edition: string
  rows: string[]
  own?: string | null
  seat?: number | null
  guess?: string | null
  seconds?: number
}

export const fetchAdvice = (asked: AdviceRequest, signal?: AbortSignal) =>
  request<Advice>('POST', '/desk/advice', asked, signal)

export type Value = { value: number; exact: boolean } | null

export type ReviewedRow = {
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

export type ReviewedBoard = {
  board: number
  breakers: number[]
  codes: number
  broken: boolean
  guesses: number
  expected: Value
  loss: number
  luck: number
  rows: ReviewedRow[]
}

/** One decision of a seat, valued by what the round is played for: a chance to win, or points. */
export type ValuedStep = {
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

/** A seat's round, valued by what the round is played for. */
export type RoundValue = {
  seat: number
  board: number
  currency: 'chance' | 'points'
  start: Value
  loss: number
  luck: number
  result: number | null
  rows: ValuedStep[]
}

export type ReviewedRound = {
  round: number
  attempt: number
  over: boolean
  codes: (string | null)[]
  boards: ReviewedBoard[]
  stakes: RoundValue[]
}

/** A reviewed match; `told` holds the same in sentences, round by round. */
export type Review = {
  edition: string
  names: string[]
  numbers: number[]
  record: string | null
  rounds: ReviewedRound[]
  /** The rounds as they lay on the table at the end; null for one that is not over. */
  finished: (FinishedRound | null)[]
  problem: { line: number; reason: string } | null
  told: {
    boards: { rows: string[]; wrong: string[]; conflict: string[]; sum: string[] }[]
    stakes: { rows: string[]; sum: string }[]
  }[]
}

export const reviewRecord = (record: string, round: number | null, signal?: AbortSignal, seconds = 1) =>
  request<Review>('POST', '/desk/review', { record, round, seconds }, signal)
export const reviewTable = (table: string, round: number, query: string, signal?: AbortSignal) =>
  request<Review>('GET', `/tables/${table}/analysis?round=${round}${query}`, undefined, signal)

type PricedGuess = { guess: string; value: number }

/** Another guess beside the one played, in chance to win or in points; null where that is unknown. */
export type Alternative = {
  instead: { currency: 'chance' | 'points'; tried: PricedGuess; played: PricedGuess; best: PricedGuess } | null
}

/** Which round of which record, and how long the solver may think about it. */
export type RecordedRound = { record: string; round: number; attempt: number; seconds: number }

export const fetchAlternative = (
  where: RecordedRound,
  seat: number,
  row: number,
  guess: string,
  signal?: AbortSignal,
) => request<Alternative>('POST', '/desk/instead', { ...where, seat, row, guess }, signal)

/** The candidates that a guess leaves for one mark. */
export type Cell = { mark: string; codes: string[] }

export type Puzzle = {
  edition: string
  kind: 'one-code' | 'best-guess'
  day: string | null
  seat: number
  own: string | null
  rows: { seat: number; guess: string; marks: (Mark & { by: number })[] }[]
  position: string
  told: string[]
  hints: string[]
  /** The codes that an answer may be. */
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

export const fetchPuzzle = (asked: Record<string, string>, signal?: AbortSignal) =>
  request<Puzzle>('GET', `/desk/problem?${queryString(asked)}`, undefined, signal)
