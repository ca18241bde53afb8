// Type and pegs have the sizes on which the pages are designed.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const base = readFileSync('src/styles/base.css', 'utf8')
const tokens = readFileSync('src/styles/tokens.css', 'utf8')

/** The declarations of the first rule with this selector. */
const rule = (selector: string) => new RegExp(`^${selector} \\{([^}]*)\\}`, 'm').exec(base)?.[1] ?? ''

test('text is 16/24 and a headline 28/32, in the font of the pages; numbers below each other line up', () => {
  expect(rule(':root')).toContain('font: 1rem/1.5rem var(--font);')
  expect(tokens).toContain("--font: 'Figtree Variable',")
  expect(rule('h1')).toMatch(/font-size: 1\.75rem;\s+line-height: 2rem;/)
  expect(rule('table')).toContain('font-variant-numeric: tabular-nums;')
})

test('a peg is as large as board and tray can have on the screen, within limits', () => {
  expect(tokens).toContain('--peg: clamp(28px, min(5.2vh, 9vw), 48px);')
})
