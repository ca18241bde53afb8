// A player's notes on which colour is in which hole. They are stored on this device.

import type { BoardCertainties } from '../../api/wire'
import { read, write } from '../../browser/storage'

export type Note = 'in' | 'out' | null

/** For each hole, or for all of them together where order does not matter: a note by colour letter. */
export type Notes = Record<string, Note>[]

const NEXT_NOTE = { none: 'in', in: 'out', out: null } as const

export const emptyNotes = (columns: number): Notes => Array.from({ length: columns }, () => ({}))

/** Turn one note to its next value: none, in, out, none. */
export const toggleNote = (notes: Notes, column: number, letter: string): Notes =>
  notes.with(column, { ...notes[column], [letter]: NEXT_NOTE[notes[column]?.[letter] ?? 'none'] })

/** Add all that is certain; it overwrites notes that contradict it. */
export const addCertainties = (notes: Notes, certain: Pick<BoardCertainties, 'columns'>): Notes =>
  notes.map((column, index) => ({
    ...column,
    ...Object.fromEntries((certain.columns[index]?.in ?? []).map((letter) => [letter, 'in'] as const)),
    ...Object.fromEntries((certain.columns[index]?.out ?? []).map((letter) => [letter, 'out'] as const)),
  }))

type StoredNotes = { round: string; notes: Notes }

/** The notes stored for this round, or empty ones. */
export function loadNotes(table: string, round: string, columns: number): Notes {
  const stored = read<StoredNotes | null>(`notes.${table}`, null)
  return stored?.round === round && stored.notes.length === columns ? stored.notes : emptyNotes(columns)
}

export const storeNotes = (table: string, round: string, notes: Notes): void =>
  write(`notes.${table}`, { round, notes } satisfies StoredNotes)
