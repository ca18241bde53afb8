// The editions that the server offers, and the rules of each with its options.

import { request } from './http'

/** A colour: its letter in codes, and its identifier, such as `red`. */
export type Colour = { letter: string; name: string }

export type EditionOption = {
  name: string
  kind: string
  default: string
  values: string[] | { low: number; high: number }
  help: string
  /** Each value in a few words, by value; empty for a number. */
  labels: Record<string, string>
  /** What each value means, in a sentence, by value; empty for a number. */
  meanings: Record<string, string>
}

/** An edition as the list of editions shows it. */
export type Rulebook = {
  id: string
  name: string
  line: string
  year: number
  seats: number[]
  holes: number
  colours: number
  palette: Colour[]
  rows: number
  codes: number
  red_keys: boolean
  options: EditionOption[]
  source: string
}

/** The rules of an edition with its options chosen. */
export type Rules = {
  id: string
  /** The edition with its options, as in `classic~rows_12`. */
  edition: string
  options: Record<string, string>
  seats: number
  holes: number
  holes_by_seat: number[]
  palette: Colour[]
  blanks: boolean
  rows: number
  makers: 'one' | 'each' | 'dealt'
  turns: 'in-turn' | 'together' | 'race'
  marking: string
  by_hand: boolean
  scoring: string
  lowest_wins: boolean
  rounds: number
}

export const fetchEditions = (lang: string) => request<Rulebook[]>('GET', `/editions?lang=${lang}`)

/** The rules of an edition, which may carry options: `classic~rows_12`. */
export async function fetchRules(edition: string): Promise<Rules> {
  const rules = await request<Rules>('GET', `/editions/${encodeURIComponent(edition)}`)
  return { ...rules, edition }
}
