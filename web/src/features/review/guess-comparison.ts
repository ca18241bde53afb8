// Another guess beside the one played and the best one, in guesses, chance or points.

import type { Advice, Alternative } from '../../api/study'
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
export function compareValues(found: Alternative['comparison']): GuessComparison | null {
  if (!found) return null
  const { currency } = found
  const guesses = [
    { name: s('yours'), ...found.alternative },
    { name: s('played'), ...found.played },
    { name: s('the-best'), ...found.best },
  ]
  const gain = found.alternative.value - found.played.value
  return {
    title: s(currency),
    guesses: guesses.map((one) => ({ ...one, text: amountText(one.value, currency), worst: '' })),
    verdict: verdictText(gain, amountText(Math.abs(gain), currency), amountText(0, currency)),
    withWorst: false,
  }
}

/** The comparison in expected guesses; `tried` is missing until the user has tried a guess. */
export function compareGuesses(
  alternative: Advice['compared'],
  played: Advice['compared'],
  best: Advice['best'],
): GuessComparison | null {
  if (!played || !best) return null
  const named = [
    [s('yours'), alternative],
    [s('played'), played],
    [s('the-best'), best],
  ] as const
  const gain = alternative ? played.expected - alternative.expected : 0
  return {
    title: s('more-guesses'),
    guesses: named.flatMap(([name, one]) => {
      if (!one) return []
      const text = `${one.exact ? '' : '~ '}${number(one.expected, MAX_DECIMALS)}`
      return [{ name, guess: one.guess, value: one.expected, text, worst: String(one.worst) }]
    }),
    verdict: alternative ? verdictText(gain, number(Math.abs(gain), MAX_DECIMALS), number(0, MAX_DECIMALS)) : '',
    withWorst: true,
  }
}
