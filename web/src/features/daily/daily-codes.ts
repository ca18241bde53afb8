// The codes of the days: which tables they are looked for at, how it went, and what may be told of it.

import { ask, Refusal, snapshot } from '../../api/http'
import { readMark } from '../../api/study'
import { mine, read, remember, write } from '../../browser/storage'
import { results, type Result } from '../../game/round-results'
import { settings } from '../../browser/settings.svelte'
import { s } from '../../i18n/study-words'
import { t } from '../../i18n/translate'
import type { Admission } from '../../api/wire'

/** What there is on a day. The server says which day it is: it is the same for everybody. */
export type Day = { day: string; editions: string[]; puzzle: string }

export const today = () => ask<Day>('GET', '/daily')

type Tables = Record<string, Record<string, string>>

const DAYS = 60
/** How many of those that were left open are shown. */
const SHOWN = 4
/** Why a table cannot be sat at any more. */
const LOST = ['no-such-table', 'no-token', 'wrong-token']

/** The tables at which this day's codes are looked for, by edition. */
export const tablesOf = (day: string): Record<string, string> => read<Tables>('daily', {})[day] ?? {}

/** Whoever opens a table is its first guest. */
const OPENER = 1

/** Whether this device may still sit down at a table: what it has to show for that may be gone, or the table itself. */
async function isMine(table: string): Promise<boolean> {
  try {
    await snapshot(table)
    return true
  } catch (why) {
    if (why instanceof Refusal && LOST.includes(why.code)) return false
    throw why
  }
}

/** Come back to the table of any day; nothing if there is none, or it is lost. */
export async function comeBack(day: string, edition: string): Promise<string | null> {
  const begun = tablesOf(day)[edition]
  if (!begun || !(await isMine(begun))) return null
  // Among many others it may have been forgotten.
  if (!mine().some((one) => one.id === begun))
    remember({ id: begun, guest: OPENER, name: settings.name || t('me'), edition, at: Date.now() })
  return begun
}

/** Come to the table of this day that was begun, and if that is lost or there is none, to a new one. */
export async function sitDown(day: string, edition: string): Promise<string> {
  const begun = await comeBack(day, edition)
  if (begun) return begun
  const name = settings.name || t('me')
  const entered = await ask<Admission>('POST', '/daily', { edition, name })
  remember({ id: entered.table, guest: entered.guest, name, edition, at: Date.now() })
  note({ [day]: { ...tablesOf(day), [edition]: entered.table } })
  return entered.table
}

/** Look for a table no longer. */
export function dropTable(day: string, edition: string): void {
  note({ [day]: Object.fromEntries(Object.entries(tablesOf(day)).filter(([one]) => one !== edition)) })
}

function note(more: Tables): void {
  write(
    'daily',
    Object.fromEntries(
      Object.entries({ ...read<Tables>('daily', {}), ...more })
        .sort()
        .slice(-DAYS),
    ),
  )
}

/** The tables of days before this one at which the code was not found yet, the last first. */
export const unfinished = (day: string): { day: string; edition: string; table: string }[] =>
  Object.entries(read<Tables>('daily', {}))
    .filter(([before]) => before < day)
    .sort()
    .reverse()
    .flatMap(([before, tables]) => Object.entries(tables).map(([edition, table]) => ({ day: before, edition, table })))
    .filter((one) => !resultOf(one.day, one.edition))
    .slice(0, SHOWN)

export const resultOf = (day: string, edition: string): Result | undefined =>
  results().find((one) => one.day === day && one.edition === edition)

/** How far somebody has come with a puzzle of a day. */
export type Tried = { hints: number; tries: number; done: '' | 'found' | 'given-up' }

const NONE: Tried = { hints: 0, tries: 0, done: '' }
const nameOf = (day: string, edition: string) => `${day} ${edition}`

export const tried = (day: string, edition: string): Tried =>
  read<Record<string, Tried>>('puzzles', {})[nameOf(day, edition)] ?? NONE

export function noteTried(day: string, edition: string, so: Tried): void {
  const all = { ...read<Record<string, Tried>>('puzzles', {}), [nameOf(day, edition)]: so }
  write(
    'puzzles',
    Object.fromEntries(
      Object.entries(all)
        .sort()
        .slice(-8 * DAYS),
    ),
  )
}

/** For how many days on end a code was found: up to today, or up to yesterday if today is not over yet; and the most ever. */
export function streaks(day: string): { now: number; most: number } {
  const found = new Set(results().flatMap((one) => (one.day && one.found ? [one.day] : [])))
  const before = (from: string, by = 1) => new Date(Date.parse(from) - by * 86_400_000).toISOString().slice(0, 10)
  const until = (last: string): number => {
    let days = 0
    while (found.has(before(last, days))) days += 1
    return days
  }
  return { now: until(found.has(day) ? day : before(day)), most: Math.max(0, ...[...found].map(until)) }
}

const COUNTED = {
  en: 'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
}

/** A small number in words. */
export const inWords = (number: number): string => COUNTED[settings.lang].split(' ')[number] ?? String(number)

/** How it went, in one sentence. */
export function told(one: Result): string {
  if (one.guesses === 1) return s(one.found ? 'found-in-one' : 'not-found-one')
  return s(one.found ? 'found-in' : 'not-found', { n: inWords(one.guesses) })
}

/** The marks of a row in signs: nothing of the code is in them. */
export const signs = (marks: string[]): string =>
  marks
    .map((text) => {
      const mark = readMark(text)
      return 'number' in mark ? String(mark.number) : '●'.repeat(mark.blacks) + '○'.repeat(mark.whites) || '–'
    })
    .join(' ')

/** What can be sent to others without giving the code away: marks as signs, and the number of guesses in words. */
export const shareText = (one: Result, edition: string): string =>
  [
    `Keypeg, ${edition}, ${one.day}`,
    told(one),
    ...one.marks.map((marks, at) => `${at + 1}. ${signs(marks)}`),
    `${location.origin}/daily`,
  ].join('\n')
