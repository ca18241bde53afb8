// The result of a round in a sentence, and as a text to share that does not give the code away.

import { parseMark } from '../api/marks'
import { settings } from '../browser/settings.svelte'
import type { RoundResult } from '../game/round-results'
import { s } from './study-words'

const NUMBER_WORDS = {
  en: 'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
}

/** A small number in words. */
export const numberWord = (number: number): string => NUMBER_WORDS[settings.lang].split(' ')[number] ?? String(number)

export function resultText(result: RoundResult): string {
  if (result.guesses === 1) return s(result.found ? 'found-in-one' : 'not-found-one')
  return s(result.found ? 'found-in' : 'not-found', { n: numberWord(result.guesses) })
}

/** The marks of a row as symbols. */
export const markSymbols = (marks: string[]): string =>
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
