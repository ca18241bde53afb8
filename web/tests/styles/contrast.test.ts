// The edge of a piece stands out from every board, and the symbol on it from its colour: 3:1, in both themes and palettes.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Colour = [red: number, green: number, blue: number]

const LEAST = 3

const boards = readFileSync('src/styles/boards.css', 'utf8')
const peg = readFileSync('src/ui/peg/Peg.svelte', 'utf8')

function parse(hex: string): Colour {
  const digits = hex.slice(1)
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => parseInt(wide.slice(at, at + 2), 16) / 255) as Colour
}
const mix = (colour: Colour, part: number, base: Colour): Colour =>
  colour.map((value, at) => value * part + (base[at] ?? 0) * (1 - part)) as Colour
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
function contrast(colour: Colour, ground: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(colour), luminance(ground)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The properties in each block of boards.css, by its selector; both blocks of `:root` together. */
const blocks: Record<string, Record<string, string>> = {}
for (const [, selector = '', body = ''] of boards.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g))
  blocks[selector.trim()] = {
    ...blocks[selector.trim()],
    ...Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value])),
  }

const root = blocks[':root'] ?? {}
const original = { ...root, ...blocks[":root[data-palette='original']"] }
const rim = parse(root.rim ?? '')
const fields = Object.entries(blocks).flatMap(([selector, { field = '' }]) =>
  [...field.matchAll(/#\w+/g)].map(([hex], theme) => ({ material: selector, theme: ['light', 'dark'][theme], hex })),
)
const colours = (palette: Record<string, string>) => Object.keys(palette).filter((name) => /^[A-Z]$/.test(name))
const tint = Number(/stroke: color-mix\(in srgb, var\(--colour\) (\d+)%, var\(--rim\)\)/.exec(peg)?.[1]) / 100

test('every material has a field in both themes', () => {
  expect(fields).toHaveLength(2 * 9)
})

test.each(fields)('every rim stands out on $material, $theme', ({ hex }) => {
  for (const palette of [root, original])
    for (const letter of colours(palette)) {
      const edge = mix(parse(palette[letter] ?? ''), tint, rim)
      expect(contrast(edge, parse(hex)), letter).toBeGreaterThanOrEqual(LEAST)
    }
})

test.each([
  ['safe', root],
  ['original', original],
])('every symbol stands out on its colour in the %s palette', (_, palette) => {
  expect(colours(palette)).toHaveLength(20)
  for (const letter of colours(palette)) {
    const symbol = palette[`${letter}-on`]
    expect(contrast(parse(palette[letter] ?? ''), symbol ? parse(symbol) : rim), letter).toBeGreaterThanOrEqual(LEAST)
  }
})

test('on a dark page a black key peg has a ring that stands out from the peg and from the page', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const dark = (name: string) => parse(new RegExp(`--${name}: light-dark\\(#\\w+, (#\\w+)\\)`).exec(tokens)?.[1] ?? '')
  expect(tokens).toContain('--key-ring-on-page: light-dark(transparent, var(--muted));')
  const edge = parse(/--key-black-edge: (#\w+)/.exec(tokens)?.[1] ?? '')
  for (const ground of [edge, dark('card'), dark('table')])
    expect(contrast(dark('muted'), ground)).toBeGreaterThanOrEqual(LEAST)
})
