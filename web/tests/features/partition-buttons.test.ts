// The marks of a guess in the strategy explorer.

import { expect, test, vi } from 'vitest'
import PartitionButtons from '../../src/features/learn/PartitionButtons.svelte'
import { all, click, plain, rules, show } from '../support/mount.svelte'

test('each mark is a button with its key pegs drawn, and says how many codes it leaves', () => {
  const picked = vi.fn()
  const cells = [
    { notation: '1b2w', codes_left: 40, solved: false },
    { notation: '4b0w', codes_left: 1, solved: true },
  ]
  show(PartitionButtons, { cells: cells as never, rules: rules(), busy: false, onpick: picked })
  const [first, last] = all('button')
  expect([first, last].map((each) => each?.querySelectorAll('.key-peg.exact').length)).toEqual([1, 4])
  expect(first?.querySelectorAll('.key-peg.near')).toHaveLength(2)
  expect(plain(first!)).toContain('40 codes')
  click(last!)
  expect(picked).toHaveBeenCalledExactlyOnceWith('4b0w', true)
})
