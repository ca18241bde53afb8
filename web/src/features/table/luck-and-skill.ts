// One plain sentence on how much of a result was luck and how much skill.

import type { EditionRules } from '../../api/editions'
import { reviewTable } from '../../api/study'
import { settings } from '../../browser/settings.svelte'
import type { FinishedRound, RoundFigures } from '../../api/wire'
import { s } from '../../i18n/study-words'
import { t } from '../../i18n/translate'

// The figures are those of the review, from 0 to 100.
const EXCELLENT_SKILL = 90
const GOOD_SKILL = 75
const EVEN_LUCK = 50
/** Luck so far from even is mentioned; the review calls a row lucky from here on, too. */
const NOTABLE_LUCK = 10

/** Whether the server reviews a round of this kind at once: one board, one breaker with several rows, and right marks. */
export const isQuicklyReviewed = (ended: FinishedRound, rules: EditionRules): boolean =>
  rules.makers === 'one' &&
  ended.boards.every((board) => board.breakers.length === 1 && board.rows.length > 1) &&
  !ended.replayed &&
  !ended.wrong.length &&
  ['broken', 'unbroken'].includes(ended.outcome.reason)

/** The sentence from the server's review; empty if it has no figures. */
export async function fetchLuckAndSkill(
  table: string,
  ended: FinishedRound,
  seat: number,
  signal: AbortSignal,
): Promise<string> {
  const review = await reviewTable(table, ended.round, `&seat=${seat}`, signal)
  const round = review.rounds.find((other) => other.round === ended.round && other.attempt === ended.attempt)
  const board = round?.boards[0]
  const figures = board?.figures[0]
  return board?.expected && figures ? luckAndSkill(figures, board.expected.value) : ''
}

/** `expected` is how many guesses perfect play takes on average. */
export function luckAndSkill({ skill, luck }: Omit<RoundFigures, 'seat'>, expected: number): string {
  const quality = skill >= EXCELLENT_SKILL ? 'excellent' : skill >= GOOD_SKILL ? 'good' : 'loose'
  const distance = luck - EVEN_LUCK
  const fortune = Math.abs(distance) < NOTABLE_LUCK ? 'even' : distance > 0 ? 'lucky' : 'unlucky'
  const play = `${quality}-${fortune}` as const
  return s(`play-${play}`, { n: expected.toLocaleString(settings.lang, { maximumFractionDigits: 1 }) })
}

/** How many rows were left when the code was cracked; empty if it was not. */
export function countSentence(ended: FinishedRound, rows: number): string {
  const board = ended.boards.find(({ broken }) => broken)
  if (!board) return ''
  if (board.rows.length === 1) return t('first-row')
  const left = rows - board.rows.length
  return left > 0 ? t('rows-spare', { count: left }) : t('last-row')
}
