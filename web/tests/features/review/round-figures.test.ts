import { expect, test } from 'vitest'
import RoundFigures from '../../../src/features/review/RoundFigures.svelte'
import { cleanUp, element, plain, show, table } from '../../support/mount.svelte'

test.each([
  [[2], null, 'Ben’s round'],
  [[2], 1, 'Ben’s round'],
  [[2], 2, 'Your round'],
  [[1, 2], 2, 'Ann and Ben'],
])('a round of the players %j is for reader %j: %s', (owners, reader, title) => {
  cleanUp()
  show(RoundFigures, { figures: [], owners, table: table('Ann', 'Ben'), reader })
  expect(plain(element('h2'))).toBe(title)
})
