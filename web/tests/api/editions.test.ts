import { afterEach, expect, test, vi } from 'vitest'
import { fetchEditions } from '../../src/api/editions'
import { answerRequests } from '../support/answers'

afterEach(() => vi.unstubAllGlobals())

test('every page lists the editions from the oldest on, and those without a year last', async () => {
  const editions = [
    { id: 'undated', year: null },
    { id: 'new', year: 2004 },
    { id: 'old', year: 1970 },
  ]
  answerRequests({ '/editions?lang=en': editions })
  expect((await fetchEditions('en')).map(({ id }) => id)).toEqual(['old', 'new', 'undated'])
})
