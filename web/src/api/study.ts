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
  compared?: GuessValue | null
  /** The partition of the codes left by the guess. */
  partition?: { mark: string; codes: number; solved: boolean }[]
  colour_counts?: { holes: number[][] | null; anywhere: number[] }
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
  request<Advice>('POST', '/study/advice', asked, signal)

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
  cost: number | null
  luck: number | null
}

export type ReviewedBoard = {
  board: number
  breakers: number[]
  codes: number
  broken: boolean
  guesses: number
  expected: Value
  cost: number
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
  cost: number | null
  luck: number | null
}

/** A seat's round, valued by what the round is played for. */
export type RoundValue = {
  seat: number
  board: number
  currency: 'chance' | 'points'
  start: Value
  cost: number
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
  seat_values: RoundValue[]
}

/** A reviewed match; `sentences` holds the same in sentences, round by round. */
export type Review = {
  edition: string
  names: string[]
  round_numbers: number[]
  record: string | null
  rounds: ReviewedRound[]
  /** The rounds as they lay on the table at the end; null for one that is not over. */
  finished: (FinishedRound | null)[]
  fault: { line: number; reason: string } | null
  sentences: {
    boards: { rows: string[]; wrong: string[]; conflict: string[]; sum: string[] }[]
    seat_values: { rows: string[]; sum: string }[]
  }[]
}

export const reviewRecord = (record: string, round: number | null, signal?: AbortSignal, seconds = 1) =>
  request<Review>('POST', '/study/review', { record, round, seconds }, signal)
export const reviewTable = (table: string, round: number, query: string, signal?: AbortSignal) =>
  request<Review>('GET', `/tables/${table}/analysis?round=${round}${query}`, undefined, signal)

type PricedGuess = { guess: string; value: number }

/** Another guess beside the one played, in chance to win or in points; null where that is unknown. */
export type Alternative = {
  comparison: { currency: 'chance' | 'points'; alternative: PricedGuess; played: PricedGuess; best: PricedGuess } | null
}

/** Which round of which record, and how long the solver may think about it. */
export type RecordedRound = { record: string; round: number; attempt: number; seconds: number }

export const fetchAlternative = (
  where: RecordedRound,
  seat: number,
  row: number,
  guess: string,
  signal?: AbortSignal,
) => request<Alternative>('POST', '/study/alternative', { ...where, seat, row, guess }, signal)

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
  title: string
  conditions: string[]
  question: string[]
  hints: string[]
  /** The codes that an answer may be. */
  space: Space
  verdict: {
    answer: string
    right: boolean
    expected: number | null
    best: number | null
    sentence: string
    reasons: string[]
    partition: Cell[]
  } | null
  solution: {
    answer: string
    codes: string[]
    sentence: string
    reasons: string[]
    partition_text: string[]
    partition: Cell[]
  } | null
}

export const fetchPuzzle = (asked: Record<string, string>, signal?: AbortSignal) =>
  request<Puzzle>('GET', `/study/puzzle?${queryString(asked)}`, undefined, signal)
