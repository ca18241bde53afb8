// One board of a reviewed round, decision by decision. The server has analysed it; this brings the parts together.

import type { Mark } from '../../api/marks'
import type {
  Board,
  ExplainedRound,
  FinishedBoard,
  FinishedRound,
  ReviewAnswer,
  ReviewedBoard,
  ReviewedDecision,
  ReviewedRow,
  ReviewedSeat,
  RoundFigures,
  Row,
} from '../../api/wire'
import { MAX_DECIMALS, number } from '../../i18n/study-words'

/** One decision: a guess, a call or a pass. */
export type Step = {
  /** How many rows stand on the board after it. */
  rowCount: number
  kind: ReviewedDecision['kind']
  seat: number
  guess: string
  /** The row on the board; null for a call or a pass. */
  row: Row | null
  /** Its review in guesses. */
  reviewed: ReviewedRow | null
  /** Its review in chance or points. */
  valued: ReviewedDecision | null
  /** Its grade and what the server says about it, in what decides the edition; null and empty where it is unknown. */
  grade: ReviewedRow['grade']
  sentence: string
}

export type BoardReview = {
  board: FinishedBoard
  reviewed: ReviewedBoard | null
  values: ReviewedSeat[]
  /** Skill and luck of each player. */
  figures: RoundFigures[]
  steps: Step[]
  /** How cost and luck add up in guesses, in sentences; then the same in chance or points. */
  sums: string[]
  valueSums: string[]
  wrongMarks: string[]
}

/** Of several attempts at a round, the index of the last in which a row was placed, or else of the last that is over. */
export function attemptToShow(rounds: ExplainedRound[]): number {
  const tables = rounds.map(({ finished }) => finished)
  const played = tables.findLastIndex((table) => table?.boards.some((board) => board.rows.length))
  return Math.max(played < 0 ? tables.findLastIndex((table) => table !== null) : played, 0)
}

/** The boards of a round that is over; none while it is being played. */
export function boardReviews(round: ExplainedRound): BoardReview[] {
  return (round.finished?.boards ?? []).map((board) => {
    const owner = board.breakers[0] ?? 0
    const place = round.boards.findIndex((other) => other.board === owner)
    const reviewed = round.boards[place] ?? null
    const sentences = round.sentences.boards[place]
    const values = round.seat_values.flatMap((value, nth) =>
      value.board === owner ? [{ value, sentences: round.sentences.seat_values[nth] }] : [],
    )
    const valued = values.flatMap(({ value, sentences }) =>
      value.decisions.map((step, nth) => ({ step, seat: value.seat, sentence: sentences?.decisions[nth] ?? '' })),
    )
    const guesses = board.rows.map((row, nth): Step => {
      const own = valued.find(({ step, seat }) => step.kind === 'row' && step.row === nth + 1 && seat === row.seat)
      return {
        rowCount: nth + 1,
        kind: 'row',
        seat: row.seat,
        guess: row.guess,
        row,
        reviewed: reviewed?.rows[nth] ?? null,
        valued: own?.step ?? null,
        grade: (own ? own.step.grade : reviewed?.rows[nth]?.grade) ?? null,
        sentence: own?.sentence ?? sentences?.rows[nth] ?? '',
      }
    })
    // A call or a pass comes after the rows that stood on the board then.
    const callsAndPasses = valued
      .filter(({ step }) => step.kind !== 'row')
      .map(({ step, seat, sentence }): Step => ({
        rowCount: Math.min(step.row - 1, board.rows.length),
        kind: step.kind,
        seat,
        guess: step.guess ?? '',
        row: null,
        reviewed: null,
        valued: step,
        grade: step.grade,
        sentence,
      }))
    return {
      board,
      reviewed,
      values: values.map(({ value }) => value),
      figures: values.length ? values.flatMap(({ value }) => value.figures ?? []) : (reviewed?.figures ?? []),
      steps: [...guesses, ...callsAndPasses].sort(
        (a, b) => a.rowCount - b.rowCount || Number(a.kind !== 'row') - Number(b.kind !== 'row'),
      ),
      sums: sentences?.sum ?? [],
      valueSums: values.map(({ sentences }) => sentences?.sum ?? '').filter(Boolean),
      wrongMarks: [...(sentences?.wrong ?? []), ...(sentences?.conflict ?? [])],
    }
  })
}

