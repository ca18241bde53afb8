// Hints at the table, where all players agreed to them. The server computes them from the seat's own view.

import { queryString, request } from '../../api/http'
import type { Certainties } from './notebook'

/** A hint in lines; `codes-left` says how many codes are left. */
export type Hint = { kind: string; lines: string[] }

export type Hints = { hints: Hint[]; partial_verdict: string | null; notebook: (Certainties & CodesLeft) | null }

type CodesLeft = {
  codes_left: number
  /** How many there were at the start. */
  codes: number
  /** Whether the order of the pegs matters. */
  ordered: boolean
}

/** What is certain, whether the draft row can still be the code, and if `steps` is set, hints one by one. */
export const fetchHints = (table: string, seat: number, draft: string, steps: boolean, signal?: AbortSignal) =>
  request<Hints>(
    'GET',
    `/tables/${table}/hints?${queryString({ seat, partial: draft, hints: steps })}`,
    undefined,
    signal,
  )
