// A round as a text to share: each mark in symbols and in words, without guesses or code.

import { formatMark } from '../../api/marks'
import type { FinishedRound, ReviewAnswer, TableInfo } from '../../api/wire'
import { marksText, playerNames } from '../../i18n/match-text'
import { number, s } from '../../i18n/study-words'
import type { Look } from '../../ui/board/edition-looks'
import { alignedMarks } from '../../i18n/result-text'
import { codesAfter, type BoardReview, type Step } from './board-review'

export function roundShareText(
  review: ReviewAnswer,
  finished: FinishedRound,
  board: BoardReview,
  table: TableInfo,
  look: Look,
  edition: string,
): string {
  const placed = board.steps.filter((step) => step.row !== null)
  const marksOf = (step: Step) => step.row?.marks ?? []
  const symbols = alignedMarks(
    placed.map((step) => marksOf(step).map(formatMark)),
    look.exact,
  )
  const rows = placed.map((step, nth) => {
    // After the row that was the code, the codes left say nothing.
    const cracked = board.board.broken && step.rowCount === board.board.rows.length
    const left = cracked ? null : codesAfter(step)
    const sentence = s(left === null ? 'share-row-marked' : 'share-row', {
      row: step.rowCount,
      mark: marksText(marksOf(step), look.exact),
      n: left === null ? '' : number(left),
    })
    return `${symbols[nth]}  ${sentence}`
  })
  const round = review.round_numbers.length > 1 ? `, ${s('share-round', { n: finished.round })}` : ''
  return [
    `Keypeg – ${edition}${round}`,
    ...rows,
    outcomeText(finished, board, table),
    ...board.figures.map(({ seat, skill, luck }) =>
      s('figures-line', { name: playerNames(table, [seat]), skill, luck }),
    ),
  ].join('\n')
}

function outcomeText(finished: FinishedRound, board: BoardReview, table: TableInfo): string {
  const guesses = board.board.rows.length
  const finder = board.board.rows.at(-1)
  if (board.board.broken && finder) {
    return s('share-found', {
      who: playerNames(table, [finder.seat]),
      count: guesses,
    })
  }
  if (finished.outcome.winners.length && board.reviewed === null) {
    return s('share-won', { who: playerNames(table, finished.outcome.winners) })
  }
  return s('share-not-found', { count: guesses })
}
