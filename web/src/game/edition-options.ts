// An edition with its options in one string, as in `classic~rows_12~blanks_yes`.

import type { EditionOption } from '../api/editions'

/** Values by option name. */
export type ChosenOptions = Record<string, string>

/** Only options that differ from the rulebook are written. */
export function formatEdition(id: string, options: readonly EditionOption[], chosen: ChosenOptions): string {
  const changed = options.filter((option) => (chosen[option.name] ?? option.default) !== option.default)
  return [id, ...changed.map((option) => `${option.name}_${chosen[option.name]}`)].join('~')
}

export function parseEdition(text: string): { id: string; chosen: ChosenOptions } {
  const [id = '', ...changed] = text.split('~')
  const pairs = changed.map((pair) => [pair.slice(0, pair.indexOf('_')), pair.slice(pair.indexOf('_') + 1)])
  return { id, chosen: Object.fromEntries(pairs) as ChosenOptions }
}

/** The edition without its options. */
export const editionId = (edition: string): string => edition.split('~')[0] ?? edition

const MOST_LISTED = 200

/** The values that an option can have. */
export function optionValues(option: EditionOption): string[] {
  if (!option.range) return option.values
  const { low, high } = option.range
  return Array.from({ length: Math.min(high - low + 1, MOST_LISTED) }, (_, index) => String(low + index))
}
