// Marks as text: `1b2w` for one black and two white key pegs, `6` for a number.

import type { NumberCard, KeyPegs } from './wire'

export type Mark = KeyPegs | NumberCard

export const formatMark = (mark: Mark): string =>
  'number' in mark ? String(mark.number) : `${mark.blacks}b${mark.whites}w`

export function parseMark(text: string): Mark {
  const [, blacks, whites] = /^(\d+)b(\d+)w$/.exec(text) ?? []
  return blacks === undefined ? { number: Number(text) } : { blacks: Number(blacks), whites: Number(whites) }
}

/** The marks of several makers: `1b0w,0b2w`. */
export const parseMarks = (text: string): Mark[] => text.split(',').map(parseMark)

/** A row as requests write it: `RRBB:1b2w`, or with a mark of each maker `RRBB:1b0w,0b1w`. */
export const formatRow = (row: { guess: string; marks: Mark[] }): string =>
  `${row.guess}:${row.marks.map(formatMark).join(',')}`
