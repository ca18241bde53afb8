// Pages that stay open while the server gets newer ones.

import { afterEach, expect, test, vi } from 'vitest'
import { reloadIfNewer } from '../../src/browser/newer-pages'
import { answerRequests, refusal } from '../support/answers'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['of the same version', '<script src="/assets/index-1.js">', 0],
  ['of another version', '<script src="/assets/index-2.js">', 1],
  ['that has an error', null, 0],
])('a page is loaded anew only from a server %s', async (_, html, times) => {
  document.body.innerHTML = '<script type="text/plain" src="/assets/index-1.js"></script>'
  answerRequests({ '/': html === null ? refusal('failed', 503) : () => new Response(html) })
  const reload = vi.fn()
  await reloadIfNewer(reload)
  expect(reload).toHaveBeenCalledTimes(times)
})
