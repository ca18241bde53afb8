import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PacedFrames, type Pace } from '../../src/game/pace'
import type { ActionEvent, EventFrame } from '../../src/api/wire'

const BOT = 1
const mark = { event: 'mark-given', board: 2, row: 1, by: 1, mark: { blacks: 1, whites: 2 } }
const guess = (seat: number) => ({ event: 'guess-placed', board: 2, row: 1, seat, guess: 'RBYG', open: true })

const frame = (number: number, seat: number, events: unknown[] = [guess(seat), mark], key = ''): EventFrame =>
  ({ type: 'event', number, timestamp: 0, seat, events, ...(key ? { key } : {}) }) as unknown as ActionEvent

let shown: string[]
let pace: Pace
let frames: PacedFrames

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  pace = 'calm'
  frames = new PacedFrames({
    show: ({ number }) => shown.push(String(number)),
    showRows: ({ number }) => shown.push(`rows of ${number}`),
    isBot: (seat) => seat === BOT,
    pace: () => pace,
  })
})
afterEach(() => {
  frames.close()
  vi.useRealTimers()
})

test('a computer thinks before each move, and the next move waits until the row is complete', () => {
  for (const number of [10, 20, 30]) frames.receive(frame(number, BOT))
  expect(shown).toEqual([])
  vi.advanceTimersByTime(599)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(301)
  expect(shown).toEqual(['10'])
  vi.advanceTimersByTime(4 * 90 + 3 * 120)
  expect(shown).toEqual(['10'])
  vi.advanceTimersByTime(900)
  expect(shown).toEqual(['10', '20'])
  vi.advanceTimersByTime(5000)
  expect(shown).toEqual(['10', '20', '30'])
})

test('people are shown at once, and so is the player who acts, after all that came before', () => {
  frames.receive(frame(1, 2))
  expect(shown).toEqual(['1'])
  frames.receive(frame(2, BOT))
  frames.receive(frame(3, 2, undefined, 'own'))
  expect(shown).toEqual(['1', '2', '3'])
})

test('the last row lies on the table before the shield turns', () => {
  frames.receive(frame(1, 2, [guess(2), mark, { event: 'round-ended' }], 'own'))
  expect(shown).toEqual(['rows of 1'])
  vi.advanceTimersByTime(4 * 90 + 3 * 120 + 699)
  expect(shown).toEqual(['rows of 1'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['rows of 1', '1'])
})

test('quick is faster, and at instant or after a reconnection nothing waits', () => {
  pace = 'quick'
  frames.receive(frame(1, BOT))
  vi.advanceTimersByTime(360)
  expect(shown).toEqual(['1'])
  frames.receive(frame(2, BOT))
  pace = 'instant'
  frames.receive(frame(3, BOT, [guess(BOT), { event: 'round-ended' }]))
  expect(shown).toEqual(['1', '2', '3'])
  pace = 'calm'
  frames.catchUp()
  frames.receive(frame(4, BOT))
  expect(shown).toEqual(['1', '2', '3', '4'])
})
