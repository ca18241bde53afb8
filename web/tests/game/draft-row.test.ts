import { expect, test } from 'vitest'
import { clear, copy, empty, fill, put, spelled, swap } from '../../src/game/draft-row'

test('pegs go into the next free hole', () => {
  let half = empty(4)
  for (const peg of 'RBY') half = put(half, peg)
  expect(spelled(half)).toBe('RBY.')
  expect(half.at).toBe(3)
  half = put({ ...half, at: 1 }, 'G')
  expect(spelled(half)).toBe('RGY.')
  expect(half.at).toBe(3)
})

test('a full row goes on to be changed hole by hole', () => {
  const half = put(copy(empty(4), 'RBYG'), 'W')
  expect(spelled(half)).toBe('WBYG')
  expect(half.at).toBe(1)
})

test('clearing takes the peg at the cursor, or else the one before it', () => {
  let half = put(put(empty(4), 'R'), 'B')
  half = clear(half)
  expect(spelled(half)).toBe('R...')
  expect(spelled(clear(half))).toBe('....')
})

test('what is dragged onto another peg changes places with it', () => {
  expect(spelled(swap(copy(empty(4), 'RBYG'), 0, 3))).toBe('GBYR')
})

test('a row is filled with one colour where nothing stands', () => {
  expect(spelled(fill(put(empty(4), 'R'), 'B'))).toBe('RBBB')
})
