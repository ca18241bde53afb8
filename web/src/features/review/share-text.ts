// A round as a text that can be sent: each row with its mark in symbols and in words. Guesses and code are not given away.

import type { Review } from '../../api/study'
import type { Look } from '../../ui/board/edition-looks'
import { codesAfter, type Course } from './board-review'
import { number, s } from '../../i18n/study-words'
import { markText, namesOf } from '../../i18n/match-text'
import type { Figure, FinishedRound, KeyPegs, TableInfo } from '../../api/wire'

const EXACT = { black: '⚫', red: '🔴' }

/** A mark in symbols: a black or red disc, a white one, and a dot for what earned nothing. */
function symbols(marks: (KeyPegs | Figure)[], look: Look, holes: number): string {
  const drawn = marks.map((mark) => {
    if ('number' in mark) return `[${mark.number}]`
    const pegs = EXACT[look.exact].repeat(mark.blacks) + '⚪'.repeat(mark.whites)
    return pegs + '·'.repeat(Math.max((marks.length > 1 ? 1 : holes) - mark.blacks - mark.whites, 0))
  })
  return drawn.join(' ')
}

export function shareText(
  review: Review,
  finished: FinishedRound,
  course: Course,
  table: TableInfo,
  look: Look,
  edition: string,
): string {
  const rows = course.steps.flatMap((step) => {
    if (!step.row) return []
    // Of the row that was the code it goes without saying what is left.
    const found = course.board.broken && step.rows === course.board.rows.length
    const left = found ? null : codesAfter(step)
    const mark = step.row.marks.map((one) => markText(one, look.exact)).join(' / ')
    const told = s(left === null ? 'share-row-marked' : 'share-row', {
      row: step.rows,
      mark,
      n: left === null ? '' : number(left),
    })
    return [`${symbols(step.row.marks, look, step.guess.length)}  ${told}`]
  })
  const round = review.numbers.length > 1 ? `, ${s('share-round', { n: finished.round })}` : ''
  return [
    `Keypeg – ${edition}${round}`,
    ...rows,
    result(finished, course, table),
    ...(course.stakeSums.length ? course.stakeSums : course.sums),
  ].join('\n')
}

/** How it ended, in a sentence. */
function result(finished: FinishedRound, course: Course, table: TableInfo): string {
  const guesses = course.board.rows.length
  const finder = course.board.rows.at(-1)
  if (course.board.broken && finder) {
    return s(guesses === 1 ? 'share-found-one' : 'share-found', { who: namesOf(table, [finder.seat]), n: guesses })
  }
  if (finished.outcome.winners.length && course.judged === null)
    return s('share-won', { who: namesOf(table, finished.outcome.winners) })
  return s('share-not-found', { n: guesses })
}
