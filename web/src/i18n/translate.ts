// Sentences in the language that is set.

import { Refusal } from '../api/http'
import { settings } from '../browser/settings.svelte'
import { isWord, say, type Word } from './words'

export const t = (word: Word, values: Record<string, string | number> = {}): string => say(settings.lang, word, values)

/** A sentence for a code of the server, if there is one, or else what the server says itself. */
export const coded = (
  prefix: string,
  code: string,
  otherwise: string,
  values: Record<string, string | number> = {},
): string => (isWord(prefix + code) ? t((prefix + code) as Word, values) : otherwise)

/** Why something was not done, as somebody is told of it. */
export const reason = (why: unknown): string =>
  why instanceof Refusal ? coded('', why.code, why.message) : String(why)
