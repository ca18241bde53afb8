// A server that is not there: requests are answered by their path, and what is sent is kept.

import { flushSync } from 'svelte'
import { vi } from 'vitest'

export type Sent = { method: string; path: string; body: unknown }

/** Refuses a request with this code. */
export const refusal = (code: string, status = 404): (() => Response) => {
  return () => Response.json({ code, detail: code, values: {} }, { status })
}

/** Answer requests for these paths; others never get an answer. Returns the requests as they are sent. */
export function answerRequests(answers: Record<string, unknown>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body = null }: RequestInit = {}) => {
    const path = address.replace('/api', '')
    sent.push({ method, path, body: JSON.parse((body as string | null) ?? 'null') })
    const answer = answers[path]
    if (answer === undefined) return new Promise(() => {})
    return Promise.resolve(typeof answer === 'function' ? (answer as () => Response)() : Response.json(answer))
  })
  return sent
}

/** Wait until the page shows what has been answered. */
export const shown = (check: () => void): Promise<void> =>
  vi.waitFor(() => {
    flushSync()
    check()
  })
