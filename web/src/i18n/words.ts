// The sentences of the catalogue in src/keypeg/i18n/locale, as `python -m tools.web_sentences` writes them for the pages.

import languages from '../browser/languages.json'
import type { Lang } from '../browser/settings.svelte'
import english from './sentences.en.json'

export type Word = keyof typeof english

/** What placeholders are filled with; `count` also chooses the form of a sentence that has plurals. */
export type Values = Record<string, string | number>

/** The sentences of a language by their keys: a text, or its plural forms. */
export type Sentences = Record<string, string | string[]>

export const LANGUAGES = Object.keys(languages) as Lang[]

/** The files of all languages, by language: `./sentences.fr.json` is that of `fr`. */
export const byLanguage = (files: Record<string, Sentences>): Record<string, Sentences> =>
  Object.fromEntries(Object.entries(files).map(([path, sentences]) => [path.split('.').at(-2) ?? '', sentences]))

const SENTENCES = byLanguage(import.meta.glob<Sentences>('./sentences.*.json', { eager: true, import: 'default' }))

export const isWord = (word: string): word is Word => word in english

/** Which plural form a number takes: small numbers have a table, larger ones go by their last two digits. */
export function pluralForm(lang: Lang, count: number): number {
  const whole = Math.abs(Math.trunc(count))
  return Number(languages[lang].forms[whole < 200 ? whole : 100 + (whole % 100)])
}

/** The most decimals that players are shown. */
export const MAX_DECIMALS = 2

const FORMATS = new Map<string, Intl.NumberFormat>()

/** A number with this many decimals, rounded as the command line rounds it: "1,296", in French with a narrow space. */
export function formatNumber(lang: Lang, value: number, digits = 0): string {
  const key = `${lang} ${digits}`
  const format =
    FORMATS.get(key) ??
    new Intl.NumberFormat(lang, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      roundingMode: 'halfEven',
    })
  FORMATS.set(key, format)
  return format.format(value)
}

/** A sentence with its values filled in. Numbers are written as in the language; a year is passed as a text. */
export function fill(lang: Lang, sentence: string | string[] | undefined, values: Values): string {
  const text = Array.isArray(sentence) ? sentence[pluralForm(lang, Number(values.count))] : sentence
  return (text ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (typeof value !== 'number') return String(value ?? whole)
    return formatNumber(lang, value, Number.isInteger(value) ? 0 : MAX_DECIMALS)
  })
}

/** A sentence in this language. */
export const say = (lang: Lang, word: Word, values: Values = {}): string => fill(lang, SENTENCES[lang]?.[word], values)

// Each is made once: that takes longer than all that is done with it.
const LISTS = new Map<Lang, Intl.ListFormat>()

/** Names put together: "Ann, Ben and Cleo". */
export function listed(lang: Lang, names: string[]): string {
  if (names.length < 2) return names.join('')
  const list = LISTS.get(lang) ?? new Intl.ListFormat(lang, { type: 'conjunction' })
  LISTS.set(lang, list)
  return list.format(names)
}

/** One of several: "2, 3 or 4"; American English alone has a comma before the last. */
export const alternatives = (lang: Lang, words: string[]): string =>
  new Intl.ListFormat(lang === 'en' ? 'en-GB' : lang, { type: 'disjunction' }).format(words)
