// Below the boards: an answer that is made before the call.

import { expect, test } from 'vitest'
import type { View } from '../../../src/api/wire'
import ActionTray from '../../../src/features/table/ActionTray.svelte'
import { emptyDraft } from '../../../src/game/draft-row'
import { button, press, rules, show, table, view } from '../../support/mount.svelte'

test('an answer that was not sent is taken back by Escape, but not from a dialog', () => {
  const space = { holes: 4, colours: 6, repeats: true, least_blanks: 0, most_blanks: 0, blank_holes: null }
  const props = show(ActionTray, {
    view: view({ legal: [{ action: 'call', space }] as View['legal'] }),
    table: table('Ann', 'Ben'),
    rules: rules(),
    ended: undefined,
    making: { action: 'answer' as const, space },
    draft: emptyDraft(4),
    answering: true,
    height: 0,
    busy: false,
    error: '',
    submitAction: () => {},
    submitRow: () => {},
  })
  const dialog = document.body.appendChild(document.createElement('dialog'))
  press('Escape', dialog)
  expect(props.answering).toBe(true)
  expect(button('Cancel')).toBeTruthy()
  press('Escape')
  expect(props.answering).toBe(false)
  expect(button('I know the code')).toBeTruthy()
})
