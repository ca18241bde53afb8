// A code as text, with `.` for a blank, and as the pegs in its holes.

/** A hole that is left blank on purpose. */
export const BLANK = '.'

/** What stands in each hole: a colour's letter, a blank, or null for a hole that is still empty. */
export type Pegs = (string | null)[]

export const pegsOf = (code: string): Pegs => [...code]

export const codeOf = (pegs: Pegs): string => pegs.map((letter) => letter ?? BLANK).join('')

export const noPegs = (holes: number): Pegs => Array<string | null>(holes).fill(null)
