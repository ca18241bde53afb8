// The result of a round in a sentence, and as a text to share that does not give the code away.

import { parseMark } from '../api/marks'
import type { RoundResult } from '../game/round-results'
import { s } from './study-words'

/** A small number in words. */
export const numberWord = (number: number): string => s('number-words').split(' ')[number] ?? String(number)

export const resultText = ({ found: cracked, guesses }: RoundResult): string =>
  s(cracked ? 'found-in' : 'not-found-in', { count: guesses, n: numberWord(guesses) })

/** The marks of a row as symbols. */
const markSymbols = (marks: string[]): string =>
  marks
    .map((text) => {
      const mark = parseMark(text)
      return 'number' in mark ? String(mark.number) : '●'.repeat(mark.blacks) + '○'.repeat(mark.whites) || '–'
    })
    .join(' ')

/** A text to share: the result and the marks, without guesses or code. */
export const dailyShareText = (result: RoundResult, edition: string): string =>
  [
    `Keypeg, ${edition}, ${result.day}`,
    resultText(result),
    ...result.marks.map((marks, index) => `${index + 1}. ${markSymbols(marks)}`),
    `${location.origin}/daily`,
  ].join('\n')
