import { expect, test } from 'vitest'
import { codeOf } from '../../src/game/code'
import {
  copyCode,
  emptyDraft,
  fillEmptyHoles,
  loadDraft,
  putPeg,
  removePeg,
  storeDraft,
  swapPegs,
} from '../../src/game/draft-row'

const made = (draft: { pegs: (string | null)[] }) => codeOf(draft.pegs)

test('pegs go into the next free hole', () => {
  let draft = emptyDraft(4)
  for (const peg of 'RBY') draft = putPeg(draft, peg)
  expect(made(draft)).toBe('RBY.')
  expect(draft.cursor).toBe(3)
  draft = putPeg({ ...draft, cursor: 1 }, 'G')
  expect(made(draft)).toBe('RGY.')
  expect(draft.cursor).toBe(3)
})

test('in a full row the next peg replaces the one at the cursor', () => {
  const draft = putPeg(copyCode(emptyDraft(4), 'RBYG'), 'W')
  expect(made(draft)).toBe('WBYG')
  expect(draft.cursor).toBe(1)
})

test('removing takes the peg at the cursor, or else the one before it', () => {
  let draft = putPeg(putPeg(emptyDraft(4), 'R'), 'B')
  draft = removePeg(draft)
  expect(made(draft)).toBe('R...')
  expect(made(removePeg(draft))).toBe('....')
})

test('two pegs change places', () => {
  expect(made(swapPegs(copyCode(emptyDraft(4), 'RBYG'), 0, 3))).toBe('GBYR')
})

test('empty holes are filled with one colour', () => {
  expect(made(fillEmptyHoles(putPeg(emptyDraft(4), 'R'), 'B'))).toBe('RBBB')
})

test('a stored draft is found again for the same row, and for no other', () => {
  storeDraft('t', '2 1.1 guess 3', copyCode(emptyDraft(4), 'RB..'))
  expect(made(loadDraft('t', '2 1.1 guess 3', 4))).toBe('RB..')
  expect(made(loadDraft('t', '2 1.1 guess 4', 4))).toBe('....')
  expect(made(loadDraft('t', '2 1.1 guess 3', 5))).toBe('.....')
  expect(made(loadDraft('u', '2 1.1 guess 3', 4))).toBe('....')
})
