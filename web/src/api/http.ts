// HTTP requests to the server. An error answer is a problem document (RFC 9457) and is thrown as an `ApiError`.

import { settings } from '../browser/settings.svelte'
import type { Problem } from './wire'

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

export const errorFromProblem = (problem: Problem): ApiError =>
  new ApiError(problem.code, problem.detail, problem.values)

const isProblem = (body: unknown): body is Problem => typeof body === 'object' && body !== null && 'code' in body

/** The problem document in an error response, or null if there is none. */
export async function problemIn(response: Response): Promise<Problem | null> {
  const body: unknown = await response.json().catch(() => null)
  return isProblem(body) ? body : null
}

/** A query string without its `?`; parameters that are undefined or null are left out. */
export const queryString = (parameters: Record<string, string | number | boolean | null | undefined>): string =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString()

export async function request<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: {
        'accept-language': settings.lang,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
  } catch {
    throw new ApiError('offline', '')
  }
  if (!response.ok) {
    const problem = await problemIn(response)
    if (signal?.aborted) throw new ApiError('offline', '')
    throw problem ? errorFromProblem(problem) : new ApiError('failed', response.statusText)
  }
  const answer: unknown = await response.json().catch(() => ({}))
  // The body of an aborted request may be cut off.
  if (signal?.aborted) throw new ApiError('offline', '')
  return answer as Answer
}
