// A half-made row: what stands in each hole so far, and where the next peg goes. It never leaves this device.

import { read, write } from '../browser/storage'

export type Half = { pegs: (string | null)[]; at: number }

export const empty = (holes: number): Half => ({ pegs: Array<string | null>(holes).fill(null), at: 0 })

/** Put a peg where the cursor is, and go on to the next hole that is free, or else to the next one. */
export function put(half: Half, peg: string): Half {
  const pegs = half.pegs.with(half.at, peg)
  return { pegs, at: nextFree(pegs, half.at) }
}

function nextFree(pegs: (string | null)[], at: number): number {
  for (let step = 1; step <= pegs.length; step++) {
    const hole = (at + step) % pegs.length
    if (pegs[hole] === null) return hole
  }
  return Math.min(at + 1, pegs.length - 1)
}

/** Take the peg away where the cursor is, or if there is none, the one before it. */
export function clear(half: Half): Half {
  const at = half.pegs[half.at] === null ? Math.max(half.at - 1, 0) : half.at
  return { pegs: half.pegs.with(at, null), at }
}

export const move = (half: Half, by: number): Half => ({
  ...half,
  at: Math.min(Math.max(half.at + by, 0), half.pegs.length - 1),
})

/** Exchange two holes: what is dragged onto another peg changes places with it. */
export function swap(half: Half, one: number, other: number): Half {
  const a = half.pegs[one] ?? null
  const b = half.pegs[other] ?? null
  return { pegs: half.pegs.with(one, b).with(other, a), at: other }
}

export const fill = (half: Half, peg: string): Half => ({
  pegs: half.pegs.map((one) => one ?? peg),
  at: half.pegs.length - 1,
})

export const copy = (half: Half, code: string): Half => ({
  pegs: [...code].map((peg) => (peg === '.' ? null : peg)),
  at: half.at,
})

export const spelled = (half: Half): string => half.pegs.map((peg) => peg ?? '.').join('')

const NAME = (table: string) => `half.${table}`

type Stored = { of: string; half: Half }

/** The row that was begun for this purpose, if it is still the same; the page may have been loaded again. */
export function recall(table: string, of: string, holes: number): Half {
  const stored = read<Stored | null>(NAME(table), null)
  return stored?.of === of && stored.half.pegs.length === holes ? stored.half : empty(holes)
}

export const store = (table: string, of: string, half: Half): void => write(NAME(table), { of, half })
export const drop = (table: string): void => write(NAME(table), null)
