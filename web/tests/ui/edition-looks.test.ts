import { expect, test } from 'vitest'
import { lookOf, markStyleOf, markWidth } from '../../src/ui/board/edition-looks'
import { rules } from '../support/mount.svelte'

test('an edition looks the same with any options, and an unknown one looks classic', () => {
  expect(lookOf('traffic-jam-2000~option_3')).toBe(lookOf('traffic-jam-2000'))
  expect(lookOf('new')).toBe(lookOf('classic'))
})

test('no two editions are drawn alike', () => {
  const ids = [
    'classic',
    'hasbro-2000',
    'hasbro-2000-advanced',
    'parker-1974',
    'challenge-2001',
    'traffic-jam-2000',
    'hasbro-2004',
    'mastermind-44',
    'house',
  ]
  const drawn = ids.map((id) => JSON.stringify({ ...lookOf(id), thumbnail: null }))
  expect(new Set(drawn).size).toBe(ids.length)
})

test('number marks have a card on any board, and more holes need more room', () => {
  expect(markStyleOf(lookOf('house'), rules({ marking: 'sum' }))).toBe('card')
  expect(markStyleOf(lookOf('hasbro-2004'), rules())).toBe('sliders')
  expect(markWidth('pegs', 8, 1)).toBeGreaterThan(markWidth('pegs', 4, 1))
  expect(markWidth('parts', 5, 3)).toBeGreaterThan(markWidth('parts', 5, 1))
})
