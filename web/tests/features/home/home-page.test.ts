// The home page: what to continue comes first, and nothing that is empty is announced.

import { afterEach, expect, test, vi } from 'vitest'
import HomePage from '../../../src/features/home/HomePage.svelte'
import { answerRequests, shown } from '../../support/answers'
import { all, element, palette, plain, show, table, view } from '../../support/mount.svelte'

afterEach(() => vi.unstubAllGlobals())

const edition = (id: string, name: string, year: number | null) => ({
  ...{ id, name, line: '', year, seats: [2], holes: 4, palette },
})
const EDITIONS = [edition('new', 'The new one', 2004), edition('classic', 'Classic', 1972)]

/** What can be done, in the order of the page: its links and buttons, by their first words. */
const order = () => all('a, button').map((each) => plain(each.querySelector('.do, strong') ?? each))

test('with nothing to continue it begins with play, the code of the day and the lesson, then the editions', async () => {
  answerRequests({ '/editions?lang=en': EDITIONS, '/tables': { tables: [] } })
  show(HomePage, {})
  await shown(() => expect(all('li')).toHaveLength(2))
  expect(order()).toEqual(['Play now', 'Code of the day', 'New here?', 'Classic', 'The new one', 'Open a match record'])
  expect(all('.cards a').at(-1)?.getAttribute('href')).toBe('/learn/classic#lesson')
  expect(plain(all('.cards a').at(-1)!)).toContain('lesson')
  expect(all('h2').map(plain)).toEqual(['Editions', 'Finished matches'])
})

test('the match to continue comes first: edition, opponent, whose turn it is, and when', async () => {
  const waiting = { table: { ...table('Ann', 'Ben'), id: 't' }, view: view({ waiting: [1] }) }
  const stored = { id: 't', player: 1, name: 'Ann', edition: 'classic', at: Date.UTC(2026, 10, 16, 12, 30) }
  localStorage.setItem('keypeg.tables', JSON.stringify([stored]))
  answerRequests({ '/editions?lang=en': EDITIONS, '/tables': { tables: [] }, '/tables/t': waiting })
  show(HomePage, {})
  await shown(() => expect(order().slice(0, 3)).toEqual(['Continue', 'All my tables', 'Play now']))
  const lines = [...element('a[href="/table/t"] .what').children].map(plain)
  expect(lines).toEqual(['Continue', 'Classic', 'Against Ben', 'Your turn', expect.stringContaining('16 Nov 2026')])
})
