// What screen readers are told about rows.

import { expect, test } from 'vitest'
import { announcement } from '../../../src/features/table/match-status'
import { board, row, rules, table, view } from '../../support/mount.svelte'

const family = table('Ann', 'Ben', 'Cleo')

test('on a shared board the last row is told with its player', () => {
  const shared = board([row('RBYG', 0, 2, 1, 2), row('RRBB', 1, 0, 2, 3)], { breakers: [2, 3] })
  expect(announcement(view({ boards: [shared] }), family, rules(), 'Your turn')).toBe(
    'Cleo: Row 2: red, red, blue, blue; 1 black. Your turn',
  )
})

test('on the only breaker’s board it goes without saying', () => {
  const own = board([row('RBYG', 0, 2)])
  expect(announcement(view({ boards: [own] }), family, rules(), 'Your turn')).toBe(
    'Row 1: red, blue, yellow, green; 2 white. Your turn',
  )
})
