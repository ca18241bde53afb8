// What is to be done at a table, in a sentence.

import type { EditionRules } from '../../api/editions'
import type { FinishedRound, TableInfo, View } from '../../api/wire'
import { legalActions } from '../../game/legal-actions'
import { endingText } from '../../i18n/ending-text'
import { overText, playerName, playerNames, rowText } from '../../i18n/match-text'
import { shortenNames } from '../../i18n/people-names'
import { t } from '../../i18n/translate'
import { lookOf } from '../../ui/board/edition-looks'

/** The other seats that have to act. */
export const awaitedSeats = (view: View): number[] => view.waiting.filter((seat) => seat !== view.seat && seat !== 0)

/** Whether one of these seats owes a mark: a row on a board that it makes has none from it. */
const oweMark = (view: View, seats: number[]): boolean =>
  view.boards.some((board) =>
    board.makers.some(
      (by) => seats.includes(by) && board.rows.some((row) => !row.marks.some((mark) => mark.by === by)),
    ),
  )

/** The players who are waited for, for a sentence. */
const waitedFor = (table: TableInfo, seats: number[]) => ({ who: playerNames(table, seats), count: seats.length })

/** What is asked of an answer: where fewer parts than holes are dealt, some holes stay empty. */
export const answerText = (blanks: number): string =>
  blanks ? t('your-answer-blanks', { count: blanks }) : t('your-answer')

/** That the player guesses. Where the others' code was found in this turn, this guess is the last. */
function guessText(view: View, table: TableInfo): string {
  const cracked = view.boards.find((board) => board.broken && view.seat !== null && board.makers.includes(view.seat))
  return cracked ? t('your-last-guess', { who: playerName(table, cracked.breakers[0] ?? 0) }) : t('your-guess')
}

/** That a round is over. The only round of a match has no number. */
const roundOverText = (round: number, rules: EditionRules): string =>
  rules.rounds > 1 ? t('round-is-over', { n: round }) : t('practice-over')

export function statusText(
  view: View,
  given: TableInfo,
  rules: EditionRules,
  ended: FinishedRound | undefined,
): string {
  const table = shortenNames(given)
  const may = legalActions(view)
  if (table.over) return overText(view)
  if (view.revealed) {
    return may.accept ? t('decide-wrong-mark') : t('wait-decision', waitedFor(table, awaitedSeats(view)))
  }
  if (ended) return roundOverText(ended.round, rules)
  if (may.code) return t('set-code')
  if (may.answer) return answerText(may.answer.space.least_blanks)
  if (may.guess) return guessText(view, table)
  if (may.mark) return t('your-mark', { row: may.mark.row, who: playerName(table, may.mark.board) })
  const others = awaitedSeats(view)
  // The last row lies on the board, and the shield turns in a moment.
  if (!view.waiting.length) return roundOverText(view.round, rules)
  if (view.phase === 'codes') return others.length ? t('wait-code', waitedFor(table, others)) : t('wait-table')
  if (view.phase === 'answer') return t('wait-answer', waitedFor(table, others))
  return t(oweMark(view, others) ? 'wait-mark' : 'wait-guess', waitedFor(table, others))
}

/** For screen readers: how the round ended; before that the row that was marked last and whose it is, and then the status. */
export function announcement(
  view: View,
  table: TableInfo,
  rules: EditionRules,
  ended: FinishedRound | undefined,
  status: string,
  /** The seat that reads it; null if nobody in particular does. */
  reader: number | null,
): string {
  if (ended) return endingText(ended, view.outcome, table, reader) + (view.revealed ? ` ${status}` : '')
  const last = view.boards
    .flatMap((board) => board.rows.map((row, index) => ({ row, index })))
    .filter(({ row }) => row.marks.length)
    .sort((a, b) => b.row.arrival - a.row.arrival)[0]
  const several = view.boards.some((board) => board.breakers.length > 1) || view.boards.length > 1
  const author = last && several ? playerName(table, last.row.seat) + t('colon') : ''
  return `${last ? author + rowText(last.index + 1, last.row, rules, lookOf(rules.id).exact, table) + '. ' : ''}${status}`
}

/** How many rounds do not lie on the table any more when a page is opened: the next one is being played. */
export function roundsSeenAtStart(view: View | null): number {
  const rounds = view?.finished.length ?? 0
  const playing = view?.outcome === null && view.boards.some((board) => board.rows.length > 0)
  return playing ? rounds : Math.max(rounds - 1, 0)
}
