// Sentences in the language of the settings.

import { ApiError } from '../api/http'
import { settings } from '../browser/settings.svelte'
import { formatNumber, isWord, say, type Values, type Word } from './words'

export const t = (word: Word, values: Values = {}): string => say(settings.lang, word, values)

/** A number as it is written in the language of the settings. */
export const number = (value: number, digits = 0): string => formatNumber(settings.lang, value, digits)

/** The sentence for a code that the server sent, or a fallback if there is none. */
export const serverCodeText = (prefix: string, code: string, fallback: string, values: Values = {}): string => {
  const word = prefix + code
  return isWord(word) ? t(word, values) : fallback
}

/** An error as a sentence for the user. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? serverCodeText('', error.code, error.message) : String(error)