/** Whether longer thinking would change nothing. */
export const isExact = (review: ReviewAnswer): boolean =>
  review.rounds.every(
    (round) =>
      round.seat_values.length === 0 &&
      round.boards.every((board) => board.rows.every((row) => row.cost !== null && row.expected_before?.exact)),
  )

/** The board as it stood after so many rows. */
export const boardAfter = (review: BoardReview, rowCount: number, holes: number): Board => ({
  ...review.board,
  holes,
  broken: review.board.broken && rowCount >= review.board.rows.length,
  placed: [],
  rows: review.board.rows.slice(0, rowCount),
})

/** The secret of a board; where parts are dealt, all parts put together. */
export function secretOf(finished: FinishedRound, board: FinishedBoard, dealt: boolean): string | null {
  if (!dealt) return finished.codes[(board.makers[0] ?? 1) - 1] ?? null
  const parts = finished.codes.filter((part) => part !== null)
  return parts.reduce<string | null>(
    (whole, part) =>
      whole === null ? part : [...whole].map((peg, hole) => (peg === '.' ? (part[hole] ?? '.') : peg)).join(''),
    null,
  )
}

/** The marks of a row that the review counts with: the right one where a wrong mark was given. */
export const countedMarks = (step: Step, makers: number[]): Mark[] => {
  if (step.reviewed) return step.reviewed.mark ? [step.reviewed.mark] : []
  const marks = makers.flatMap((by) => step.row?.marks.find((mark) => mark.by === by) ?? [])
  return marks.length === makers.length ? marks : []
}

export const codesBefore = (step: Step): number | null =>
  step.reviewed?.codes_before ?? step.valued?.codes_before ?? null
/** Whether the codes before a step, and after it, are estimates. */
export const isEstimated = (step: Step): [boolean, boolean] => [
  !!step.reviewed?.codes_before_error,
  !!step.reviewed?.codes_after_error,
]
export const codesAfter = (step: Step): number | null => step.reviewed?.codes_after ?? step.valued?.codes_after ?? null

/** The unit of cost and luck: guesses, or what the round is played for. */
export type Measure = 'guesses' | 'chance' | 'points'

export const measuresOf = (review: BoardReview): Measure[] => [
  ...new Set<Measure>([
    ...review.values.map((value) => value.currency),
    ...(review.reviewed ? (['guesses'] as const) : []),
  ]),
]

/** A smaller cost is shown as none. */
export const SMALLEST_COST = 0.0005

/** `best` is a better guess, null if there is none or it is unknown, and '' if waiting was better. */
export type CostAndLuck = { cost: number | null; luck: number | null; best: string | null }

export function costAndLuck(step: Step, measure: Measure): CostAndLuck {
  const from = measure === 'guesses' ? step.reviewed : step.valued
  if (!from || from.cost === null) return { cost: null, luck: null, best: null }
  const best = measure === 'guesses' ? (step.reviewed?.best?.guess ?? null) : (step.valued?.best ?? '')
  return { cost: from.cost, luck: from.luck, best: from.cost < SMALLEST_COST ? null : best }
}

const DIGITS: Record<Measure, number> = { guesses: MAX_DECIMALS, chance: 1, points: MAX_DECIMALS }

/** An amount of guesses, of chance in percent, or of points. */
export const amountText = (value: number, measure: Measure): string =>
  number(measure === 'chance' ? 100 * value : value, DIGITS[measure]) + (measure === 'chance' ? ' %' : '')

/** A cost. One that is too small for its decimals is not shown as none. */
export function costText(value: number, measure: Measure): string {
  const text = amountText(value, measure)
  const smallest = (measure === 'chance' ? 0.01 : 1) * 10 ** -DIGITS[measure]
  return value >= SMALLEST_COST && text === amountText(0, measure) ? '<' + amountText(smallest, measure) : text
}

/** An amount with its sign; zero has none. */
export function signedAmountText(value: number, measure: Measure): string {
  const text = amountText(Math.abs(value), measure)
  return text === amountText(0, measure) ? text : (value > 0 ? '+' : '−') + text
}
