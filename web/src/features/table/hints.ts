// Hints at the table, where all players agreed to them. The server computes them from the seat's own view.

import { queryString, request } from '../../api/http'
import type { HintAnswer, HintQuery } from '../../api/wire'

/** What is certain, whether the draft row can still be the code, and if the query asks for them, hints. */
export const fetchHints = (table: string, query: HintQuery, signal?: AbortSignal) =>
  request<HintAnswer>('GET', `/tables/${table}/hints?${queryString(query)}`, undefined, signal)
