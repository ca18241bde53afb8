// How a round and a match ended, in words: for the card at the end, the list of tables, and screen readers.

import type { FinishedRound, MatchOutcome, TableInfo } from '../api/wire'
import { playerName, playerNames } from './match-text'
import { t } from './translate'

/** One code of a round: who looked for it, whose it was, and the row that cracked it, or 0. */
export type CodeEnding = { code: string; breaker: number; maker: number; row: number }

const rowsOfBroken = (finished: FinishedRound): number =>
  finished.boards.find((board) => board.broken)?.rows.length ?? 0

/** The names of several players; the reader comes first, as in "You and Casey". */
const winnerNames = (winners: number[], table: TableInfo, seat: number | null): string =>
  playerNames(
    table,
    winners.toSorted((a, b) => Number(b === seat) - Number(a === seat)),
  )

/** How the round ended, in a few words for this seat: "Cracked in 4!" */
export function headline(finished: FinishedRound, table: TableInfo, seat: number | null): string {
  const { reason, winners } = finished.outcome
  const names = playerNames(table, winners)
  const n = rowsOfBroken(finished)
  const isMaker = seat !== null && Boolean(finished.codes[seat - 1])
  const won = winners.length === 1 && winners[0] === seat
  switch (reason) {
    case 'broken':
      return won ? t('cracked-own', { n }) : t(isMaker ? 'cracked-yours' : 'cracked-by', { who: names, n })
    case 'unbroken':
      return t(isMaker ? 'code-held' : 'not-cracked')
    case 'both-broken':
      return t('both-cracked', { n })
    case 'neither-broken':
      return t('neither-cracked')
    case 'answered':
      return won ? t('named-own') : t('named-by', { who: names })
    case 'nobody-answered':
      return t('nobody-named')
    case 'wrong-mark':
      return t('wrong-mark-end')
    default:
      return leaverText(reason, winners, table, seat)
  }
}

const LEFT = {
  resigned: { own: 'resigned-own', other: 'resigned-by', unknown: 'resigned-end' },
  'timed-out': { own: 'timed-out-own', other: 'timed-out-by', unknown: 'timed-out-end' },
} as const

/** Who resigned or ran out of time: with two players, the one who did not win. */
function leaverText(reason: keyof typeof LEFT, winners: number[], table: TableInfo, seat: number | null): string {
  const loser = table.seats.length === 2 && winners.length === 1 ? 3 - (winners[0] ?? 0) : 0
  if (!loser) return t(LEFT[reason].unknown)
  return loser === seat ? t(LEFT[reason].own) : t(LEFT[reason].other, { who: playerName(table, loser) })
}

/** Who won the round: "You win." */
export function winnersText(winners: number[], table: TableInfo, seat: number | null): string {
  if (winners.length === 0) return t('nobody-won')
  if (winners.length === 1 && winners[0] === seat) return t('you-won')
  return t(winners.length > 1 ? 'win-many' : 'won', { who: winnerNames(winners, table, seat) })
}

/** Who won the match; empty if it goes on, or if the round was played for practice. */
export function matchText(outcome: MatchOutcome | null, table: TableInfo, seat: number | null): string {
  if (!outcome || outcome.reason === 'practice') return ''
  const { winners } = outcome
  if (winners.length === 0) return t('page-match-nobody')
  if (winners.length === 1 && winners[0] === seat) return t('match-you-won')
  return t(winners.length > 1 ? 'match-many' : 'match-won', { who: winnerNames(winners, table, seat) })
}

/** The lines under the headline: who won the round, unless the headline says so, and the match. */
export function resultLines(
  finished: FinishedRound,
  outcome: MatchOutcome | null,
  table: TableInfo,
  seat: number | null,
): string[] {
  const { reason, winners } = finished.outcome
  const winnerIsNamed = ['broken', 'answered'].includes(reason)
  const match = matchText(outcome, table, seat)
  return [winnerIsNamed || (match && winners.length) ? '' : winnersText(winners, table, seat), match].filter(Boolean)
}

/** The whole result in one line, for screen readers. */
export const endingText = (...ending: Parameters<typeof resultLines>): string => {
  const [finished, , table, seat] = ending
  return [headline(finished, table, seat), ...resultLines(...ending)]
    .map((text) => (/[.!]$/.test(text) ? text : `${text}.`))
    .join(' ')
}

/** The codes that players set for each other, each with the board on which it was looked for. */
export const codeEndings = (finished: FinishedRound): CodeEnding[] =>
  finished.boards.flatMap((board) => {
    const maker = board.makers[0] ?? 0
    const code = finished.codes[maker - 1]
    const row = board.broken ? board.rows.length : 0
    return code ? [{ code, maker, breaker: board.rows.at(-1)?.seat ?? board.breakers[0] ?? 0, row }] : []
  })

/** Who cracked whose code: "Ann cracked your code in 5." */
export function codeEndingText({ breaker, maker, row }: CodeEnding, table: TableInfo, seat: number | null): string {
  const values = { who: playerName(table, breaker), of: playerName(table, maker), n: row }
  if (breaker === seat) return t(row ? 'you-cracked-of' : 'you-missed-of', values)
  if (maker === seat) return t(row ? 'cracked-yours' : 'missed-yours', values)
  return t(row ? 'cracked-of' : 'missed-of', values)
}
