// A table that waits for players names its game, its options and who is there: in the list of open tables, and itself.

import { afterEach, expect, test, vi } from 'vitest'
import OpenTables from '../../src/features/home/OpenTables.svelte'
import TableLobby from '../../src/features/table/TableLobby.svelte'
import { answerRequests, shown } from '../support/answers'
import { all, cleanUp, element, plain, show, table } from '../support/mount.svelte'

afterEach(() => vi.unstubAllGlobals())

const waiting = table('Ann', 'Casey')
waiting.edition = 'house~rows_12'
waiting.begun_at = null
waiting.seats[1] = { name: 'Casey', guest: null, player: 1, bot: 'casual', invited: false }
waiting.seats.push(null)

const WORDS = { name: 'House rules', options: ['12 rows', 'marked by hand'] }
const answers = { '/editions/house~rows_12/words?lang=en': WORDS, '/tables/t/links': { join: '/join/t#key' } }

test('the list of open tables names game, options, players and what is open', async () => {
  answerRequests(answers)
  show(OpenTables, { tables: [waiting] })
  await shown(() => expect(plain(element('.what strong'))).toBe('House rules'))
  expect(all('.what > .muted').map(plain)).toEqual(['12 rows, marked by hand, hints allowed', '1 seat open'])
  expect(plain(element('.who'))).toMatch(/Ann ?Casey casual/)
  expect(element('li a').getAttribute('href')).toBe('/join/t')
})

test('a table before its match names game, options and who has which seat', async () => {
  answerRequests(answers)
  show(TableLobby, { table: waiting, player: 1, oneSeat: false })
  await shown(() => expect(plain(element('.what strong'))).toBe('House rules'))
  expect(plain(element('.what .muted'))).toBe('12 rows, marked by hand, hints allowed')
  expect(all('.seat').map(plain)).toEqual(['Seat 1: Ann', 'Seat 2: Casey casual', 'Seat 3: open'])
  expect(all('.seat svg .eyes')).toHaveLength(1)
  await shown(() => expect(plain(element('.link'))).toContain('/join/t#key'))
})

test('once everybody has come, the host reads that the match can begin', () => {
  answerRequests(answers)
  const complete = { ...waiting, seats: waiting.seats.slice(0, 2) }
  show(TableLobby, { table: complete, player: 1, oneSeat: false })
  expect(plain(element('h1'))).toBe('Everyone is here')
  expect(all('h1 *')).toHaveLength(0)
  cleanUp()
  show(TableLobby, { table: waiting, player: 1, oneSeat: false })
  expect(plain(element('h1'))).toMatch(/^Waiting for players/)
})
