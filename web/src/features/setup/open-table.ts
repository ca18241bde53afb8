// Opening a table as it was set up: its bots, the people on this device, and those who are invited.

import { beginMatch, createTable, takeSeat } from '../../api/tables'
import { rememberTable } from '../../game/my-tables'
import { LEVELS } from './levels'

/** Who plays against the user: another player on this device (`here`), an invited one (`friend`), or a bot's level. */
export type Opponent = { player: string; /** Of a player on this device. */ name: string }

export const NEW_OPPONENT: Opponent = { player: 'casual', name: '' }

export type TableSetup = {
  edition: string
  /** The user's name. */
  name: string
  /** The user's seat; 0 if they only watch. */
  ownSeat: number
  /** The opponent in each other seat. */
  opponents: ReadonlyMap<number, Opponent>
  hints: boolean
  isPublic: boolean
}

const isBot = ({ player }: Opponent): boolean => (LEVELS as readonly string[]).includes(player)

/** Open the table, and begin if nobody is awaited. Returns its address, which is an invitation where it can be one. */
export async function openTable({ edition, name, ownSeat, opponents, hints, isPublic }: TableSetup): Promise<string> {
  const seats = [...opponents]
  const here = seats.filter(([, { player }]) => player === 'here')
  const waits = seats.some(([, { player }]) => player === 'friend')
  const bots = seats.flatMap(([seat, opponent]) => (isBot(opponent) ? [[String(seat), opponent.player]] : []))
  const { table, player, links } = await createTable({
    edition,
    name,
    seats: ownSeat ? [ownSeat] : [],
    bots: Object.fromEntries(bots) as Record<string, string>,
    hints,
    public: isPublic,
    begin: here.length === 0 && !waits,
  })
  for (const [seat, opponent] of here) {
    await takeSeat(table, seat, { name: opponent.name, guest: !opponent.name })
  }
  if (here.length && !waits) await beginMatch(table)
  rememberTable({ id: table, player, name, edition, at: Date.now() })
  return `/table/${table}${links ? links.join.slice(links.join.indexOf('#')) : ''}`
}
