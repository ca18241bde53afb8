// A position on a board: in the address it is one line, so that it can be sent to somebody.

import type { Rules } from '../api/http'
import { readMark, written, type Mark } from '../api/study'
import { t } from '../i18n/translate'
import type { Board, TableInfo } from '../api/wire'

export type Position = {
  edition: string
  rows: { guess: string; marks: Mark[] }[]
  /** Where parts are dealt, what is one's own. */
  own: string
}

/** As `keypeg` writes positions, `classic~~RRBB_1b2w`; one's own part, if there is one, stands before. */
export const writePosition = (position: Position): string =>
  [
    position.own ? `${position.own}@` : '',
    position.edition,
    '~~',
    position.rows.map((row) => `${row.guess}_${row.marks.map(written).join(',')}`).join('~'),
  ].join('')

/** The position that a line says; null if it says none. Which rows can be is for the server to say. */
export function readPosition(text: string): Position | null {
  const found = /^(?:([A-Z.]*)@)?([a-z0-9][a-z0-9~_-]*?)(?:~~(.*))?$/.exec(decodeURIComponent(text))
  if (!found) return null
  const rows = (found[3] ?? '').split('~').filter(Boolean)
  return {
    own: found[1] ?? '',
    edition: found[2] ?? '',
    rows: rows.map((row) => {
      // Where several guess or mark, seats stand before them, as in `2:RRBB_1:1b2w`.
      const [guess = '', marks = ''] = row.replace(/\d+:/g, '').split('_')
      return { guess, marks: marks.split(/[,+]/).filter(Boolean).map(readMark) }
    }),
  }
}

/** A position as a board of the table it could stand on. */
export function boardOf(position: Position, rules: Rules, seat: number, makers: number): Board {
  const others = Array.from({ length: rules.seats }, (_, at) => at + 1)
    .filter((one) => one !== seat)
    .slice(0, makers)
  return {
    breakers: [seat],
    makers: others,
    holes: rules.holes_by_seat[others.length === 1 ? (others[0] ?? 1) - 1 : 0] ?? rules.holes,
    broken: false,
    placed: [],
    rows: position.rows.map((row, at) => ({
      seat,
      guess: row.guess,
      arrival: at + 1,
      marks: row.marks.map((mark, by) => ({ by: others[by] ?? 1, ...mark })),
    })),
  }
}

/** What the seats of a position are called: oneself, and the others by their numbers, for nobody knows more of them. */
export const namesAt = (seat: number, rules: Rules): string[] =>
  Array.from({ length: rules.seats }, (_, at) => (at + 1 === seat ? t('me') : String(at + 1)))

/** A table at which nobody sits. */
export const tableOf = (rules: Rules, names: string[] = []): TableInfo => ({
  id: '',
  edition: rules.edition,
  host: '',
  public: false,
  help: true,
  limit: 0,
  guests: 0,
  seats: Array.from({ length: rules.seats }, (_, at) =>
    names[at] ? { name: names[at], guest: 0, computer: null } : null,
  ),
  begun: null,
  over: false,
  again: null,
  daily: null,
})
