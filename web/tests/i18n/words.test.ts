// Sentences of the catalogue: plurals, values, and every language.

import { expect, test } from 'vitest'
import { LANGUAGES, fill, pluralForm, say } from '../../src/i18n/words'

test('the form goes by the count, as the language counts', () => {
  const holes = (lang: (typeof LANGUAGES)[number], count: number) => say(lang, 'counted-whites', { count })
  expect([0, 1, 2].map((count) => holes('en', count))).toEqual(['0 white', '1 white', '2 white'])
  expect([0, 1, 2].map((count) => holes('fr', count))).toEqual(['0 blanche', '1 blanche', '2 blanches'])
})

test('numbers past the table go by their last two digits', () => {
  expect([1, 2, 101, 201, 1001, 1_000_000].map((count) => pluralForm('en', count))).toEqual([0, 1, 1, 1, 1, 1])
})

test('values are filled in, large counts are written as in the language, and what is missing stays visible', () => {
  expect(fill('en', ['{count} code', '{count} codes of {of}'], { count: 1296, of: 'all' })).toBe('1,296 codes of all')
  expect(fill('en', '{who} wins', {})).toBe('{who} wins')
})

test('every language has every sentence, and a name', () => {
  expect(LANGUAGES.map((lang) => say(lang, 'language-name'))).toEqual(['English', 'Français'])
})
