// The score, the score sheet, and the results of a round and of a match.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import EndCard from '../../../src/features/table/EndCard.svelte'
import { hasFigures, luckAndSkill, luckAndSkillOf, reviewedSeat } from '../../../src/features/table/luck-and-skill'
import Scoreboard from '../../../src/features/table/Scoreboard.svelte'
import ScoreSheet from '../../../src/features/table/ScoreSheet.svelte'
import type { FinishedRound, MatchOutcome, TableInfo } from '../../../src/api/wire'
import {
  all,
  board,
  button,
  cleanUp,
  click,
  element,
  finished,
  plain,
  press,
  row,
  rules,
  show,
  table,
  view,
} from '../../support/mount.svelte'

const people = table('Ann', 'Ben')
const family = table('Ann', 'Ben', 'Cleo')

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => vi.unstubAllGlobals())

type Given = {
  ended?: Partial<FinishedRound>
  outcome?: MatchOutcome
  seat?: number | null
  at?: Partial<TableInfo>
  practice?: boolean
  makers?: 'one' | 'each' | 'dealt'
  onnext?: () => void
  onrematch?: (() => void) | null
}

function end(given: Given = {}) {
  cleanUp()
  show(EndCard, {
    ended: finished(given.ended),
    seat: given.seat === undefined ? 2 : given.seat,
    view: view({ outcome: given.outcome ?? null, scores: [4, 0] }),
    table: { ...people, over: given.outcome !== undefined, ...given.at },
    rules: rules({ practice: given.practice ?? false, makers: given.makers ?? 'one' }),
    watchKey: '',
    busy: false,
    submitAction: () => {},
    onnext: given.onnext ?? (() => {}),
    onrematch: given.onrematch === undefined ? () => {} : given.onrematch,
  })
}
const heading = () => plain(element('h2'))
const results = () => all('.result').map(plain)
const highest = (...winners: number[]): MatchOutcome => ({ reason: 'highest-total', winners })

test('who cracked the code reads so, and so do its maker and all others', () => {
  end()
  expect([heading(), results()]).toEqual(['Cracked in 2!', []])
  expect(element('section').getAttribute('aria-label')).toBe('Round 1: You win.')
  expect(plain(element('li .visually-hidden'))).toBe('Secret code: green, white, black, red')
  end({ seat: 1 })
  expect(heading()).toBe('Ben cracked your code in 2')
  end({ seat: null })
  expect(heading()).toBe('Ben cracked the code in 2')
})

test.each([
  [{ reason: 'unbroken', winners: [1] }, 1, 'Your code held!', ['You win.']],
  [{ reason: 'unbroken', winners: [1] }, 2, 'Not cracked', ['Ann wins.']],
  [{ reason: 'both-broken', winners: [] }, 2, 'Both codes cracked in 2', ['Nobody wins.']],
  [{ reason: 'neither-broken', winners: [] }, 2, 'Neither code was cracked', ['Nobody wins.']],
  [{ reason: 'answered', winners: [2] }, 2, 'You named the code!', []],
  [{ reason: 'answered', winners: [2] }, 1, 'Ben named the code', []],
  [{ reason: 'nobody-answered', winners: [] }, 1, 'Nobody cracked the code', ['Nobody wins.']],
  [{ reason: 'resigned', winners: [1] }, 2, 'You resigned', ['Ann wins.']],
  [{ reason: 'resigned', winners: [1] }, 1, 'Ben resigned', ['You win.']],
  [{ reason: 'resigned', winners: [] }, 1, 'The round was resigned', ['Nobody wins.']],
  [{ reason: 'timed-out', winners: [1] }, 2, 'Your time ran out', ['Ann wins.']],
  [{ reason: 'wrong-mark', winners: [] }, 1, 'A mark was wrong', ['Nobody wins.']],
] as const)('the end %j reads for seat %i: %s', (outcome, seat, sentence, lines) => {
  end({ ended: { outcome: { ...outcome, winners: [...outcome.winners] } }, seat })
  expect([heading(), results()]).toEqual([sentence, lines])
})

