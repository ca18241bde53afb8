// One plain sentence on how much of a result was luck and how much skill.

import { reviewTable } from '../../api/study'
import { settings } from '../../browser/settings.svelte'
import type { ExplainedRound, FinishedRound, RoundFigures, TableInfo } from '../../api/wire'
import { playerName } from '../../i18n/match-text'
import { s } from '../../i18n/study-words'
import { t } from '../../i18n/translate'

// The figures are those of the review, from 0 to 100.
const EXCELLENT_SKILL = 90
const GOOD_SKILL = 75
const EVEN_LUCK = 50
/** Luck so far from even is mentioned; the review calls a row lucky from here on, too. */
const NOTABLE_LUCK = 10

/** How long the solver may think about each board of several: all of them together are soon done. */
const SECONDS_OF_SEVERAL = 0.2

/** How the rounds ended whose guesses say something about luck and skill. */
const PLAYED_OUT = ['broken', 'unbroken', 'both-broken', 'neither-broken', 'answered', 'nobody-answered']

/** Whether the server has figures for a round of this kind: it was played out, with right marks, and not in one row. */
export const hasFigures = (ended: FinishedRound): boolean =>
  PLAYED_OUT.includes(ended.outcome.reason) &&
  !ended.replayed &&
  !ended.wrong.length &&
  !ended.boards.some((board) => board.broken && board.rows.length === 1)

/** The board on which the code was cracked, or whose player named it. */
const crackedBoard = (ended: FinishedRound) =>
  ended.boards.find(({ broken }) => broken) ??
  (ended.outcome.reason === 'answered'
    ? ended.boards.find(({ breakers }) => breakers.some((seat) => ended.outcome.winners.includes(seat)))
    : undefined)

/** The seat that cracked the code or named it; null if nobody did. */
function crackedBy(ended: FinishedRound): number | null {
  const board = crackedBoard(ended)
  return (board?.broken ? board.rows.at(-1)?.seat : board?.breakers[0]) ?? null
}

/** Whose luck and skill a reader is told: their own, or if they did not guess, of the player who cracked the code. */
export function reviewedSeat(ended: FinishedRound, reader: number | null): number | null {
  const breakers = ended.boards.flatMap((board) => board.breakers)
  if (breakers.length === 1) return breakers[0] ?? null
  if (reader !== null && breakers.includes(reader)) return reader
  return crackedBy(ended)
}

/** The sentence from the server's review; empty if it has no figures. */
export async function fetchLuckAndSkill(
  table: TableInfo,
  ended: FinishedRound,
  /** The seat as which the review is asked for. */
  viewer: number,
  /** The seat that reads the sentence; null if nobody in particular does. */
  reader: number | null,
  signal: AbortSignal,
): Promise<string> {
  const seat = reviewedSeat(ended, reader)
  if (seat === null) return ''
  const seconds = ended.boards.length > 1 ? `&seconds=${SECONDS_OF_SEVERAL}` : ''
  const review = await reviewTable(table.id, ended.round, `&seat=${viewer}${seconds}`, signal)
  const round = review.rounds.find((other) => other.round === ended.round && other.attempt === ended.attempt)
  const ownFigures = round && figuresOf(round, seat)
  if (!ownFigures) return ''
  const { figures, expected } = ownFigures
  const guessedAlone = ended.boards.flatMap((board) => board.breakers).length === 1
  if (guessedAlone && seat === reader) return expected === null ? '' : luckAndSkill(figures, expected)
  return luckAndSkillOf(seat === reader ? t('you') : playerName(table, seat), figures)
}

/** A seat's figures in what decides the edition; and how many guesses perfect play takes, if that is guesses. */
function figuresOf(round: ExplainedRound, seat: number): { figures: RoundFigures; expected: number | null } | null {
  const valued = round.seat_values.find((values) => values.seat === seat)
  const board = round.boards.find(({ breakers }) => breakers.includes(seat))
  const figures = valued ? valued.figures : board?.figures.find((each) => each.seat === seat)
  return figures ? { figures, expected: valued ? null : (board?.expected?.value ?? null) } : null
}

function quality({ skill, luck }: Omit<RoundFigures, 'seat'>) {
  const play = skill >= EXCELLENT_SKILL ? 'excellent' : skill >= GOOD_SKILL ? 'good' : 'loose'
  const distance = luck - EVEN_LUCK
  const fortune = Math.abs(distance) < NOTABLE_LUCK ? 'even' : distance > 0 ? 'lucky' : 'unlucky'
  return `${play}-${fortune}` as const
}

/** Where the reader alone guessed. `expected` is how many guesses perfect play takes on average. */
export const luckAndSkill = (figures: Omit<RoundFigures, 'seat'>, expected: number): string =>
  s(`play-${quality(figures)}`, { n: expected.toLocaleString(settings.lang, { maximumFractionDigits: 1 }) })

/** Where others guessed too, or only they did, the sentence says of whom it speaks. */
export const luckAndSkillOf = (player: string, figures: Omit<RoundFigures, 'seat'>): string =>
  s(`played-${quality(figures)}`, { who: player })

/** How many rows were left when the reader cracked the code; empty if they did not, or if the round does not count. */
export function countSentence(ended: FinishedRound, rows: number, reader: number | null): string {
  const board = crackedBoard(ended)
  if (!board || ended.replayed || (reader !== null && crackedBy(ended) !== reader)) return ''
  if (board.broken && board.rows.length === 1) return t('first-row')
  const left = rows - board.rows.length
  return left > 0 ? t('rows-spare', { count: left }) : t('last-row')
}
