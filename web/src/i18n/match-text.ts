// What happens, in words: for those who listen, and for those who want to know exactly.

import type { Colour, Rules } from '../api/http'
import { settings } from '../browser/settings.svelte'
import { t } from './translate'
import type { Figure, KeyPegs, Row, TableInfo } from '../api/wire'
import { isWord, listed, type Word } from './words'

export const colourName = (colour: Colour | undefined): string => (colour ? colour[settings.lang] : t('blank'))

export const numberOf = (letter: string, palette: Colour[]): number =>
  palette.findIndex((one) => one.letter === letter) + 1

/** A code colour by colour: "red, blue, blank, green". */
export const codeText = (code: string, palette: Colour[]): string =>
  [...code].map((letter) => colourName(palette.find((one) => one.letter === letter))).join(', ')

export function markText(mark: KeyPegs | Figure, exact: 'black' | 'red'): string {
  if ('number' in mark) return String(mark.number)
  const parts = [mark.blacks ? t(exact, { n: mark.blacks }) : '', mark.whites ? t('white', { n: mark.whites }) : '']
  return parts.filter(Boolean).join(', ') || t('none')
}

/** A whole row: "Row 3: red, blue, blue, green; 1 black, 2 white". */
export function rowText(number: number, row: Row, rules: Rules, exact: 'black' | 'red'): string {
  const marks = row.marks.map((mark) => markText(mark, exact)).join(' / ')
  return t(marks ? 'row-marked' : 'row-unmarked', { row: number, code: codeText(row.guess, rules.palette), marks })
}

/** How whoever sits there is called; where two go by one name, with the number of the seat. */
export function nameOf(table: TableInfo, seat: number): string {
  const chair = table.seats[seat - 1]
  if (!chair) return t('seat', { n: seat })
  const name = isWord(chair.computer ?? '') && chair.name === chair.computer ? t(chair.computer as Word) : chair.name
  return table.seats.filter((other) => other?.name === chair.name).length > 1 ? `${name} ${seat}` : name
}

export const namesOf = (table: TableInfo, seats: number[]): string =>
  listed(
    settings.lang,
    seats.map((seat) => nameOf(table, seat)),
  )
