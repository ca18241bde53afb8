// A table before its match, as its guests see it.

import { afterEach, expect, test, vi } from 'vitest'
import TableLobby from '../../../src/features/table/TableLobby.svelte'
import { answerRequests } from '../../support/answers'
import { all, plain, show, table } from '../../support/mount.svelte'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [true, 'Ann starts the match.'],
  [false, 'Ann starts the match when everyone is here.'],
])('guests read who starts the match (everyone is here: %s)', (complete, sentence) => {
  answerRequests({})
  const lobby = table('Ann', 'Ben')
  if (!complete) lobby.seats.push(null)
  show(TableLobby, { table: lobby, player: 2, oneSeat: false })
  expect(all('p').map(plain)).toContain(sentence)
})
