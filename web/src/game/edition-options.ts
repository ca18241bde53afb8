import type { Option } from '../api/http'

/** What was chosen of an edition's options, by their names. */
export type Chosen = Record<string, string>

/** An edition with options on one line, as the server reads it: only what differs from the rulebook is named. */
export function writeEdition(id: string, options: readonly Option[], chosen: Chosen): string {
  const named = options.filter((one) => (chosen[one.name] ?? one.default) !== one.default)
  return [id, ...named.map((one) => `${one.name}_${chosen[one.name]}`)].join('~')
}

/** The same the other way round. */
export function readEdition(line: string): { id: string; chosen: Chosen } {
  const [id = '', ...named] = line.split('~')
  const pairs = named.map((one) => [one.slice(0, one.indexOf('_')), one.slice(one.indexOf('_') + 1)])
  return { id, chosen: Object.fromEntries(pairs) as Chosen }
}

/** How many values are listed at most. */
const MOST = 200

/** Everything that can be chosen for an option. */
export function valuesOf(option: Option): string[] {
  if (Array.isArray(option.values)) return option.values
  const { low, high } = option.values
  return Array.from({ length: Math.min(high - low + 1, MOST) }, (_, at) => String(low + at))
}