test('points and scores are folded under one word', () => {
  const lines = [
    { seat: 1, points: 10, reason: 'rows' as const, row: null },
    { seat: 1, points: 1, reason: 'unbroken' as const, row: null },
    { seat: 2, points: -3, reason: 'guess' as const, row: 4 },
  ]
  end({ ended: { lines } })
  const fold = element('details') as HTMLDetailsElement
  expect([fold.open, plain(element('summary'))]).toEqual([false, 'Scoring'])
  expect(all('details li').map(plain)).toEqual(['Ann: +11 (+10 rows played, +1 code not cracked)', 'Ben: -3 (row 4)'])
  expect(all('table')).toEqual([...fold.querySelectorAll('table')])
  end({ practice: true })
  expect(all('details')).toHaveLength(0)
})

test('where players set codes for each other, each code says whose it was and who cracked it', () => {
  const duel = {
    codes: ['RRBYG', 'OVWKK'],
    boards: [
      board([row('OVWKK', 5, 0, 1, 1)], { breakers: [1], makers: [2], broken: true }),
      board([row('RRRRR', 2, 0, 2, 2)], { breakers: [2], makers: [1] }),
    ],
    outcome: { reason: 'broken' as const, winners: [1] },
  }
  const texts = (seat: number | null) => {
    end({ ended: duel, seat, makers: 'each' })
    return [heading(), ...all('.whose').map((text) => plain(text).replace(/: ?$/, ''))]
  }
  expect(texts(1)).toEqual(['Cracked in 1!', 'You cracked Ben’s code in 1', 'Ben did not crack your code'])
  expect(texts(2)).toEqual(['Ann cracked your code in 1', 'You did not crack Ann’s code', 'Ann cracked your code in 1'])
  expect(texts(null)).toEqual([
    'Ann cracked the code in 1',
    'Ann cracked Ben’s code in 1',
    'Ben did not crack Ann’s code',
  ])
})

test('parts that were dealt are laid together to one code', () => {
  end({ ended: { codes: ['R...', '.BY.'], outcome: { reason: 'answered', winners: [2] } }, makers: 'dealt' })
  expect(all('li').slice(0, 3).map(plain)).toEqual([
    'Secret code: red, blue, yellow, blank',
    'Ann: red, blank, blank, blank',
    'Ben: blank, blue, yellow, blank',
  ])
})

test('a wrong mark and the right one are drawn as key pegs and read out, and the round is replayed', () => {
  end({
    ended: {
      outcome: { reason: 'wrong-mark', winners: [] },
      wrong: [{ board: 2, row: 1, by: 1, given: { blacks: 1, whites: 1 }, right: { blacks: 0, whites: 2 } }],
      replayed: true,
    },
  })
  expect(plain(element('section'))).toContain('The round is replayed.')
  expect(plain(element('.wrong'))).toBe('Wrong mark in Ben’s row 1: 1 black, 1 white instead of 2 white.')
  expect(all('.wrong .mark').map((mark) => mark.querySelectorAll('.key-peg').length)).toEqual([2, 2])
  expect(all('.wrong .mark > :first-child').every((words) => words.matches('.visually-hidden'))).toBe(true)
})

const doing = () => all('.actions > :is(button, a)').map(plain)

test('a round is followed by the next one, a match and practice by another, a code of the day by neither', () => {
  const [next, again] = [vi.fn(), vi.fn()]
  end({ onnext: next })
  expect(doing()).toEqual(['Next round', 'Review', 'Share'])
  click(button('Next round'))
  expect(next).toHaveBeenCalledOnce()
  end({ onrematch: again, outcome: { reason: 'practice', winners: [2] }, practice: true })
  expect(doing()).toEqual(['Play again', 'Review', 'Share'])
  click(button('Play again'))
  expect(again).toHaveBeenCalledOnce()
  end({ outcome: highest(2), onrematch: null })
  expect(doing()).toEqual(['Review', 'Share'])
  end({ outcome: highest(2), at: { day: '2026-11-16' } })
  expect(doing()).toEqual(['Review', 'Share'])
})

