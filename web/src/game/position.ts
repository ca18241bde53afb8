// A position: the rows on one board with their marks. An address holds it in one line, so that it can be sent.

import type { EditionRules } from '../api/editions'
import { formatMark, parseMark, type Mark } from '../api/marks'
import type { Board, TableInfo } from '../api/wire'
import { t } from '../i18n/translate'

export type MarkedRow = { guess: string; marks: Mark[] }

export type Position = {
  edition: string
  rows: MarkedRow[]
  /** Where parts are dealt: the player's own part. */
  own: string
}

/** As `keypeg` writes positions, `classic~~RRBB_1b2w`; the player's own part, if any, stands before `@`. */
export const formatPosition = (position: Position): string =>
  [
    position.own ? `${position.own}@` : '',
    position.edition,
    '~~',
    position.rows.map((row) => `${row.guess}_${row.marks.map(formatMark).join(',')}`).join('~'),
  ].join('')

/** The position in a line of text; null if it has none. Whether its rows are possible is for the server to say. */
export function parsePosition(text: string): Position | null {
  const parts = /^(?:([A-Z.]*)@)?([a-z0-9][a-z0-9~_-]*?)(?:~~(.*))?$/.exec(decodeURIComponent(text))
  if (!parts) return null
  const rows = (parts[3] ?? '').split('~').filter(Boolean)
  return {
    own: parts[1] ?? '',
    edition: parts[2] ?? '',
    rows: rows.map((row) => {
      // Where several players guess or mark, seat numbers stand before: `2:RRBB_1:1b2w`.
      const [guess = '', marks = ''] = row.replace(/\d+:/g, '').split('_')
      return { guess, marks: marks.split(/[,+]/).filter(Boolean).map(parseMark) }
    }),
  }
}

/** The rows as a board of a table. */
export function boardOf(rows: MarkedRow[], rules: EditionRules, seat: number, makers: number): Board {
  const others = Array.from({ length: rules.seats }, (_, index) => index + 1)
    .filter((other) => other !== seat)
    .slice(0, makers)
  return {
    breakers: [seat],
    makers: others,
    holes: rules.holes_by_seat[others.length === 1 ? (others[0] ?? 1) - 1 : 0] ?? rules.holes,
    broken: false,
    placed: [],
    rows: rows.map((row, index) => ({
      seat,
      guess: row.guess,
      arrival: index + 1,
      marks: row.marks.map((mark, by) => ({ by: others[by] ?? 1, ...mark })),
    })),
  }
}

/** Names for the seats of a position. */
export const seatNames = (rules: EditionRules): string[] =>
  Array.from({ length: rules.seats }, (_, index) => t('player', { seat: index + 1 }))

/** A table that exists only on this page, for components that draw one. */
export const imaginaryTable = (rules: EditionRules, names: string[] = []): TableInfo => ({
  id: '',
  edition: rules.edition,
  host: '',
  host_guest: null,
  public: false,
  hints: true,
  turn_limit: 0,
  proposed_turn_limit: null,
  players_to_agree: [],
  players: 0,
  seats: Array.from({ length: rules.seats }, (_, index) =>
    names[index] ? { name: names[index], guest: null, player: 0, bot: null, invited: false } : null,
  ),
  begun_at: null,
  over: false,
  rematch: null,
  rematch_by: null,
  day: null,
  late: false,
})
