// The editions that the server offers, and the rules of each with its options.

import { request } from './http'
import type { EditionRules, EditionSummary, EditionWords, OfferedOptions } from './wire'

export type { Colour, EditionOption, EditionRules, EditionSummary, EditionWords } from './wire'

/** Later than all years. */
const LAST = 9999

/** All editions, the oldest first; those that name no year come last. */
export async function fetchEditions(lang: string): Promise<EditionSummary[]> {
  const editions = await request<EditionSummary[]>('GET', `/editions?lang=${lang}`)
  return editions.sort((a, b) => (a.year ?? LAST) - (b.year ?? LAST))
}

/** The rules of an edition, which may carry options: `classic~rows_12`. */
export async function fetchRules(edition: string): Promise<EditionRules> {
  const rules = await request<EditionRules>('GET', `/editions/${encodeURIComponent(edition)}`)
  return { ...rules, edition }
}

/** What can be chosen beside these options, which need not go together: `challenge-2001~holes_4`. */
export const fetchOfferedOptions = (edition: string) =>
  request<OfferedOptions>('GET', `/editions/${encodeURIComponent(edition)}/options`)

const WORDS = new Map<string, Promise<EditionWords>>()

/** What an edition with its options is called. Asked for once: many tables have the same. */
export function fetchEditionWords(edition: string, lang: string): Promise<EditionWords> {
  const path = `/editions/${encodeURIComponent(edition)}/words?lang=${lang}`
  const words = WORDS.get(path) ?? request<EditionWords>('GET', path)
  WORDS.set(path, words)
  words.catch(() => WORDS.delete(path))
  return words
}
