// Says in words why a row cannot be submitted yet, before the server would refuse it. The server's `Space` says what is
// allowed.

import type { Colour } from '../api/editions'
import type { Space } from '../api/wire'
import { colourName } from '../i18n/match-text'
import { settings } from '../browser/settings.svelte'
import { t } from '../i18n/translate'
import { listed } from '../i18n/words'
import { BLANK, type Pegs } from './code'

/** A hole that is still empty when the row is submitted is a blank too. */
const withoutBlanks = (pegs: Pegs): Pegs => pegs.map((peg) => (peg === BLANK ? null : peg))

/** Why these pegs are not a valid row, or null if they are. */
export function invalidRowText(made: Pegs, space: Space, palette: Colour[]): string | null {
  const pegs = withoutBlanks(made)
  const empty = pegs.flatMap((peg, index) => (peg === null ? [index + 1] : []))
  if (space.most_blanks === 0 && empty.length > 0) {
    return t('holes-left', { count: empty.length })
  }
  if (empty.length > space.most_blanks) return t('pegs-missing', { count: empty.length - space.most_blanks })
  const forbidden = empty.find((hole) => space.blank_holes !== null && !space.blank_holes.includes(hole))
  if (forbidden !== undefined) return t('blank-not-here', { hole: forbidden })
  if (empty.length < space.least_blanks) return t('least-blanks', { count: space.least_blanks })
  const repeated = space.repeats ? undefined : pegs.find((peg, index) => peg !== null && pegs.indexOf(peg) < index)
  if (repeated) return t('no-repeats', { colour: colourName(palette.find((colour) => colour.letter === repeated)) })
  return null
}

/** Which holes stay empty in a valid row of which some have to; otherwise nothing. */
export function emptyHolesText(pegs: Pegs, space: Space): string {
  const empty = withoutBlanks(pegs).flatMap((peg, index) => (peg === null ? [String(index + 1)] : []))
  if (!space.least_blanks || empty.length !== space.least_blanks) return ''
  return t('holes-stay-empty', { count: empty.length, holes: listed(settings.lang, empty) })
}
