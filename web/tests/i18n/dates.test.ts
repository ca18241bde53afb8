// When something happened, in both languages.

import { afterEach, expect, test } from 'vitest'
import { changeSettings } from '../../src/browser/settings.svelte'
import { momentText } from '../../src/i18n/dates'

afterEach(() => changeSettings({ lang: 'en' }))

test('of today the time is told, of yesterday that it was, else the date', () => {
  const now = new Date(2026, 2, 1, 0, 5)
  expect(momentText(new Date(2026, 2, 1, 0, 1), now)).toBe('00:01')
  expect(momentText(new Date(2026, 1, 28, 23, 59), now)).toBe('yesterday, 23:59')
  expect(momentText(new Date(2026, 1, 27, 20, 30), now)).toBe('27 Feb 2026, 20:30')
  changeSettings({ lang: 'fr' })
  expect(momentText(new Date(2026, 1, 28, 9, 30), now)).toBe('hier, 09:30')
})
