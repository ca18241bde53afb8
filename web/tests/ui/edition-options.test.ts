// The form for the options of an edition.

import { expect, test, vi } from 'vitest'
import type { EditionOption } from '../../src/api/editions'
import EditionOptions from '../../src/ui/EditionOptions.svelte'
import { all, element, plain, show } from '../support/mount.svelte'

const scoring: EditionOption = {
  name: 'scoring',
  kind: 'choice',
  default: 'maker',
  values: ['maker', 'maker-misses'],
  range: null,
  label: 'how points are scored',
  labels: { maker: '1 point a row to the maker', 'maker-misses': '1 point for each row that is not the code' },
  meanings: { maker: 'The maker gets 1 point for each row.', 'maker-misses': 'The row that finds it does not count.' },
}
const byHand: EditionOption = {
  name: 'by-hand',
  kind: 'flag',
  default: 'no',
  values: ['no', 'yes'],
  range: null,
  label: 'players mark by hand',
  labels: { no: 'marked by the referee', yes: 'marked by hand' },
  meanings: { no: 'The referee marks.', yes: 'The players mark.' },
}
const rounds: EditionOption = {
  name: 'rounds',
  kind: 'number',
  default: '2',
  values: [],
  range: { low: 1, high: 3 },
  label: 'rounds',
  labels: {},
  meanings: {},
}
const choices = () => all('option').map(plain)

test('a value is shown in words, with what the chosen one means', () => {
  show(EditionOptions, { options: [scoring], chosen: {}, onchoose: vi.fn() })
  expect(choices()).toEqual(Object.values(scoring.labels))
  expect(plain(element('p'))).toBe('The maker gets 1 point for each row.')
})

test('the meaning follows the choice, and describes the select', () => {
  show(EditionOptions, { options: [scoring], chosen: { scoring: 'maker-misses' }, onchoose: vi.fn() })
  expect(plain(element('p'))).toBe('The row that finds it does not count.')
  expect(element('select').getAttribute('aria-describedby')).toBe(element('p').id)
})

test('a flag is a switch, and a number is itself', () => {
  show(EditionOptions, { options: [byHand, rounds], chosen: { 'by-hand': 'yes' }, onchoose: vi.fn() })
  expect((element('input') as HTMLInputElement).checked).toBe(true)
  expect(choices()).toEqual(['1', '2', '3'])
})

test('only what is offered is listed, and nothing where there is no choice', () => {
  const offered = { scoring: ['maker'], rounds: ['2', '4'] }
  show(EditionOptions, { options: [scoring, rounds], chosen: {}, offered, onchoose: vi.fn() })
  expect(choices()).toEqual(['2', '4'])
})
