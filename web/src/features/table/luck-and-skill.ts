// One plain sentence on how much of a result was luck and how much skill.

import type { EditionRules } from '../../api/editions'
import { reviewTable } from '../../api/study'
import type { FinishedRound } from '../../api/wire'
import { number, s } from '../../i18n/study-words'
import { t } from '../../i18n/translate'

/** A player who lost fewer guesses than this to better ones played excellently; one who lost more than the next, not well. */
const EXCELLENT_COST = 0.25
const GOOD_COST = 1
/** Luck that is worth more guesses than this is mentioned. */
const NOTABLE_LUCK = 0.5

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
  if (!board?.expected || board.guesses === 0) return ''
  return luckAndSkill(board.cost, board.luck, board.expected.value)
}

export function luckAndSkill(cost: number, luck: number, expected: number): string {
  const skill = cost < EXCELLENT_COST ? 'excellent' : cost < GOOD_COST ? 'good' : 'loose'
  const fortune = luck > NOTABLE_LUCK ? 'lucky' : luck < -NOTABLE_LUCK ? 'unlucky' : 'even'
  const play = `${skill}-${fortune}` as const
  return s(`play-${play}`, { n: number(expected, 1) })
}

/** How many rows were left when the code was cracked; empty if it was not. */
export function countSentence(ended: FinishedRound, rows: number): string {
  const board = ended.boards.find(({ broken }) => broken)
  if (!board) return ''
  if (board.rows.length === 1) return t('first-row')
  const left = rows - board.rows.length
  return left > 0 ? t('rows-spare', { count: left }) : t('last-row')
}
