// Rows, marks and players in words, in both languages.

import { afterEach, expect, test } from 'vitest'
import { changeSettings } from '../../src/browser/settings.svelte'
import { botLevel, localCode, markText, playerName, readLocalCode, rowText } from '../../src/i18n/match-text'
import { row, rules, table } from '../support/mount.svelte'

afterEach(() => changeSettings({ lang: 'en' }))

test('a row is one sentence, in both languages', () => {
  const given = row('RBBG', 1, 2)
  expect(rowText(3, given, rules(), 'black')).toBe('Row 3: red, blue, blue, green; 1 black, 2 white')
  changeSettings({ lang: 'fr' })
  expect(rowText(3, given, rules(), 'black')).toBe('Ligne 3\u00a0: rouge, bleu, bleu, vert\u00a0; 1 noire, 2 blanches')
})

test('several marks are told with the players who gave them', () => {
  const marks = [
    { blacks: 1, whites: 0, by: 1 },
    { blacks: 0, whites: 0, by: 3 },
  ]
  const given = { ...row('RBYG', 0, 0), marks }
  const sentence = 'Row 1: red, blue, yellow, green; Ann 1 black; Cleo nothing'
  expect(rowText(1, given, rules(), 'black', table('Ann', 'Ben', 'Cleo'))).toBe(sentence)
})

test('a blank, an empty mark and a number have words; an unmarked row has no mark', () => {
  expect(rowText(1, row('R.BG', 0, 0), rules(), 'black')).toBe('Row 1: red, blank, blue, green; nothing')
  expect(rowText(1, { ...row('RRRR', 0, 0), marks: [] }, rules(), 'black')).toBe('Row 1: red, red, red, red')
  expect(markText({ number: 6 }, 'black')).toBe('6')
  expect(markText({ blacks: 2, whites: 0 }, 'red')).toBe('2 red')
})

test('players with the same name get their seat numbers, and a bot has a level', () => {
  expect(playerName(table('Ann', 'Ann', 'Ben'), 2)).toBe('Ann 2')
  expect(playerName(table('Ann', 'Ann', 'Ben'), 3)).toBe('Ben')
  const ownTable = table('Ann', 'strong')
  ownTable.seats[1] = { name: 'Morgan', player: 1, bot: 'strong', guest: null, invited: false }
  changeSettings({ lang: 'fr' })
  expect(playerName(ownTable, 2)).toBe('Morgan')
  expect(botLevel(ownTable, 2)).toBe('fort')
  expect(botLevel(ownTable, 1)).toBe('')
})

test('a code is shown and read in the letters of the language', () => {
  const palette = rules().palette
  expect(readLocalCode('RB.Y', palette)).toBe('RB.Y')
  changeSettings({ lang: 'fr' })
  expect(localCode('RB.Y')).toBe('RB.J')
  expect(readLocalCode('RB.J', palette)).toBe('RB.Y')
  expect(readLocalCode('Z', palette)).toBe('Z')
})
