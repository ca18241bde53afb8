import { expect, test, vi } from 'vitest'
import TurnLimitProposal from '../../../src/features/table/TurnLimitProposal.svelte'
import { button, click, element, plain, show, table } from '../../support/mount.svelte'

test('a proposal says the new limit, and the player agrees to that very one', () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ number: 9 }))
  show(TurnLimitProposal, { table: table('Ann', 'Ben'), limit: 120 })
  expect(plain(element('section p'))).toBe(
    'Ann proposes a time limit of 2 minutes for each turn, from the next one on.',
  )
  click(button('Agree'))
  const [address, { method, body }] = fetched.mock.calls[0] as [string, RequestInit]
  expect([address, method, body]).toEqual(['/api/tables/t/turn-limit', 'PUT', '{"turn_limit":120}'])
  fetched.mockRestore()
})

test('it says when the limit shall be removed', () => {
  show(TurnLimitProposal, { table: table('Ann', 'Ben'), limit: 0 })
  expect(plain(element('section p'))).toBe('Ann proposes to play without a time limit, from the next turn on.')
})
