// Another guess beside the one played and the best one, in guesses, chance or points.

import type { ComparedGuesses, FullAdvice, RatedGuess } from '../../api/wire'
import { MAX_DECIMALS, number, s } from '../../i18n/study-words'
import { amountText } from './board-review'

export type ComparedGuess = { name: string; guess: string; value: number; text: string; worst: string }

export type GuessComparison = {
  title: string
  guesses: ComparedGuess[]
  verdict: string
  /** Whether `worst` is known. */
  withWorst: boolean
}

/** Whether it is better than the guess played, and by how much. */
function verdictText(gain: number, amount: string, zero: string): string {
  return amount === zero ? s('yours-same') : s(gain > 0 ? 'yours-better' : 'yours-worse', { n: amount })
}

/** The comparison in chance to win or in points. */
export function compareValues(comparison: ComparedGuesses | null): GuessComparison | null {
  if (!comparison) return null
  const { currency } = comparison
  const guesses = [
    { name: s('yours'), ...comparison.alternative },
    { name: s('played'), ...comparison.played },
    { name: s('the-best'), ...comparison.best },
  ]
  const gain = comparison.alternative.value - comparison.played.value
  return {
    title: s(currency),
    guesses: guesses.map((guess) => ({ ...guess, text: amountText(guess.value, currency), worst: '' })),
    verdict: verdictText(gain, amountText(Math.abs(gain), currency), amountText(0, currency)),
    withWorst: false,
  }
}

/** The comparison in expected guesses. `alternative` is null until the user has tried a guess; `advice` values the one played. */
export function compareGuesses(alternative: RatedGuess | null, advice: FullAdvice | null): GuessComparison | null {
  const played = advice?.compared
  if (!played) return null
  const named = [
    [s('yours'), alternative],
    [s('played'), played],
    [s('the-best'), advice.best],
  ] as const
  const gain = alternative ? played.expected - alternative.expected : 0
  return {
    title: s('more-guesses'),
    guesses: named.flatMap(([name, rated]) => {
      if (!rated) return []
      const text = `${rated.exact ? '' : '~ '}${number(rated.expected, MAX_DECIMALS)}`
      return [{ name, guess: rated.guess, value: rated.expected, text, worst: String(rated.worst ?? '?') }]
    }),
    verdict: alternative ? verdictText(gain, number(Math.abs(gain), MAX_DECIMALS), number(0, MAX_DECIMALS)) : '',
    withWorst: true,
  }
}
