// Days in a row on which a code was found on its own day.

import { expect, test } from 'vitest'
import { streaks } from '../../src/game/daily-streaks'
import type { RoundResult } from '../../src/game/round-results'

const result = (day: string, more: Partial<RoundResult> = {}): RoundResult => ({
  table: `t${day}`,
  round: 1,
  attempt: 1,
  seat: 2,
  edition: 'classic~practice_yes',
  day,
  at: 1,
  won: true,
  found: true,
  guesses: 4,
  marks: [],
  ...more,
})

test('a streak lasts until the end of the next day', () => {
  const played = [result('2026-02-28'), result('2026-03-01')]
  expect(streaks('2026-03-01', played)).toEqual({ now: 2, most: 2 })
  expect(streaks('2026-03-02', played)).toEqual({ now: 2, most: 2 })
  expect(streaks('2026-03-03', played)).toEqual({ now: 0, most: 2 })
})

test('a code that was not found, or was played after its day, does not count', () => {
  const played = [result('2026-03-01'), result('2026-03-02', { late: true }), result('2026-03-03')]
  expect(streaks('2026-03-03', played)).toEqual({ now: 1, most: 1 })
  expect(streaks('2026-03-03', [result('2026-03-03', { found: false })])).toEqual({ now: 0, most: 0 })
})
