// What is asked by who learns: rules in sections, an example, and a lesson. The server marks and judges every row.

import { ask } from './http'
import { written, type Mark } from './study'
import type { Position } from '../game/position'
import type { Space } from './wire'

export type Block = { kind: 'text' | 'list' | 'steps' | 'lines' | 'term'; items: string[] }

type Given = Mark & { by: number }

/** A guess that is explained step by step. Where parts are dealt there is no code, but what is one's own. */
export type Example = {
  seat: number
  code: string | null
  own: string | null
  guess: string
  marks: Given[]
  told: string[]
}

export type RuleText = {
  title: string
  line: string
  sections: { name: string; heading: string; blocks: Block[] }[]
  example: Example | null
}

export const ruleText = (edition: string, lang: string, signal?: AbortSignal) =>
  ask<RuleText>('GET', `/desk/rulebook?edition=${encodeURIComponent(edition)}&lang=${lang}`, undefined, signal)

/** How far somebody has come in a lesson. */
export type Lesson = {
  seat: number
  own: string | null
  space: Space
  /** Where parts are dealt, what can be said to be the code. */
  answers: Space | null
  makers: number
  rows: { seat: number; guess: string; marks: Given[] }[]
  /** How many codes were left before the first row, and after each. */
  left: number[]
  found: boolean
  code: string | null
  told: string[]
  tried: { fits: boolean; rows: number[]; told: string[] } | null
}

export const lesson = (
  edition: string,
  seed: string,
  guesses: string[],
  tried: string | null = null,
  signal?: AbortSignal,
) => ask<Lesson>('POST', '/desk/lesson', { edition, seed, guesses, tried }, signal)

/** Rows as the server reads them. */
export const linesOf = (rows: { guess: string; marks: Mark[] }[]): string[] =>
  rows.map((row) => `${row.guess}:${row.marks.map(written).join(',')}`)

export const positionOf = (
  edition: string,
  rows: { guess: string; marks: Mark[] }[],
  own: string | null,
): Position => ({ edition, rows, own: own ?? '' })
