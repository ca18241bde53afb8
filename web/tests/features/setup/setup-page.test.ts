// The set-up of a table.

import { afterEach, expect, test, vi } from 'vitest'
import type { EditionSummary } from '../../../src/api/wire'
import SetupPage from '../../../src/features/setup/SetupPage.svelte'
import { all, element, palette, plain, rules, show } from '../../support/mount.svelte'

afterEach(() => vi.unstubAllGlobals())

const summary: EditionSummary = {
  ...{ id: 'classic', name: 'Classic', line: 'Four holes.', year: 1972, seats: [2], holes: 4, colours: 6, palette },
  ...{ blanks: false, rows: 10, marking: 'key-pegs', scoring: 'maker', codes: 1296, red_keys: false, options: [] },
  source: 'The rulebook',
}

const ANSWERS: Record<string, unknown> = {
  '/api/editions?lang=en': [summary],
  '/api/editions/classic/options': { edition: 'classic', offered: {}, guessing: [] },
  '/api/editions/classic': rules(),
}

test('the set-up of an edition links to how it works', async () => {
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(Response.json(ANSWERS[address])))
  show(SetupPage, { edition: 'classic' })
  await vi.waitFor(() => expect(plain(element('h1'))).toBe('Classic'))
  const links = all('a').map((link) => [plain(link), link.getAttribute('href')])
  expect(links).toContainEqual(['How it works', '/learn/classic'])
})
