// The sentences of the pages for studying. They are loaded when one of these pages is opened.

import { settings } from '../browser/settings.svelte'
import english from './study-sentences.en.json'
import { byLanguage, fill, type Sentences, type Values } from './words'

export type StudyWord = keyof typeof english

const SENTENCES = byLanguage(
  import.meta.glob<Sentences>('./study-sentences.*.json', { eager: true, import: 'default' }),
)

/** A sentence in the language of the settings. */
export const s = (word: StudyWord, values: Values = {}): string =>
  fill(settings.lang, SENTENCES[settings.lang]?.[word], values)

/** The most decimals that players are shown. */
export const MAX_DECIMALS = 2

/** A number with its digits, as they are written in the language that is set: rounded as the command line rounds it. */
export const number = (value: number, digits = 0): string =>
  value.toLocaleString(settings.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'halfEven',
  })
