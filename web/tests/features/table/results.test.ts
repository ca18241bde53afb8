// The score, the score sheet, and the results of a round and of a match.

import { expect, test, vi } from 'vitest'
import MatchResult from '../../../src/features/table/MatchResult.svelte'
import RoundResult from '../../../src/features/table/RoundResult.svelte'
import Scoreboard from '../../../src/features/table/Scoreboard.svelte'
import ScoreSheet from '../../../src/features/table/ScoreSheet.svelte'
import { all, button, click, finished, element, plain, rules, show, table, view } from '../../support/mount.svelte'

const people = table('Ann', 'Ben')
const family = table('Ann', 'Ben', 'Cleo')

const end = (
  changes: Parameters<typeof finished>[0],
  seat: number | null = 2,
  onnext: (() => void) | null = () => {},
  onrematch: (() => void) | null = null,
) => show(RoundResult, { finished: finished(changes), table: people, rules: rules(), seat, onnext, onrematch })

test('the winner is named to themselves and to others, with the row and the code', () => {
  end({})
  expect(plain(element('h2'))).toBe('Cracked in 2!')
  expect(element('section').getAttribute('aria-label')).toBe('Round 1: You win.')
  expect(plain(element('.why'))).toBe('The code was cracked in row 2.')
  expect(plain(element('.code .visually-hidden'))).toBe('green, white, black, red')
  end({}, 1)
  expect(plain(all('h2')[1] as HTMLElement)).toBe('Ben cracked it in 2')
})

test('a player who resigned is told so by name', () => {
  end({ outcome: { reason: 'resigned', winners: [1] } })
  expect(plain(element('.why'))).toBe('You resigned.')
  document.body.innerHTML = ''
  end({ outcome: { reason: 'resigned', winners: [1] } }, 1)
  expect(plain(element('.why'))).toBe('Ben resigned.')
})

test('points are shown with their reasons', () => {
  end({
    lines: [
      { seat: 1, points: 10, reason: 'rows', row: null },
      { seat: 1, points: 1, reason: 'unbroken', row: null },
      { seat: 2, points: -3, reason: 'guess', row: 4 },
    ],
  })
  expect(all('li').map(plain)).toEqual(['Ann: +11 (+10 rows played, +1 code not cracked)', 'Ben: -3 (row 4)'])
})

test('a wrong mark is shown with the right one, and the round is replayed', () => {
  end({
    outcome: { reason: 'wrong-mark', winners: [] },
    wrong: [{ board: 2, row: 1, by: 1, given: { blacks: 1, whites: 1 }, right: { blacks: 0, whites: 2 } }],
    replayed: true,
  })
  expect(plain(element('h2'))).toBe('Nobody wins.')
  expect(plain(element('.why'))).toBe('A mark was wrong. The round is replayed.')
  expect(plain(element('.wrong'))).toBe('Wrong mark in Ben’s row 1: 1 black, 1 white instead of 2 white.')
})

test('after a practice round there is a button to play again', () => {
  const again = vi.fn()
  end({}, 2, null, again)
  click(button('Play again'))
  expect(again).toHaveBeenCalledOnce()
})

test('there is a button for the next round, unless the match is over', () => {
  const next = vi.fn()
  end({}, 2, next)
  click(button('Next round'))
  expect(next).toHaveBeenCalledOnce()
  document.body.innerHTML = ''
  end({}, 2, null)
  expect(all('button')).toHaveLength(0)
})

test.each([
  [[1], 1, 'You win the match'],
  [[1], 2, 'Ann wins the match'],
  [[1, 2], 2, 'Ann and Ben tie for first place'],
  [[], 2, 'Nobody wins the match'],
])('the winners %j of a match are named to seat %i', (winners, seat, sentence) => {
  const rematch = vi.fn()
  show(MatchResult, {
    outcome: { reason: 'highest-total', winners },
    scores: [5, 2],
    table: people,
    seat,
    onrematch: rematch,
  })
  expect(plain(element('h2'))).toBe(sentence)
  expect(all('li').map(plain)).toEqual(['Ann 5', 'Ben 2'])
  expect(all('.won')).toHaveLength(winners.length)
  click(button('Play again'))
  expect(rematch).toHaveBeenCalledOnce()
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
