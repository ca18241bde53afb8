// The result of a round in a sentence, and as a text to share that does not give the code away.

import { parseMark } from '../api/marks'
import type { RoundResult } from '../game/round-results'
import type { ExactColour } from './match-text'
import { s } from './study-words'

/** A small number in words. */
export const numberWord = (number: number): string => s('number-words').split(' ')[number] ?? String(number)

export const resultText = ({ found: cracked, guesses }: RoundResult): string =>
  s(cracked ? 'found-in' : 'not-found-in', { count: guesses, n: numberWord(guesses) })

/** Characters that are two columns wide everywhere, so that rows below each other line up. */
const EXACT = { black: '⚫', red: '🔴' }
const NEAR = '⚪'
const NOTHING = '➖'
const SPACE = '\u3000'
const FULL_WIDTH_ZERO = 0xff10

/** The marks of each row as symbols. All rows are equally wide. */
export function alignedMarks(rows: string[][], exact: ExactColour): string[] {
  const all = rows.flat().map(parseMark)
  const pegs = Math.max(1, ...all.map((mark) => ('number' in mark ? 0 : mark.blacks + mark.whites)))
  const digits = Math.max(1, ...all.map((mark) => ('number' in mark ? String(mark.number).length : 0)))
  const symbols = (text: string): string => {
    const mark = parseMark(text)
    if (!('number' in mark)) {
      const { blacks, whites } = mark
      return EXACT[exact].repeat(blacks) + NEAR.repeat(whites) + NOTHING.repeat(pegs - blacks - whites)
    }
    const wide = [...String(mark.number)].map((digit) => String.fromCharCode(FULL_WIDTH_ZERO + Number(digit)))
    return wide.join('').padStart(digits, SPACE)
  }
  return rows.map((row) => row.map(symbols).join(SPACE))
}

/** A text to share: the result and the marks, without guesses or code; and where to play. */
export const shareText = (
  result: RoundResult,
  edition: string,
  headline: string,
  id: string,
  exact: ExactColour,
): string =>
  [
    ['Keypeg', edition, result.day].filter(Boolean).join(', '),
    headline,
    ...alignedMarks(result.marks, exact),
    `${location.origin}/${result.day ? `daily/${result.day}` : `new/${id}`}`,
  ].join('\n')

/** The text to share for the code of a day. */
export const dailyShareText = (result: RoundResult, edition: string, exact: ExactColour): string =>
  shareText(result, edition, resultText(result), result.edition, exact)
