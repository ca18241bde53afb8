// What is said, in both languages; how it is set; how editions look.

import { flushSync } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import { copy, empty, recall, spelled, store } from '../../src/game/draft-row'
import { keysOf, keysRoom, lookOf } from '../../src/ui/board/edition-looks'
import { set, settings } from '../../src/browser/settings.svelte'
import { markText, nameOf, rowText } from '../../src/i18n/match-text'
import SettingsDialog from '../../src/app/SettingsDialog.svelte'
import TurnNotice from '../../src/features/table/TurnNotice.svelte'
import { all, one, plain, row, rules, show, table } from '../support/mount.svelte'

afterEach(() =>
  set({ lang: 'en', theme: 'auto', palette: 'safe', letters: true, shapes: true, motion: true, sound: false }),
)

test('a row is said as a whole, in both languages', () => {
  const given = row('RBBG', 1, 2)
  expect(rowText(3, given, rules(), 'black')).toBe('Row 3: red, blue, blue, green; 1 black, 2 white')
  set({ lang: 'fr' })
  expect(rowText(3, given, rules(), 'black')).toBe('Ligne 3 : rouge, bleu, bleu, vert ; 1 noir, 2 blancs')
})

test('a blank is said, and so is a mark of nothing, or of a number; a row without a mark has none', () => {
  expect(rowText(1, row('R.BG', 0, 0), rules(), 'black')).toBe('Row 1: red, blank, blue, green; nothing')
  expect(rowText(1, { ...row('RRRR', 0, 0), marks: [] }, rules(), 'black')).toBe('Row 1: red, red, red, red')
  expect(markText({ number: 6 }, 'black')).toBe('6')
  expect(markText({ blacks: 2, whites: 0 }, 'red')).toBe('2 red')
})

test('two of one name are told apart by their seats, and a computer is called by its level', () => {
  expect(nameOf(table('Ann', 'Ann', 'Ben'), 2)).toBe('Ann 2')
  expect(nameOf(table('Ann', 'Ann', 'Ben'), 3)).toBe('Ben')
  const one = table('Ann', 'strong')
  one.seats[1] = { name: 'strong', guest: 1, computer: 'strong' }
  set({ lang: 'fr' })
  expect(nameOf(one, 2)).toBe('fort')
})

test('who is waited for is named, and whether that is a person or a computer', () => {
  const two = table('Ann', 'Ben')
  show(TurnNotice, { table: two, seats: [2], watching: false })
  expect(plain(one('.waiting'))).toBe('Ben You may leave and come back: the table waits.')
  two.seats[1] = { name: 'Ben', guest: 1, computer: 'strong' }
  document.body.innerHTML = ''
  show(TurnNotice, { table: two, seats: [2], watching: false })
  expect(plain(one('.waiting'))).toBe('Ben The computer has the move. It will not be long.')
})

test('what is set is kept on this device, and dresses the page', () => {
  set({ lang: 'fr', theme: 'dark', palette: 'original', motion: false })
  const root = document.documentElement
  expect([root.lang, root.dataset.theme, root.dataset.palette, root.dataset.motion]).toEqual([
    'fr',
    'dark',
    'original',
    'off',
  ])
  expect(JSON.parse(localStorage.getItem('keypeg.settings') ?? '')).toMatchObject({
    lang: 'fr',
    theme: 'dark',
    motion: false,
  })
})

test('the panel shows what is set, and sets it', () => {
  show(SettingsDialog, {})
  expect(all('.switch').map(plain)).toEqual(['Letters on pegs', 'Shapes on pegs', 'Motion', 'Sound'])
  expect(all('.switch input').map((each) => (each as HTMLInputElement).checked)).toEqual([true, true, true, false])
  const language = all('select')[0] as HTMLSelectElement
  language.value = 'fr'
  language.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(settings.lang).toBe('fr')
  expect(plain(one('h2'))).toBe('Réglages')
})

test('a half-made row is found again for the same purpose, and for no other', () => {
  store('t', '2 1.1 guess 3', copy(empty(4), 'RB..'))
  expect(spelled(recall('t', '2 1.1 guess 3', 4))).toBe('RB..')
  expect(spelled(recall('t', '2 1.1 guess 4', 4))).toBe('....')
  expect(spelled(recall('t', '2 1.1 guess 3', 5))).toBe('.....')
  expect(spelled(recall('u', '2 1.1 guess 3', 4))).toBe('....')
})

test('an edition looks the same with any options, and one that is not known looks classic', () => {
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
  const drawn = ids.map((id) => JSON.stringify({ ...lookOf(id), thumb: null }))
  expect(new Set(drawn).size).toBe(ids.length)
})

test('marks that are numbers have a card on any board, and more holes need more room', () => {
  expect(keysOf(lookOf('house'), rules({ marking: 'sum' }))).toBe('card')
  expect(keysOf(lookOf('hasbro-2004'), rules())).toBe('sliders')
  expect(keysRoom('pegs', 8, 1)).toBeGreaterThan(keysRoom('pegs', 4, 1))
  expect(keysRoom('parts', 5, 3)).toBeGreaterThan(keysRoom('parts', 5, 1))
})
