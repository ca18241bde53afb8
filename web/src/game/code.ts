// A code as text, with `.` for a blank, and as the pegs in its holes.

/** What stands in each hole: a colour's letter, or null for an empty hole. */
export type Pegs = (string | null)[]

export const pegsOf = (code: string): Pegs => [...code].map((letter) => (letter === '.' ? null : letter))

export const codeOf = (pegs: Pegs): string => pegs.map((letter) => letter ?? '.').join('')

export const noPegs = (holes: number): Pegs => Array<string | null>(holes).fill(null)