test('the button has the focus, and Enter goes on from anywhere, but not while it is held down', () => {
  const next = vi.fn()
  end({ onnext: next })
  expect(document.activeElement).toBe(button('Next round'))
  button('Next round').blur()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }))
  expect(next).not.toHaveBeenCalled()
  press('Enter')
  expect(next).toHaveBeenCalledOnce()
})

test.each([
  [[1], 1, 'You win the match'],
  [[1], 2, 'Ann wins the match'],
  [[1, 2], 2, 'Ben and Ann tie for first place'],
  [[1, 2], null, 'Ann and Ben tie for first place'],
  [[], 2, 'Nobody wins the match'],
])('the winners %j of a match are named to seat %i on the same card', (winners, seat, sentence) => {
  end({ outcome: highest(...winners), seat })
  expect(results()).toEqual([sentence])
})

test('luck and skill are one sentence, with what perfect play takes', () => {
  expect(luckAndSkill({ skill: 100, luck: 73 }, 4.34)).toBe(
    'Excellent play, and luck helped: perfect play takes 4.3 guesses on average.',
  )
  expect(luckAndSkill({ skill: 80, luck: 55 }, 4.98)).toBe('Good play: perfect play takes 5 guesses on average.')
  expect(luckAndSkill({ skill: 60, luck: 30 }, 4.34)).toMatch(/^Bad luck, and some guesses could have told more: /)
})

test('where several players guess, the sentence says of whom it speaks', () => {
  expect(luckAndSkillOf('Ben', { skill: 95, luck: 30 })).toBe('Ben: excellent play against bad luck.')
  expect(luckAndSkillOf('You', { skill: 60, luck: 73 })).toBe('You: more luck than skill this time.')
})

const figures = (seat: number, skill: number, luck: number) => ({ seat, skill, luck })
const valued = (seat: number, skill: number, luck: number) => ({ seat, figures: figures(seat, skill, luck) })

/** Let the server review round 1 with these boards in guesses, and these seats in chance or points. */
function reviews(boards: object[], seatValues: object[] = []): string[] {
  const addresses: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    addresses.push(address)
    return Promise.resolve(Response.json({ rounds: [{ round: 1, attempt: 1, boards, seat_values: seatValues }] }))
  })
  return addresses
}
const reads = (sentence: string) => vi.waitFor(() => expect(plain(element('section'))).toContain(sentence))

test('the sentence on luck and skill is that of the server’s review; without one it counts the rows left', async () => {
  reviews([{ breakers: [2], figures: [figures(2, 95, 50)], expected: { value: 4.3, exact: true } }])
  end()
  await reads('Excellent play: perfect play takes 4.3')
  end({ seat: 1 })
  await reads('Ben: excellent play.')
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  end()
  await reads('With 8 rows to spare.')
  end({ seat: 1 })
  await vi.waitFor(() => expect(plain(element('section'))).not.toContain('\u00a0'))
  expect(plain(element('section'))).not.toContain('spare')
  end({ ended: { replayed: true } })
  expect(plain(element('section'))).not.toContain('spare')
  end({ ended: { boards: [board([row('GWKR', 4, 0)], { broken: true })] } })
  expect(plain(element('section'))).toContain('In the very first row: pure luck.')
})

test('in a duel each player reads of their own luck and skill, and who shares the device of the winner’s', async () => {
  const boards = [
    board([row('OVWKK', 1, 0, 1, 1), row('RRBYG', 5, 0, 3, 1)], { breakers: [1], makers: [2], broken: true }),
    board([row('RRRRR', 2, 0, 2, 2), row('RRBBB', 2, 0, 4, 2)], { breakers: [2], makers: [1] }),
  ]
  const duel = { codes: ['OVWKK', 'RRBYG'], boards, outcome: { reason: 'broken' as const, winners: [1] } }
  const reviewed = [1, 2].map((seat) => ({ breakers: [seat], figures: [figures(seat, 0, 0)], expected: null }))
  const addresses = reviews(reviewed, [valued(1, 91, 62), valued(2, 80, 30)])
  for (const [seat, sentence] of [
    [1, 'You: excellent play, and luck helped.'],
    [2, 'You: good play against bad luck.'],
    [null, 'Ann: excellent play, and luck helped.'],
  ] as const) {
    end({ ended: duel, seat, makers: 'each' })
    await reads(sentence)
  }
  expect(addresses[0]).toContain('&seconds=0.2')
})

