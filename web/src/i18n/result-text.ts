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

/** A text to share: the result and the marks, without guesses or code; and where to play. */
export const shareText = (result: RoundResult, edition: string, headline: string, id: string): string =>
  [
    ['Keypeg', edition, result.day].filter(Boolean).join(', '),
    headline,
    ...result.marks.map((marks, index) => `${index + 1}. ${markSymbols(marks)}`),
    `${location.origin}/${result.day ? 'daily' : `new/${id}`}`,
  ].join('\n')

/** The text to share for the code of a day. */
export const dailyShareText = (result: RoundResult, edition: string): string =>
  shareText(result, edition, resultText(result), result.edition)
