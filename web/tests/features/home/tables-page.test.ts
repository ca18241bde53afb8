// The list of this device's tables, as this and older versions have stored them.

import { afterEach, expect, test, vi } from 'vitest'
import TablesPage from '../../../src/features/home/TablesPage.svelte'
import type { MatchOutcome, TableInfo, View } from '../../../src/api/wire'
import { myTables, type MyTable } from '../../../src/game/my-tables'
import { answerRequests, refusal, shown } from '../../support/answers'
import { all, finished, plain, show, table, view } from '../../support/mount.svelte'

afterEach(() => vi.unstubAllGlobals())

const AT = Date.UTC(2026, 10, 16, 12, 30)
const EDITIONS = [
  ['classic', 'Classic'],
  ['mastermind-44', 'Master Mind 44'],
].map(([id, name]) => ({ id, name, palette: [], holes: 4 }))

/** An entry as every version has stored it. */
const entry = (id: string, changes: Partial<MyTable> = {}): MyTable => ({
  id,
  player: 1,
  name: 'Ann',
  edition: 'classic~rows_12',
  at: AT,
  ...changes,
})
const snapshot = (id: string, names: string[], changes: Partial<TableInfo>, match: Partial<View> | null) => ({
  table: { ...table(...names), id, ...changes },
  view: match && view(match),
})
const ended = (outcome: MatchOutcome) => ({ outcome, finished: [finished()] })

/** Show the list with these entries, where the server knows these tables. */
function list(entries: MyTable[], answers: Record<string, unknown>) {
  localStorage.setItem('keypeg.tables', JSON.stringify(entries))
  const tables = Object.entries(answers).map(([id, answer]) => [`/tables/${id}`, answer])
  const sent = answerRequests({ '/editions?lang=en': EDITIONS, ...Object.fromEntries(tables) })
  show(TablesPage, {})
  return { requests: () => sent.map(({ path }) => path).filter((path) => path.startsWith('/tables')) }
}
const lines = () => all('li a').map((line) => [...line.querySelectorAll('.what > *')].map(plain))

test('each line tells the edition, the opponents, whose turn it is or how it ended, and when', async () => {
  const casey = { name: 'Casey', guest: null, player: 1, bot: 'casual', invited: false }
  const four = ['Ann', 'Ben', 'Cleo', 'Dan']
  list(
    [
      entry('turn'),
      entry('waiting', { edition: 'mastermind-44' }),
      entry('open'),
      entry('won'),
      entry('lost'),
      entry('practice', { player: 2 }),
    ],
    {
      turn: snapshot('turn', ['Ann', 'Ben'], {}, { waiting: [1] }),
      waiting: snapshot('waiting', four, { edition: 'mastermind-44' }, { waiting: [3, 4] }),
      open: snapshot('open', ['Ann', 'Ben'], { seats: [table('Ann').seats[0]!, null] }, null),
      won: snapshot('won', ['Ann', 'Ben'], { over: true }, ended({ reason: 'majority', winners: [1] })),
      lost: snapshot('lost', ['Ann', 'Ben'], { over: true }, ended({ reason: 'majority', winners: [2] })),
      practice: snapshot(
        'practice',
        ['Casey', 'Ben'],
        { over: true, seats: [casey, table('Ann', 'Ben').seats[1]!] },
        ended({ reason: 'practice', winners: [2] }),
      ),
    },
  )
  await shown(() => expect(plain(document.body)).toContain('Cracked in 2!'))
  const when = expect.stringContaining('16 Nov 2026')
  expect(lines()).toEqual([
    ['Classic', 'Against Ben', 'Your turn', when],
    ['Master Mind 44', 'Against Ben, Cleo, and Dan', 'Waiting for Cleo and Dan', when],
    ['Classic', 'Waiting for players', when],
    ['Classic', 'Against Ben', 'You win the match', when],
    ['Classic', 'Against Ben', 'Ben wins the match', when],
    ['Classic', 'Against Casey', 'Cracked in 2!', when],
  ])
  expect(all('.due').map(plain)).toEqual(['Your turn'])
  expect(all('li svg .eyes')).toHaveLength(1)
})

test('an entry of an older version is shown at once, and completed as soon as the server has answered', async () => {
  const over = snapshot('old', ['Ann', 'Ben'], { over: true }, ended({ reason: 'majority', winners: [1] }))
  const { requests } = list([entry('old', { over: true }), entry('quiet')], { old: over })
  const when = expect.stringContaining('16 Nov 2026')
  await shown(() => expect(lines()[0]?.[0]).toBe('Classic'))
  expect(lines()[1]).toEqual(['Classic', when])
  await shown(() => expect(lines()[0]).toEqual(['Classic', 'Against Ben', 'You win the match', when]))
  expect(requests()).toEqual(['/tables/old', '/tables/quiet'])
  expect(myTables().map(({ id, at }) => [id, at])).toEqual([
    ['old', AT],
    ['quiet', AT],
  ])
})

test('a table whose end is known is not asked for, and one that is gone leaves the list', async () => {
  const standing = { table: { ...table('Ann', 'Ben'), over: true }, view: null, round: null }
  const { requests } = list([entry('known', { over: true, standing }), entry('gone'), entry('barred')], {
    gone: refusal('no-such-table'),
    barred: refusal('no-token', 401),
  })
  await shown(() => expect(myTables().map(({ id }) => id)).toEqual(['known', 'barred']))
  await shown(() => expect(all('li')).toHaveLength(2))
  expect(requests()).toEqual(['/tables/gone', '/tables/barred'])
})
