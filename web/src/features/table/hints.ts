// What helps somebody in a round that is being played, where all have agreed on it. The server tells it from his own view.

import { ask } from '../../api/http'
import { read, write } from '../../browser/storage'

export type Notebook = {
  codes_left: number
  /** How many there are at the start. */
  codes: number
  ordered: boolean
  /** For each hole, or for all of them together where order is nothing: what is certain to be there, or not to be. */
  columns: { in: string[]; out: string[] }[]
}

export type Aid = { steps: string[][]; half: string | null; notebook: Notebook | null }

export const aid = (table: string, seat: number, half: string, hints: boolean, signal?: AbortSignal) =>
  ask<Aid>(
    'GET',
    `/tables/${table}/aid?${new URLSearchParams({ seat: String(seat), half, hints: String(hints) })}`,
    undefined,
    signal,
  )

export type Note = 'in' | 'out' | null

/** What somebody has noted: for each column a note by letter. */
export type Notes = Record<string, Note>[]

const NEXT = { none: 'in', in: 'out', out: null } as const

/** What is noted after one press more. */
export const pressed = (notes: Notes, column: number, letter: string): Notes =>
  notes.with(column, { ...notes[column], [letter]: NEXT[notes[column]?.[letter] ?? 'none'] })

/** The same with what is certain; what was noted otherwise by hand is put right. */
export const filled = (notes: Notes, certain: Notebook): Notes =>
  notes.map((column, at) => ({
    ...column,
    ...Object.fromEntries((certain.columns[at]?.in ?? []).map((letter) => [letter, 'in'] as const)),
    ...Object.fromEntries((certain.columns[at]?.out ?? []).map((letter) => [letter, 'out'] as const)),
  }))

export const blank = (columns: number): Notes => Array.from({ length: columns }, () => ({}))

type Stored = { of: string; notes: Notes }

/** The notes of this round, kept on this device. */
export function recallNotes(table: string, of: string, columns: number): Notes {
  const stored = read<Stored | null>(`notes.${table}`, null)
  return stored?.of === of && stored.notes.length === columns ? stored.notes : blank(columns)
}

export const storeNotes = (table: string, of: string, notes: Notes): void => write(`notes.${table}`, { of, notes })
