// Addresses that lead nowhere, or not for everybody: a sentence in words, and the way home.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { go } from '../../src/browser/route.svelte'
import LearnPage from '../../src/features/learn/LearnPage.svelte'
import ReviewPage from '../../src/features/review/ReviewPage.svelte'
import SolverPage from '../../src/features/solver/SolverPage.svelte'
import { answerRequests, refusal, shown } from '../support/answers'
import { all, element, plain, show } from '../support/mount.svelte'

beforeEach(() => go('/'))
afterEach(() => vi.unstubAllGlobals())

const EDITIONS = [{ id: 'classic', name: 'Classic', year: 1972, palette: [], holes: 4 }]
const UNKNOWN = refusal('unknown-edition', 400)
const ANSWERS = {
  '/editions?lang=en': EDITIONS,
  '/editions/nonsense': UNKNOWN,
  '/editions/nonsense/rules?lang=en': UNKNOWN,
}
const links = () => all('a').map((link) => [plain(link), link.getAttribute('href')])

test('where an edition is learned, an unknown one is a page that does not exist', async () => {
  answerRequests(ANSWERS)
  show(LearnPage, { name: 'nonsense' })
  await shown(() => expect(plain(element('h1'))).toBe('This page does not exist.'))
  expect(plain(document.body)).toContain('There is no edition with this name.')
  expect(links()).toEqual([['Home', '/']])
  expect(all('[role=alert], nav')).toEqual([])
})

test.each([
  ['no-token', 401, 'Ask a player for an invitation, or for a link to watch.'],
  ['no-such-table', 404, 'no-such-table'],
])('the review of a table that is refused as %s says so, and leads home alone', async (code, status, sentence) => {
  answerRequests({ '/tables/t': refusal(code, status) })
  show(ReviewPage, { name: 't' })
  await shown(() => expect(plain(element('[role=alert]'))).toContain(sentence))
  expect(links()).toEqual([['Home', '/']])
})

test('the solver says in words that there is no such edition', async () => {
  answerRequests(ANSWERS)
  show(SolverPage, { name: 'nonsense' })
  await shown(() => expect(plain(element('[role=alert]'))).toBe('There is no edition with this name.'))
})
