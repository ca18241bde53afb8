// The results on this device: which of them are asked for, and their sums.

import { dayBefore, dayNow } from '../../game/daily-codes'
import { editionId } from '../../game/edition-options'
import type { CostUnit, RoundResult } from '../../game/round-results'

/** Which rounds are asked for; an empty text means all. */
export type Filter = {
  edition: string
  /** A bot's level, or `PERSON`. */
  opponent: string
  daily: boolean
  /** How many days back; 0 for all time. */
  days: number
}

export const EVERYTHING: Filter = { edition: '', opponent: '', daily: false, days: 0 }

export function chosenResults(results: RoundResult[], filter: Filter): RoundResult[] {
  const since = filter.days ? Date.parse(dayBefore(dayNow(), filter.days - 1)) : 0
  return results.filter(
    (result) =>
      (!filter.edition || editionId(result.edition) === filter.edition) &&
      (!filter.opponent || result.opponents?.includes(filter.opponent)) &&
      (!filter.daily || result.day !== null) &&
      result.at >= since,
  )
}

/** The editions that were played, the most played first. */
export function playedEditions(results: RoundResult[]): string[] {
  const counts = new Map<string, number>()
  for (const { edition } of results) counts.set(editionId(edition), (counts.get(editionId(edition)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([edition]) => edition)
}

/** Those who were played against, in the order of the levels. */
export const metOpponents = (results: RoundResult[], levels: string[]): string[] => {
  const met = new Set(results.flatMap((result) => result.opponents ?? []))
  const rank = (opponent: string) => (levels.includes(opponent) ? levels.indexOf(opponent) : levels.length)
  return [...met].sort((a, b) => rank(a) - rank(b))
}

/** Rounds in figures. */
export type Figures = {
  rounds: number
  won: number
  /** Rounds played as a breaker. */
  sought: number
  /** How many of those were solved by this player. */
  cracked: number
  meanGuesses: number | null
  meanCosts: { unit: CostUnit; mean: number }[]
  /** How many rounds were solved in each number of guesses. */
  distribution: { guesses: number; rounds: number }[]
}

export function figuresOf(results: RoundResult[]): Figures {
  const cracked = results.filter((result) => result.found)
  const most = Math.max(0, ...cracked.map((result) => result.guesses))
  return {
    rounds: results.length,
    won: results.filter((result) => result.won).length,
    sought: results.filter((result) => result.guesses > 0).length,
    cracked: cracked.length,
    meanGuesses: cracked.length ? mean(cracked.map((result) => result.guesses)) : null,
    meanCosts: (['guesses', 'chance', 'points'] as const).flatMap((unit) => {
      const costs = results.flatMap((result) => (result.cost?.unit === unit ? [result.cost.value] : []))
      return costs.length ? [{ unit, mean: mean(costs) }] : []
    }),
    distribution: Array.from({ length: most }, (_, index) => ({
      guesses: index + 1,
      rounds: cracked.filter((result) => result.guesses === index + 1).length,
    })),
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
