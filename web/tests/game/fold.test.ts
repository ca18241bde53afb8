// A view is kept up to date event by event.

import { expect, test } from 'vitest'
import { applyEvent, fromSnapshot } from '../../src/game/fold'
import type { EventFrame } from '../../src/api/wire'
import { board, finished, row, table, view } from '../support/mount.svelte'

const { boards: _, seat: __, edition: ___, finished: ____, ...common } = view()
const { legal, code, hidden_guess, contradicted, ...now } = common
const own = { legal, code, hidden_guess, contradicted }

const start = () =>
  fromSnapshot({
    type: 'snapshot',
    number: 7,
    seat: 2,
    table: table('Ann', 'Ben'),
    view: view({ boards: [board([row('RBYG', 0, 2)])] }),
    commitments: [],
    reveals: [],
  })
const frame = (number: number, events: unknown[]) =>
  ({ type: 'event', number, at: 0, seat: 2, action: '', events, now, own }) as unknown as EventFrame

test('an open guess becomes a row, and its mark comes to it', () => {
  const placed = applyEvent(
    start(),
    frame(8, [{ event: 'guess-placed', board: 2, row: 2, seat: 2, guess: 'RRBB', open: true }]),
  )
  expect(placed.view?.boards[0]?.rows.map((row) => [row.guess, row.marks.length, row.arrival])).toEqual([
    ['RBYG', 1, 1],
    ['RRBB', 0, 2],
  ])
  const marked = applyEvent(
    placed,
    frame(9, [{ event: 'mark-given', board: 2, row: 2, by: 1, mark: { blacks: 1, whites: 0 } }]),
  )
  expect(marked.view?.boards[0]?.rows[1]?.marks).toEqual([{ by: 1, blacks: 1, whites: 0 }])
})

test('a hidden guess is only known to be placed, until it is opened', () => {
  const placed = applyEvent(
    start(),
    frame(8, [{ event: 'guess-placed', board: 2, row: 2, seat: 2, guess: null, open: false }]),
  )
  expect(placed.view?.boards[0]).toMatchObject({ placed: [2], rows: [{ guess: 'RBYG' }] })
  const opened = applyEvent(placed, frame(9, [{ event: 'row-opened', board: 2, row: 2, seat: 2, guess: 'KKKK' }]))
  expect(opened.view?.boards[0]).toMatchObject({ placed: [], rows: [{ guess: 'RBYG' }, { guess: 'KKKK' }] })
})

test('a finished round is kept', () => {
  const ended = applyEvent(start(), frame(8, [{ event: 'round-ended', result: finished() }]))
  expect(ended.view?.finished.map((round) => round.codes)).toEqual([['GWKR', null]])
})

test('a frame that is not the next one is an error', () => {
  expect(() => applyEvent(start(), frame(9, []))).toThrow('9 does not follow 7')
})
