// The row that a player is making: the pegs so far, and the hole at the cursor. It never leaves this device.

import { read, write } from '../browser/storage'
import { noPegs, pegsOf, type Pegs } from './code'

export type DraftRow = { pegs: Pegs; cursor: number }

export const emptyDraft = (holes: number): DraftRow => ({ pegs: noPegs(holes), cursor: 0 })

/** Put a peg at the cursor, and move the cursor to the next free hole, or else to the next one. */
export function putPeg(draft: DraftRow, peg: string): DraftRow {
  const pegs = draft.pegs.with(draft.cursor, peg)
  return { pegs, cursor: nextFree(pegs, draft.cursor) }
}

function nextFree(pegs: Pegs, from: number): number {
  for (let step = 1; step <= pegs.length; step++) {
    const hole = (from + step) % pegs.length
    if (pegs[hole] === null) return hole
  }
  return Math.min(from + 1, pegs.length - 1)
}

/** Remove the peg at the cursor, or if there is none, the one before it. */
export function removePeg(draft: DraftRow): DraftRow {
  const hole = draft.pegs[draft.cursor] === null ? Math.max(draft.cursor - 1, 0) : draft.cursor
  return { pegs: draft.pegs.with(hole, null), cursor: hole }
}

export const moveCursor = (draft: DraftRow, by: number): DraftRow => ({
  ...draft,
  cursor: Math.min(Math.max(draft.cursor + by, 0), draft.pegs.length - 1),
})

/** Exchange the pegs of two holes. */
export function swapPegs(draft: DraftRow, from: number, to: number): DraftRow {
  const moved = draft.pegs[from] ?? null
  const replaced = draft.pegs[to] ?? null
  return { pegs: draft.pegs.with(from, replaced).with(to, moved), cursor: to }
}

/** Put the same peg into every empty hole. */
export const fillEmptyHoles = (draft: DraftRow, peg: string): DraftRow => ({
  pegs: draft.pegs.map((letter) => letter ?? peg),
  cursor: draft.pegs.length - 1,
})

/** Replace the pegs by those of a code; the cursor stays. */
export const copyCode = (draft: DraftRow, code: string): DraftRow => ({ pegs: pegsOf(code), cursor: draft.cursor })

const storageName = (table: string) => `draft.${table}`

/** A draft, and the row it was made for. */
type StoredDraft = { row: string; draft: DraftRow }

/** The draft stored for this very row, or an empty one: the page may have been reloaded. */
export function loadDraft(table: string, row: string, holes: number): DraftRow {
  const stored = read<StoredDraft | null>(storageName(table), null)
  if (stored?.row !== row || stored.draft.pegs.length !== holes) return emptyDraft(holes)
  return stored.draft
}

export const storeDraft = (table: string, row: string, draft: DraftRow): void =>
  write(storageName(table), { row, draft } satisfies StoredDraft)

export const forgetDraft = (table: string): void => write(storageName(table), null)
