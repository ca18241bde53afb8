// Codes, marks, rows and players in words: for screen readers, titles and tables.

import type { Colour, EditionRules } from '../api/editions'
import { parseMark, type Mark } from '../api/marks'
import type { Row, TableInfo, View } from '../api/wire'
import { settings } from '../browser/settings.svelte'
import { serverCodeText, t } from './translate'
import { listed } from './words'

/** How an edition calls the key peg for the right colour in the right hole. */
export type ExactColour = 'black' | 'red'

export const colourName = (colour: Colour | undefined): string =>
  colour ? serverCodeText('colour.', colour.name, colour.name) : t('blank-word')

/** The letter that the player sees and types for a colour; codes have the same letters in every language. */
export const colourLetter = (letter: string): string => serverCodeText('colour-letter.', letter, letter)

/** A code in the letters that the player sees and types. */
export const localCode = (code: string): string => [...code].map(colourLetter).join('')

/** A code that the player typed, in the letters that the server knows; a letter that is no colour stays as it is. */
export const readLocalCode = (text: string, palette: Colour[]): string =>
  [...text].map((typed) => palette.find(({ letter }) => colourLetter(letter) === typed)?.letter ?? typed).join('')

/** A code colour by colour: "red, blue, blank, green". */
export const codeText = (code: string, palette: Colour[]): string =>
  [...code].map((letter) => colourName(palette.find((colour) => colour.letter === letter))).join(', ')

/** A hole of a row that is being made, and what is in it: "Hole 2: blue". */
export const holeText = (number: number, peg: string | null, palette: Colour[]): string =>
  t('hole', { n: number }) +
  t('colon') +
  (peg ? colourName(palette.find((colour) => colour.letter === peg)) : t('empty'))

export function markText(mark: Mark, exact: ExactColour): string {
  if ('number' in mark) return String(mark.number)
  const parts = [
    mark.blacks ? t(`counted-${exact}s`, { count: mark.blacks }) : '',
    mark.whites ? t('counted-whites', { count: mark.whites }) : '',
  ]
  return parts.filter(Boolean).join(', ') || t('none')
}

/** The marks of several makers: "1 black / 2 white". */
export const marksText = (marks: Mark[], exact: ExactColour): string =>
  marks.map((mark) => markText(mark, exact)).join(' / ')

/** The same for marks as the server writes them: `1b0w,0b2w`. */
export const writtenMarksText = (marks: string, exact: ExactColour): string =>
  marksText(marks.split(',').map(parseMark), exact)

/** A whole row: "Row 3: red, blue, blue, green; 1 black, 2 white". Several marks are told with who gave them. */
export function rowText(
  number: number,
  row: Row,
  rules: EditionRules,
  exact: ExactColour,
  table: TableInfo | null = null,
): string {
  const marks =
    table && row.marks.length > 1
      ? row.marks.map((mark) => `${playerName(table, mark.by)} ${markText(mark, exact)}`).join(t('semicolon'))
      : marksText(row.marks, exact)
  return t(marks ? 'row-marked' : 'row-unmarked', { row: number, code: codeText(row.guess, rules.palette), marks })
}

/** A player's name; with the number of the seat if another player has the same name. */
export function playerName(table: TableInfo, seat: number): string {
  const player = table.seats[seat - 1]
  if (!player) return t('seat', { n: seat })
  return table.seats.filter((other) => other?.name === player.name).length > 1 ? `${player.name} ${seat}` : player.name
}

/** The level of the computer player in a seat, in a word; empty for a person. */
export function botLevel(table: TableInfo, seat: number): string {
  const level = table.seats[seat - 1]?.bot ?? ''
  return level && serverCodeText('player-', level, level)
}

export const playerNames = (table: TableInfo, seats: number[]): string =>
  listed(
    settings.lang,
    seats.map((seat) => playerName(table, seat)),
  )

/** Whom the seats on this device play against; empty if nobody else sits there. */
export function opponentsText(table: TableInfo, own: readonly number[]): string {
  const others = table.seats.flatMap((occupant, at) => (occupant && !own.includes(at + 1) ? [at + 1] : []))
  return others.length ? t('home-against', { who: playerNames(table, others) }) : ''
}

/** That a match is over; a round for practice is no match. */
export const overText = (view: Pick<View, 'outcome'> | null): string =>
  t(view?.outcome?.reason === 'practice' ? 'practice-over' : 'match-over')

/** Whether everybody has come who is to play. */
export const isComplete = (table: TableInfo): boolean => table.seats.every((occupant) => occupant && !occupant.invited)

/** Who is waited for before the match begins. */
export function gatheringText(table: TableInfo): string {
  if (isComplete(table)) return t('everyone-is-here')
  const invited = table.seats.flatMap((occupant, at) => (occupant?.invited ? [at + 1] : []))
  return invited.length ? t('waiting-for', { who: playerNames(table, invited) }) : t('waiting-for-people')
}

/** Whose turn it is at a table, for a title: the seats on this device are the reader's. */
export function turnText(
  { table, view }: { table: TableInfo; view: Pick<View, 'waiting' | 'outcome'> | null },
  own: number[],
): string {
  if (table.over) return overText(view)
  if (!view) return gatheringText(table)
  const awaited = view.waiting.filter((seat) => seat !== 0)
  if (awaited.some((seat) => own.includes(seat))) return t('your-turn')
  return awaited.length ? t('waiting-for', { who: playerNames(table, awaited) }) : ''
}