test('in the family game the maker reads of the player who cracked the code', async () => {
  const boards = [board([row('RBYG', 0, 2, 1, 2), row('GWKR', 4, 0, 2, 3)], { breakers: [2, 3], broken: true })]
  const family = { boards, codes: ['GWKR', null, null], outcome: { reason: 'broken' as const, winners: [3] } }
  reviews([{ breakers: [2, 3], figures: [], expected: null }], [valued(2, 80, 50), valued(3, 60, 50)])
  const at = { seats: table('Ann', 'Ben', 'Cleo').seats }
  end({ ended: family, seat: 2, at })
  await reads('You: good play.')
  end({ ended: family, seat: 1, at })
  await reads('Cleo: some guesses could have been better.')
  expect(reviewedSeat(finished(family), 1)).toBe(3)
  const unbroken = [{ ...boards[0]!, broken: false }]
  expect(reviewedSeat(finished({ boards: unbroken, outcome: { reason: 'unbroken', winners: [1] } }), 1)).toBeNull()
})

test('where the code is named, the winner and the others read of their luck and skill; at least how many rows were left', async () => {
  const boards = [1, 2].map((seat) => board([row('RBYGW', 0, 0, seat, seat)], { breakers: [seat], makers: [3 - seat] }))
  const named = { codes: ['R....', '.B...'], boards, outcome: { reason: 'answered' as const, winners: [2] } }
  reviews([], [valued(1, 100, 50), valued(2, 100, 96)])
  end({ ended: named, makers: 'dealt' })
  await reads('You: excellent play, and luck helped.')
  end({ ended: named, seat: 1, makers: 'dealt' })
  await reads('You: excellent play.')
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  end({ ended: named, makers: 'dealt' })
  await reads('With 9 rows to spare.')
})

test('a round that somebody left, that is replayed or that had a wrong mark says nothing about luck and skill', () => {
  const wrong = [{ board: 2, row: 1, by: 1, given: { number: 1 }, right: { number: 2 } }]
  expect(hasFigures(finished())).toBe(true)
  expect(hasFigures(finished({ replayed: true }))).toBe(false)
  expect(hasFigures(finished({ wrong }))).toBe(false)
  expect(hasFigures(finished({ outcome: { reason: 'resigned', winners: [2] } }))).toBe(false)
})

test('the score names every player, who has to act, and who is out', () => {
  show(Scoreboard, {
    table: people,
    view: view({ scores: [3, 12], waiting: [2], out: [1] }),
    rules: rules({ lowest_wins: true }),
  })
  expect(plain(element('caption'))).toBe('Score (lowest wins)')
  expect(all('tr > *').map(plain)).toEqual(['Ann (out)', '3', 'Ben', '12'])
  expect(all('.waited th').map(plain)).toEqual(['Ben'])
})

test('the score sheet has a line for each round with its sums, and the points of the running round', () => {
  const lines = [
    { seat: 1, points: 9, reason: 'maker' as const, row: null },
    { seat: 2, points: 5, reason: 'guess' as const, row: 3 },
    { seat: 2, points: 10, reason: 'broke' as const, row: 5 },
  ]
  const running = [
    { seat: 3, points: 3, reason: 'guess' as const, row: 1 },
    { seat: 3, points: 5, reason: 'guess' as const, row: 3 },
  ]
  show(ScoreSheet, {
    view: view({ round: 2, maker: 2, lines: running, scores: [9, 15, 8], finished: [finished({ lines })] }),
    table: family,
  })
  expect(all('thead th').slice(1).map(plain)).toEqual(['Ann', 'Ben', 'Cleo'])
  const [first, second] = all('tbody tr')
  expect([...(first?.querySelectorAll('td') ?? [])].map(plain)).toEqual(['9', '5 + 10 15', '–'])
  expect([...(second?.querySelectorAll('td') ?? [])].map(plain)).toEqual(['', 'sets the code', '3 + 5 8'])
  expect(all('tfoot td').map(plain)).toEqual(['9', '15', '8'])
})
