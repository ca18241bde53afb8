// A piece: its colour, and one symbol by which it can be told without seeing colours.

import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { changeSettings } from '../../src/browser/settings.svelte'
import type { Piece } from '../../src/ui/board/edition-looks'
import Peg from '../../src/ui/peg/Peg.svelte'
import PegGradients from '../../src/ui/peg/PegGradients.svelte'
import { SHAPES } from '../../src/ui/peg/shapes'
import { all, element, plain, show } from '../support/mount.svelte'

const PIECES: Piece[] = ['peg', 'tile', 'ring', 'car']
const COLOURS = readFileSync('../src/keypeg/editions/palette.py', 'utf8').matchAll(/Colour\("(.)", "(.+)"\)/g)
const LETTERS = [...COLOURS].map(([, letter = '']) => letter)

afterEach(() => changeSettings({ symbols: 'shapes', lang: 'en' }))

test('every colour of every edition has a shape of its own', () => {
  expect(LETTERS).toHaveLength(20)
  expect(Object.keys(SHAPES)).toEqual(LETTERS)
  expect(new Set(Object.values(SHAPES)).size).toBe(LETTERS.length)
})

test.each(PIECES)('a %s shows the shape of its colour, and no letter', (piece) => {
  for (const letter of LETTERS) show(Peg, { letter, piece })
  expect(all('.symbol').map((each) => each.getAttribute('d'))).toEqual(Object.values(SHAPES))
  expect(plain(document.body)).toBe('')
})

test.each(PIECES)('a %s shows the letter of its colour in place of the shape if that is chosen', (piece) => {
  changeSettings({ symbols: 'letters', lang: 'fr' })
  show(Peg, { letter: 'G', piece })
  expect(element('.symbol').tagName).toBe('text')
  expect(plain(element('.symbol'))).toBe('V')
})

test.each(PIECES)('a %s is light at its upper edge and dark at its lower one, so that it looks turned', (piece) => {
  show(Peg, { letter: 'R', piece })
  show(PegGradients, {})
  expect(element('#shoulder').querySelectorAll('stop').length).toBeGreaterThan(1)
  expect(all('.body + [fill="url(#shoulder)"]')).toHaveLength(1)
})

test('a rim is thin', () => {
  const source = readFileSync('src/ui/peg/Peg.svelte', 'utf8')
  const rims = [...source.matchAll(/\.body \{[^}]*stroke-width: ([\d.]+);/g)].map(([, width]) => Number(width))
  expect(rims.length).toBeGreaterThan(0)
  expect(Math.max(...rims)).toBeLessThan(2) // of the 40 that a piece is high
})

test('a colour of an added edition that has no shape shows its letter', () => {
  show(Peg, { letter: 'Z' })
  expect(plain(element('.symbol'))).toBe('Z')
})

test.each(PIECES)('a %s that is left blank is a piece without colour or symbol', (piece) => {
  show(Peg, { letter: '.', piece })
  expect(all('.blank .body')).toHaveLength(1)
  expect(all('.symbol')).toHaveLength(0)
})

test('an empty hole has no symbol', () => {
  show(Peg, {})
  expect(all('.symbol, .body')).toHaveLength(0)
  expect(all('.hole')).toHaveLength(1)
})
