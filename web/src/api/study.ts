// Questions about positions, matches and puzzles, away from any table. The server's solver answers them.

import { queryString, request } from './http'
import type {
  AdviceAnswer,
  AdviceQuery,
  AlternativeAnswer,
  AlternativeQuery,
  FullAdvice,
  PuzzleAnswer,
  PuzzleQuery,
  ReviewAnswer,
  ReviewQuery,
  SolverStatus,
} from './wire'

export const fetchAdvice = (query: AdviceQuery, signal?: AbortSignal) =>
  request<AdviceAnswer>('POST', '/study/advice', query, signal)

/** The advice, or null if no code fits the rows or there is no answer yet. */
export const adviceIn = (answer: AdviceAnswer | null): FullAdvice | null => (answer && 'best' in answer ? answer : null)

export const reviewRecord = (record: string, round: number | null, signal?: AbortSignal, seconds = 1) =>
  request<ReviewAnswer>('POST', '/study/review', { record, round, seconds } satisfies ReviewQuery, signal)
export const reviewTable = (table: string, round: number, query: string, signal?: AbortSignal) =>
  request<ReviewAnswer>('GET', `/tables/${table}/analysis?round=${round}${query}`, undefined, signal)

/** Which round of which record, and how long the solver may think about it. */
export type RecordedRound = Required<Pick<AlternativeQuery, 'record' | 'round' | 'attempt' | 'seconds'>>

export const fetchAlternative = (query: AlternativeQuery, signal?: AbortSignal) =>
  request<AlternativeAnswer>('POST', '/study/alternative', query, signal)

export const fetchPuzzle = (query: PuzzleQuery & { lang: string }, signal?: AbortSignal) =>
  request<PuzzleAnswer>('GET', `/study/puzzle?${queryString(query)}`, undefined, signal)

/** Whether the compiled solver answers for this edition, or for any; on a new server it is still being compiled. */
export const fetchReadiness = (edition = '') =>
  request<SolverStatus>('GET', `/study/readiness?edition=${encodeURIComponent(edition)}`)
