// Amounts of guesses, chance and points in a review.

import { expect, test } from 'vitest'
import { costText, signedAmountText } from '../../../src/features/review/board-review'

test('guesses have two decimals, and a small cost is not shown as none', () => {
  expect([0, 0.0001, 0.0008, 0.059].map((cost) => costText(cost, 'guesses'))).toEqual(['0.00', '0.00', '<0.01', '0.06'])
  expect(costText(0.0004, 'chance')).toBe('0.0 %')
  expect(costText(0.004, 'points')).toBe('<0.01')
})

test('zero has no sign', () => {
  expect([-0.108, 0.004, 0.25].map((luck) => signedAmountText(luck, 'guesses'))).toEqual(['−0.11', '0.00', '+0.25'])
})
