// Components stay small enough to read.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MOST_LINES = 200

const components = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'))

test.each(components)(`%s has at most ${MOST_LINES} lines of script and markup`, (file) => {
  const [code = ''] = readFileSync(`src/${file}`, 'utf8').split('\n<style>')
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
})
