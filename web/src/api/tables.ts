// Tables on the server: create one, join it, take seats, begin.

import { request } from './http'
import type { Admission, Links, Lobby, NewTableRequest, SeatLinkInfo, Snapshot, TakeSeatRequest } from './wire'

export const fetchLobby = () => request<Lobby>('GET', '/tables')
/** Opens a table. The players of a page are people, so bots must not race ahead. */
export const createTable = (table: Partial<NewTableRequest>) =>
  request<Admission>('POST', '/tables', { human_pace: true, ...table })
export const joinTable = (table: string, linkKey: string, name: string, seats: number[]) =>
  request<Admission>('POST', `/tables/${table}/join`, { link_key: linkKey, name, seats })
export const takeSeat = (table: string, seat: number, body: Partial<TakeSeatRequest>) =>
  request('PUT', `/tables/${table}/seats/${seat}`, body)
/** Free a seat before the match: one's own, or as the host another's, who cannot sit down again. */
export const freeSeat = (table: string, seat: number) => request('DELETE', `/tables/${table}/seats/${seat}`)
/** A link, for one use, that moves a seat to another device. */
export const createSeatLink = (table: string, seat: number) =>
  request<SeatLinkInfo>('POST', `/tables/${table}/seats/${seat}/link`)
export const joinBySeatLink = (table: string, seat: number, linkKey: string) =>
  request<Admission>('POST', `/tables/${table}/seats/${seat}/join`, { link_key: linkKey })
/** Agree to the time limit for a turn that the host proposes, in seconds. */
export const agreeToTurnLimit = (table: string, limit: number) =>
  request('PUT', `/tables/${table}/turn-limit`, { turn_limit: limit })
export const beginMatch = (table: string) => request('POST', `/tables/${table}/begin`)
/** The links of a table, for its players to pass on. */
export const fetchLinks = (table: string) => request<Links>('GET', `/tables/${table}/links`)
export const createRematch = (table: string) => request<Admission>('POST', `/tables/${table}/rematch`)
export const fetchSnapshot = (table: string, query = '') => request<Snapshot>('GET', `/tables/${table}${query}`)
