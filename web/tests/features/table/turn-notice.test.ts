import { expect, test } from 'vitest'
import TurnNotice from '../../../src/features/table/TurnNotice.svelte'
import { element, plain, show, table } from '../../support/mount.svelte'

test('it names the player whose turn it is, and says whether it is a person or a bot', () => {
  const two = table('Ann', 'Ben')
  show(TurnNotice, { table: two, seats: [2], spectating: false })
  expect(plain(element('.waiting'))).toBe('Ben You can leave and come back: your seat is kept.')
  two.seats[1] = { name: 'Ben', player: 1, bot: 'strong', guest: null, invited: false }
  document.body.innerHTML = ''
  show(TurnNotice, { table: two, seats: [2], spectating: false })
  expect(plain(element('.waiting'))).toBe('Ben The computer is thinking.')
})
