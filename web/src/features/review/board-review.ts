// A round that was judged, step by step: each row of a board with what there is to say of it. Nothing is judged here.

import type { JudgedBoard, JudgedRow, Mark, Review, StakeRow, Stakes } from '../../api/study'
import { number } from '../../i18n/study-words'
import type { Board, FinishedBoard, FinishedRound, Row } from '../../api/wire'

export type Step = {
  /** How many rows stand on the board after it. */
  rows: number
  kind: StakeRow['kind']
  seat: number
  guess: string
  /** The row as it lies on the board; null for what was no row. */
  row: Row | null
  judged: JudgedRow | null
  stake: StakeRow | null
  /** What there is to say of it, in sentences. */
  told: string[]
}

/** One board of a round, and the steps by which it was filled. */
export type Course = {
  board: FinishedBoard
  judged: JudgedBoard | null
  stakes: Stakes[]
  steps: Step[]
  sums: string[]
  stakeSums: string[]
  wrong: string[]
}

/** The boards of the round at this place among those that were judged. */
export function coursesOf(review: Review, at: number): Course[] {
  const round = review.rounds[at]
  const finished = review.finished[at]
  const told = review.told[at]
  if (!round || !finished || !told) return []
  return finished.boards.map((board) => {
    const number = board.breakers[0] ?? 0
    const place = round.boards.findIndex((one) => one.board === number)
    const judged = round.boards[place] ?? null
    const words = told.boards[place]
    const stakes = round.stakes.flatMap((one, nth) => (one.board === number ? [{ one, words: told.stakes[nth] }] : []))
    const staked = stakes.flatMap(({ one, words }) =>
      one.rows.map((row, nth) => ({ row, seat: one.seat, told: words?.rows[nth] ?? '' })),
    )
    const onBoard = board.rows.map((row, nth): Step => {
      const stake = staked.find((one) => one.row.kind === 'row' && one.row.row === nth + 1 && one.seat === row.seat)
      return {
        rows: nth + 1,
        kind: 'row',
        seat: row.seat,
        guess: row.guess,
        row,
        judged: judged?.rows[nth] ?? null,
        stake: stake?.row ?? null,
        told: [words?.rows[nth] ?? '', stake?.told ?? ''].filter(Boolean),
      }
    })
    // What was decided beside rows, as a call or a pass, comes after the rows that stood then.
    const others = staked.filter((one) => one.row.kind !== 'row')
    const besides = others.map((one): Step => ({
      rows: Math.min(one.row.row - 1, board.rows.length),
      kind: one.row.kind,
      seat: one.seat,
      guess: one.row.guess ?? '',
      row: null,
      judged: null,
      stake: one.row,
      told: [one.told].filter(Boolean),
    }))
    return {
      board,
      judged,
      stakes: stakes.map(({ one }) => one),
      steps: [...onBoard, ...besides].sort(
        (a, b) => a.rows - b.rows || Number(a.kind !== 'row') - Number(b.kind !== 'row'),
      ),
      sums: words?.sum ?? [],
      stakeSums: stakes.map(({ words }) => words?.sum ?? '').filter(Boolean),
      wrong: [...(words?.wrong ?? []), ...(words?.conflict ?? [])],
    }
  })
}

/** Whether all that there is to say of the rounds is exact already. */
export const allExact = (review: Review): boolean =>
  review.rounds.every(
    (round) =>
      round.stakes.length === 0 &&
      round.boards.every((board) => board.rows.every((row) => row.loss !== null && row.expected_before?.exact)),
  )

/** The board as it stood after so many rows. */
export const boardAt = (course: Course, rows: number, holes: number): Board => ({
  ...course.board,
  holes,
  broken: course.board.broken && rows >= course.board.rows.length,
  placed: [],
  rows: course.board.rows.slice(0, rows),
})

/** The code that was looked for on a board, whole where each holds a part of it. */
export function codeOf(finished: FinishedRound, board: FinishedBoard, dealt: boolean): string | null {
  if (!dealt) return finished.codes[(board.makers[0] ?? 1) - 1] ?? null
  const parts = finished.codes.filter((one) => one !== null)
  return parts.reduce<string | null>(
    (whole, part) =>
      whole === null ? part : [...whole].map((peg, at) => (peg === '.' ? (part[at] ?? '.') : peg)).join(''),
    null,
  )
}

/** The marks of a row as the figures go by them: where one was wrong, the right one. */
export const marksOf = (step: Step, makers: number[]): Mark[] => {
  if (step.judged) return step.judged.mark ? [step.judged.mark] : []
  const marks = makers.flatMap((by) => step.row?.marks.find((mark) => mark.by === by) ?? [])
  return marks.length === makers.length ? marks : []
}

export const codesBefore = (step: Step): number | null => step.judged?.codes_before ?? step.stake?.codes_before ?? null
export const codesAfter = (step: Step): number | null => step.judged?.codes_after ?? step.stake?.codes_after ?? null

/** In what it is measured: guesses, or what the edition is won by. */
export type Measure = 'guesses' | 'chance' | 'points'

export const measuresOf = (course: Course): Measure[] => [
  ...new Set<Measure>([...course.stakes.map((one) => one.currency), ...(course.judged ? (['guesses'] as const) : [])]),
]

/** A guess that was better than the one made; null if nothing was, or if nothing is known. Waiting is an empty one. */
export type Worth = { loss: number | null; luck: number | null; best: string | null }

export function worthOf(step: Step, measure: Measure): Worth {
  const from = measure === 'guesses' ? step.judged : step.stake
  if (!from || from.loss === null) return { loss: null, luck: null, best: null }
  const best = measure === 'guesses' ? (step.judged?.best?.guess ?? null) : (step.stake?.best ?? '')
  return { loss: from.loss, luck: from.luck, best: from.loss < 0.0005 ? null : best }
}

const DIGITS: Record<Measure, number> = { guesses: 3, chance: 1, points: 2 }

/** An amount as it is told: guesses, hundredths of a chance, or points. */
export const amount = (value: number, measure: Measure): string =>
  number(measure === 'chance' ? 100 * value : value, DIGITS[measure]) + (measure === 'chance' ? ' %' : '')

/** The same with its sign, and none for nought. */
export function signed(value: number, measure: Measure): string {
  const told = amount(Math.abs(value), measure)
  return told === amount(0, measure) ? told : (value > 0 ? '+' : '−') + told
}
