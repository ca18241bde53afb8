// Colours have names: values stand only in the tokens, the board materials and the peg palette.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const WITH_VALUES = ['styles/tokens.css', 'styles/boards.css']
const HEX = /(?<![\w&/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!-)/gi

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(svelte|css)$/.test(file) && !WITH_VALUES.includes(file))

test.each(sources)('%s has no colour values of its own', (file) => {
  expect(readFileSync(`src/${file}`, 'utf8').match(HEX)).toBeNull()
})
