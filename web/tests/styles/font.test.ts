// The font has every character that the pages show, so that none is taken from whatever font a device has.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Texts to send elsewhere: each row of a round is one of symbols that every device has. */
const SENT = ['features/review/share-text.ts', 'i18n/result-text.ts']

/** Where the server's signs for key pegs are named, which the pages draw. */
const DRAWN = ['ui/peg/PegText.svelte', 'ui/peg/drawn-text.ts', 'api/wire.ts']

const css = readFileSync('node_modules/@fontsource-variable/figtree/wght.css', 'utf8')
const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, first = '', last = first]) =>
  [first, last].map((code) => parseInt(code, 16)),
)
const isInFont = (character: string): boolean =>
  ranges.some(([first = 0, last = 0]) => first <= character.charCodeAt(0) && character.charCodeAt(0) <= last)

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(svelte|ts|json)$/.test(file) && ![...SENT, ...DRAWN].includes(file))

test('the pages have the font in two parts, and the second is for names in other languages', () => {
  expect(css.match(/latin(-ext)?-wght-normal\.woff2/g)).toEqual([
    'latin-ext-wght-normal.woff2',
    'latin-wght-normal.woff2',
  ])
})

test.each(sources)('the font has all characters of %s', (file) => {
  const characters = new Set(readFileSync(`src/${file}`, 'utf8'))
  expect([...characters].filter((character) => !isInFont(character))).toEqual([])
})
