// The sentences of the pages for studying. They are loaded when one of these pages is opened.

import { settings } from '../browser/settings.svelte'
import english from './study-sentences.en.json'
import { byLanguage, fill, type Sentences, type Values } from './words'

export type StudyWord = keyof typeof english

const SENTENCES = byLanguage(
  import.meta.glob<Sentences>('./study-sentences.*.json', { eager: true, import: 'default' }),
)

export { number } from './translate'
export { MAX_DECIMALS } from './words'

/** A sentence in the language of the settings. */
export const s = (word: StudyWord, values: Values = {}): string =>
  fill(settings.lang, SENTENCES[settings.lang]?.[word], values)
