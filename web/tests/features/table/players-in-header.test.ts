// Computers have a face, a name and a level wherever the players of a match are named, practice rounds included.

import { expect, test } from 'vitest'
import MatchHeader from '../../../src/features/table/MatchHeader.svelte'
import Scoreboard from '../../../src/features/table/Scoreboard.svelte'
import ScoreSheet from '../../../src/features/table/ScoreSheet.svelte'
import type { TableInfo } from '../../../src/api/wire'
import BotFace from '../../../src/ui/player/BotFace.svelte'
import PlayerFace from '../../../src/ui/player/PlayerFace.svelte'
import { all, cleanUp, element, finished, plain, rules, show, table, view } from '../../support/mount.svelte'

/** A table at which computers have all seats but the last. */
function against(...bots: [name: string, level: string][]): TableInfo {
  const info = table(...bots.map(([name]) => name), 'Ann')
  bots.forEach(([, level], at) => (info.seats[at]!.bot = level))
  return info
}
const CASEY = against(['Casey', 'casual'])

function header(
  info: TableInfo,
  { practice = false, over = false, rounds = 2, seat = info.seats.length as number | null } = {},
) {
  show(MatchHeader, {
    status: 'Your turn',
    view: view({ seat, scores: info.seats.map(() => 0) }),
    table: info,
    rules: rules({ practice, rounds: practice ? 1 : rounds }),
    ended: over ? finished() : undefined,
    sharing: false,
    turn: true,
  })
}

test('in practice the header names the computer with its face and level', () => {
  header(CASEY, { practice: true })
  expect(all('ul[aria-label=Players] li').map(plain)).toEqual(['Casey casual'])
  expect(all('li svg .eyes')).toHaveLength(1)
  expect(all('table')).toHaveLength(0)
})

test('who watches a practice round reads all players', () => {
  header(CASEY, { practice: true, seat: null })
  expect(all('ul[aria-label=Players] li').map(plain)).toEqual(['Casey casual', 'Ann'])
})

test('the brief score of a narrow screen has the face and the level too', () => {
  header(CASEY)
  expect(all('th').map(plain)).toEqual(['Casey casual', 'Ann'])
  expect(all('th svg .eyes')).toHaveLength(1)
  expect(element('th small').classList).not.toContain('brief')
})

test('after a round nobody reads a score before its result', () => {
  header(CASEY, { over: true })
  expect(all('table')).toHaveLength(0)
})

test('with more players a narrow screen shows faces, and the levels are only read out', () => {
  header(against(['Casey', 'casual'], ['Lou', 'beginner']))
  expect(all('th').map(plain)).toEqual(['Casey casual', 'Lou beginner', 'Ann'])
  expect(all('th small').map((level) => level.classList.contains('brief'))).toEqual([true, true])
})

test('the score of a wide screen and the score sheet name the level of a computer', () => {
  show(Scoreboard, { table: CASEY, view: view(), rules: rules() })
  expect(all('th').map(plain)).toEqual(['Casey casual', 'Ann'])
  show(ScoreSheet, { table: CASEY, view: view() })
  expect(all('.sheet thead th').slice(1).map(plain)).toEqual(['Casey casual', 'Ann'])
  expect(all('.sheet thead svg .eyes')).toHaveLength(1)
})

test('a face is drawn on light colours too, which have no light of their own for what is on them', () => {
  show(BotFace, { name: 'Casey', level: 'casual' })
  expect(element('svg').style.getPropertyValue('--on-colour')).toBe('var(--R-on, var(--rim))')
})

test('the code of the day has its name above the header, and is not called practice', () => {
  header(CASEY, { practice: true })
  expect(plain(element('.under p'))).toBe('Practice')
  cleanUp()
  header({ ...CASEY, day: '2026-11-16' }, { practice: true })
  expect(all('.under p')).toEqual([])
})

test('the rounds of a match are numbered, the only one is not', () => {
  header(CASEY)
  expect(plain(element('.under p'))).toBe('Round 1 of 2')
  cleanUp()
  header(CASEY, { rounds: 1 })
  expect(all('.under p')).toEqual([])
  cleanUp()
  header(CASEY, { rounds: 1, seat: null })
  expect(plain(element('.under p'))).toBe('You are watching')
})

test('a face has the first letter of a name, or the whole of an emoji made of several', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
  for (const [name, initial] of [
    ['ann', 'A'],
    [`${family} Dupont`, family],
  ] as const) {
    show(PlayerFace, { table: table(name), seat: 1 })
    expect(element('[data-letter]').dataset.letter).toBe(initial)
    cleanUp()
  }
})
