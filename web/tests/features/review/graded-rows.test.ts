// The rows of a review with their grades: every row says how good it was, or that this is not known.

import { expect, test } from 'vitest'
import type { BoardReview, Step } from '../../../src/features/review/board-review'
import GradedRows from '../../../src/features/review/GradedRows.svelte'
import { all, board, plain, row, rules, show, table } from '../../support/mount.svelte'

const step = (rowCount: number, grade: Step['grade']): Step => ({
  rowCount,
  kind: 'row',
  seat: 2,
  guess: 'RBYG',
  row: row('RBYG', 0, 2),
  reviewed: null,
  valued: null,
  grade,
  sentence: '',
})

test('a row that is too costly to grade says so', () => {
  const steps = [step(1, null), step(2, 'mistake')]
  const review = { board: board([row('RBYG', 0, 2)]), steps } as unknown as BoardReview
  show(GradedRows, { board: review, rules: rules(), table: table('Ann', 'Ben'), step: 0, onpick: () => undefined })
  expect(all('button > .grade').map(plain)).toEqual(['Not graded', 'Mistake'])
})
