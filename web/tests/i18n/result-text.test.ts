// The marks of a text to share line up, whatever a mark says.

import { expect, test } from 'vitest'
import { alignedMarks } from '../../src/i18n/result-text'

/** How many columns a text takes: all characters of these rows are two wide, except for surrogates. */
const width = (text: string) => [...text].length

test.each([
  [[['0b0w'], ['1b2w'], ['4b0w']], 'black', ['➖➖➖➖', '⚫⚪⚪➖', '⚫⚫⚫⚫']],
  [[['0b1w'], ['2b0w']], 'red', ['⚪➖', '🔴🔴']],
  [[['0b0w']], 'black', ['➖']],
  [[['3'], ['12']], 'black', ['\u3000３', '１２']],
  [
    [
      ['1b0w', '0b0w'],
      ['0b2w', '1b0w'],
    ],
    'black',
    ['⚫➖\u3000➖➖', '⚪⚪\u3000⚫➖'],
  ],
  [[], 'black', []],
] as const)('%j', (rows, exact, expected) => {
  const lines = alignedMarks(
    rows.map((row) => [...row]),
    exact,
  )
  expect(lines).toEqual(expected)
  expect(new Set(lines.map(width)).size).toBeLessThanOrEqual(1)
})
