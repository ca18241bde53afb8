// Asking the server by HTTP. Whatever it refuses comes as a problem document, and is raised as a `Refusal`.

import { settings } from '../browser/settings.svelte'
import type { Admission, Lobby, NewTableRequest, Problem, SeatLinkInfo, Snapshot } from './wire'

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** Why something was refused, as somebody is told of it. */
export function refusal(problem: Problem): Refusal {
  return new Refusal(problem.code, problem.detail, problem.values)
}

export type Colour = { letter: string; en: string; fr: string }

export type Option = {
  name: string
  kind: string
  default: string
  values: string[] | { low: number; high: number }
  help: string
}

/** An edition as it stands on the shelf. */
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
  options: Option[]
  source: string
}

/** The rules of one table. */
export type Rules = {
  id: string
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

export async function ask<Answer>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: {
        'accept-language': settings.lang,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
  } catch {
    throw new Refusal('offline', '')
  }
  const told = await answer.json().catch(() => ({}))
  if (signal?.aborted) throw new Refusal('offline', '') // of what was given up half of it may have come
  if (!answer.ok) throw told.code ? refusal(told) : new Refusal('failed', answer.statusText)
  return told
}

export const editions = (lang: string) => ask<Rulebook[]>('GET', `/editions?lang=${lang}`)
export const rules = (edition: string) => ask<Rules>('GET', `/editions/${encodeURIComponent(edition)}`)
export const lobby = () => ask<Lobby>('GET', '/tables')
export const open = (table: Partial<NewTableRequest>) => ask<Admission>('POST', '/tables', table)
export const join = (table: string, key: string, name: string, seats: number[]) =>
  ask<Admission>('POST', `/tables/${table}/join`, { key, name, seats })
export const sit = (table: string, seat: number, body: { name?: string; computer?: string }) =>
  ask('PUT', `/tables/${table}/seats/${seat}`, body)
export const stand = (table: string, seat: number) => ask('DELETE', `/tables/${table}/seats/${seat}`)
export const linkSeat = (table: string, seat: number) => ask<SeatLinkInfo>('POST', `/tables/${table}/seats/${seat}/link`)
export const joinSeat = (table: string, seat: number, code: string) =>
  ask<Admission>('POST', `/tables/${table}/seats/${seat}/join`, { code })
export const begin = (table: string) => ask('POST', `/tables/${table}/begin`)
export const rematch = (table: string) => ask<Admission>('POST', `/tables/${table}/rematch`)
export const snapshot = (table: string, query = '') => ask<Snapshot>('GET', `/tables/${table}${query}`)
