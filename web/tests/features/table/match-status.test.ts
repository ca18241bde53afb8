// What is told about rows, results and whose turn it is.

import { expect, test } from 'vitest'
import { announcement, statusText } from '../../../src/features/table/match-status'
import type { View } from '../../../src/api/wire'
import { turnText } from '../../../src/i18n/match-text'
import { board, finished, row, rules, table, view } from '../../support/mount.svelte'

const family = table('Ann', 'Ben', 'Cleo')

test('on a shared board the last row is told with its player', () => {
  const shared = board([row('RBYG', 0, 2, 1, 2), row('RRBB', 1, 0, 2, 3)], { breakers: [2, 3] })
  expect(announcement(view({ boards: [shared] }), family, rules(), undefined, 'Your turn', 2)).toBe(
    'Cleo: Row 2: red, red, blue, blue; 1 black. Your turn',
  )
})

test('on the only breaker’s board it goes without saying', () => {
  const own = board([row('RBYG', 0, 2)])
  expect(announcement(view({ boards: [own] }), family, rules(), undefined, 'Your turn', 2)).toBe(
    'Row 1: red, blue, yellow, green; 2 white. Your turn',
  )
})

test('the result of a round is told in plain words, without the row', () => {
  const over = view({ boards: [board([row('GWKR', 4, 0)])], outcome: { reason: 'highest-total', winners: [1] } })
  expect(announcement(over, family, rules(), finished(), 'The match is over', 2)).toBe(
    'Cracked in 2! Ann wins the match.',
  )
  const lost = finished({ outcome: { reason: 'unbroken', winners: [1] } })
  expect(announcement(view(), family, rules(), lost, 'Round 1 is over', 2)).toBe('Not cracked. Ann wins.')
})

test('after practice the round is over, not a match', () => {
  const practised = view({ outcome: { reason: 'practice', winners: [2] } })
  const over = { ...family, over: true }
  expect(statusText(practised, over, rules({ practice: true, rounds: 1 }), finished())).toBe('The round is over')
  expect(turnText({ table: over, view: practised }, [2])).toBe('The round is over')
  const match = view({ outcome: { reason: 'majority', winners: [2] } })
  expect(statusText(match, over, rules(), finished())).toBe('The match is over')
})

test('several players who are waited for are thinking, one is', () => {
  expect(statusText(view({ waiting: [1, 3] }), family, rules(), undefined)).toBe('Ann and Cleo are thinking')
  expect(statusText(view({ waiting: [3] }), family, rules(), undefined)).toBe('Cleo is thinking')
  expect(statusText(view({ waiting: [1, 3], phase: 'codes' }), family, rules(), undefined)).toBe(
    'Ann and Cleo are setting their codes',
  )
})

test('before the shield turns the round is over, and the only round of a match has no number', () => {
  const lastRow = view({ waiting: [] })
  expect(statusText(lastRow, family, rules(), undefined)).toBe('Round 1 is over')
  expect(statusText(view({ waiting: [1] }), family, rules(), finished({ round: 3 }))).toBe('Round 3 is over')
  expect(statusText(lastRow, family, rules({ rounds: 1 }), undefined)).toBe('The round is over')
})

test('long names lose their end, so that the heading stays short, but no half of a letter', () => {
  const name = (text: string) => statusText(view({ waiting: [1] }), table(text, 'Ben'), rules(), undefined)
  expect(name('Wolfgang Amadeus Theophilus')).toBe('\u2068Wolfgang Amadeus T…\u2069 is thinking')
  expect(name('محمد بن عبد الله العزيز الطويل')).toBe('\u2068محمد بن عبد الله ا…\u2069 is thinking')
  expect(name('Wolfgang Amadeus 👩‍👩‍👧 Theophilus')).toBe('\u2068Wolfgang Amadeus 👩‍👩‍👧…\u2069 is thinking')
})

test('where both sides have as many guesses, the last one is announced', () => {
  const may = { action: 'guess' as const, space: { holes: 3, colours: 6 } } as View['legal'][number]
  const duel = (broken: boolean) =>
    view({ seat: 2, legal: [may], boards: [board(), board([], { breakers: [1], makers: [2], broken })] })
  expect(statusText(duel(false), table('Ann', 'Ben'), rules(), undefined)).toBe('Your turn: guess the code')
  expect(statusText(duel(true), table('Ann', 'Ben'), rules(), undefined)).toBe(
    'Your last guess: Ann has cracked your code',
  )
})
