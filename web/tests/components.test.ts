// Components stay small enough to read, and show the server's sentences by field, not by position.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MOST_LINES = 200

const components = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'))

test.each(components)(`%s has at most ${MOST_LINES} lines of script and markup`, (file) => {
  const [code = ''] = readFileSync(`src/${file}`, 'utf8').split('\n<style>')
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
})

/** The server's lists of sentences, cut or picked from by a fixed position. A sentence that a page needs is a field. */
const PROSE_BY_POSITION =
  /\.(reasons|question|conditions|partition_text|sentence|lines|items|\w+_text)(\.(slice|splice|at|shift|pop)\(|\[-?\d)/

test.each(components)('%s does not cut sentences of the server by position', (file) => {
  expect(readFileSync(`src/${file}`, 'utf8')).not.toMatch(PROSE_BY_POSITION)
})

/** ESLint refuses it too, where it is written. */
const BROWSER_DIALOG = /(?<!function |[\w.$])((window|globalThis|self)\.)?(alert|confirm|prompt)\(/

test('no page asks by a dialog of the browser', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(svelte|ts)$/.test(file),
  )
  expect(sources.filter((file) => BROWSER_DIALOG.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
})
