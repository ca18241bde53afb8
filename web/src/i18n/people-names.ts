// What people without a name are called: "You" on their own screen, "Guest 1" on every other.

import type { TableInfo } from '../api/wire'
import { t } from './translate'

/** A name as the server writes it, or the guest's in the language of the settings. */
export const personName = (person: { name: string; guest: number | null }): string =>
  person.guest ? t('guest', { n: person.guest }) : person.name

/**
 * The table with its people's names as they are shown here. Where several seats share the device, nobody is "You":
 * the reader must know who is meant.
 */
export function namePeople(table: TableInfo, own: readonly number[] = []): TableInfo {
  const name = (occupant: { name: string; guest: number | null }, seat: number): string => {
    if (!own.includes(seat)) return personName(occupant)
    return own.length === 1 ? t('you') : t('player', { seat })
  }
  return {
    ...table,
    host: personName({ name: table.host, guest: table.host_guest }),
    seats: table.seats.map((occupant, index) => {
      if (!occupant?.guest) return occupant
      return { ...occupant, name: name(occupant, index + 1) }
    }),
  }
}

/** How many letters of a name a heading has room for. */
const MOST_LETTERS = 18

/** A long name without its end. It stands for itself, whichever way it is written: the dots are where it ends. */
function shortName(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  if (letters.length <= MOST_LETTERS) return name
  return `\u2068${letters.slice(0, MOST_LETTERS).join('').trimEnd()}…\u2069`
}

/** The table with names that a heading has room for. */
export const shortenNames = (table: TableInfo): TableInfo => ({
  ...table,
  seats: table.seats.map((occupant) => occupant && { ...occupant, name: shortName(occupant.name) }),
})
