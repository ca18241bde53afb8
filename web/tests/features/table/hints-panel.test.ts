// Hints during play.

import { afterEach, expect, test, vi } from 'vitest'
import type { Hint, HintAnswer } from '../../../src/api/wire'
import HintsPanel from '../../../src/features/table/HintsPanel.svelte'
import { write } from '../../../src/browser/storage'
import { all, board, button, click, element, plain, rules, show, table, view } from '../../support/mount.svelte'

afterEach(() => vi.unstubAllGlobals())

const hints: Hint[] = [
  { kind: 'certain', lines: ['There is a [R] in the code.', 'The [B] is not in hole 2.'], guess: null },
  { kind: 'reasons', lines: ['It could be the code.', 'It leaves 3 codes at most.', '●○ is likely.'], guess: null },
]
const answer: HintAnswer = { hints, partial_verdict: null, certainties: null }

/** The sentences of each hint that is shown. */
const shown = () => all('ol > li').map((hint) => [...hint.children].map(plain))

test('every hint is an item of a list, and every sentence of it a paragraph', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  write('hints-open', true)
  const board2 = board()
  show(HintsPanel, {
    ...{ view: view({ boards: [board2] }), board: board2, table: table('Ann', 'Ben'), rules: rules() },
    ...{ due: true, draft: null, keep: false, oncopy: null },
  })
  expect(element('details').hasAttribute('open')).toBe(true)
  await vi.waitFor(() => expect(plain(element('.left'))).not.toContain('Thinking'))
  click(button('A hint'))
  await vi.waitFor(() => expect(shown()).toHaveLength(1))
  click(button('Another hint'))
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      ['There is a red in the code.', 'The blue is not in hole 2.'],
      ['It could be the code.', 'It leaves 3 codes at most.', '1 black, 1 white is likely.'],
    ]),
  )
  expect(all('.key-peg').map((peg) => [...peg.classList].filter((name) => /exact|near/.test(name)))).toEqual([
    ['exact'],
    ['near'],
  ])
})
