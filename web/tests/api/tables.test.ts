import { afterEach, expect, test, vi } from 'vitest'
import { createTable } from '../../src/api/tables'
import { answerRequests } from '../support/answers'

afterEach(() => vi.unstubAllGlobals())

test('at a table that a page opens, computers race at the pace of people', async () => {
  const sent = answerRequests({ '/tables': { table: 't' } })
  await createTable({ edition: 'classic', seats: [1] })
  expect(sent).toEqual([
    { method: 'POST', path: '/tables', body: { human_pace: true, edition: 'classic', seats: [1] } },
  ])
})
