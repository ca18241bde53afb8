// Rule texts and guided lessons. The server marks and judges every row of a lesson.

import { request } from './http'
import type { Mark } from './marks'
import type { Space } from './wire'

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'term'; term: string; explanation: string }
  | { kind: 'list' | 'steps' | 'lines'; items: string[] }

type GivenMark = Mark & { by: number }

/** How a guess is marked, step by step. Where parts are dealt there is no code; `own` is the player's part. */
export type MarkingExample = {
  seat: number
  code: string | null
  own: string | null
  guess: string
  marks: GivenMark[]
  steps: string[]
  mark_text: string | null
}

export type RuleText = {
  title: string
  line: string
  sections: { name: string; heading: string; blocks: Block[] }[]
  example: MarkingExample | null
}

export const fetchRuleText = (edition: string, lang: string, signal?: AbortSignal) =>
  request<RuleText>('GET', `/study/rules-page?edition=${encodeURIComponent(edition)}&lang=${lang}`, undefined, signal)

/** A lesson after the guesses made so far. */
export type Lesson = {
  seat: number
  own: string | null
  space: Space
  /** Where parts are dealt: the codes that an answer may be. */
  answer_space: Space | null
  makers: number
  rows: { seat: number; guess: string; marks: GivenMark[] }[]
  /** The codes left before the first row, and after each. */
  codes_left: number[]
  found: boolean
  code: string | null
  mark_text: string | null
  codes_left_text: string | null
  found_text: string | null
  checked: { fits: boolean; rows: number[]; sentence: string; reasons: string[] } | null
}

export const fetchLesson = (
  edition: string,
  seed: string,
  guesses: string[],
  check: string | null = null,
  signal?: AbortSignal,
) => request<Lesson>('POST', '/study/lesson', { edition, seed, guesses, check }, signal)
