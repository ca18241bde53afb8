// The results on this device, summed up by edition.

import { editionId } from '../../game/edition-options'
import type { CostUnit, RoundResult } from '../../game/round-results'

/** The rounds of one edition in figures. */
export type EditionFigures = {
  edition: string
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

/** Figures by edition, the most played first. */
export function figuresByEdition(results: RoundResult[]): EditionFigures[] {
  const byEdition = new Map<string, RoundResult[]>()
  for (const result of results) {
    const edition = editionId(result.edition)
    byEdition.set(edition, [...(byEdition.get(edition) ?? []), result])
  }
  return [...byEdition].map(([edition, rounds]) => figuresOf(edition, rounds)).sort((a, b) => b.rounds - a.rounds)
}

function figuresOf(edition: string, results: RoundResult[]): EditionFigures {
  const cracked = results.filter((result) => result.found)
  const most = Math.max(0, ...cracked.map((result) => result.guesses))
  const fewest = Math.min(most, ...cracked.map((result) => result.guesses))
  return {
    edition,
    rounds: results.length,
    won: results.filter((result) => result.won).length,
    sought: results.filter((result) => result.guesses > 0).length,
    cracked: cracked.length,
    meanGuesses: cracked.length ? mean(cracked.map((result) => result.guesses)) : null,
    meanCosts: (['guesses', 'chance', 'points'] as const).flatMap((unit) => {
      const costs = results.flatMap((result) => (result.cost?.unit === unit ? [result.cost.value] : []))
      return costs.length ? [{ unit, mean: mean(costs) }] : []
    }),
    distribution: Array.from({ length: cracked.length ? most - fewest + 1 : 0 }, (_, index) => ({
      guesses: fewest + index,
      rounds: cracked.filter((result) => result.guesses === fewest + index).length,
    })),
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
