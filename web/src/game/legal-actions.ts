// What a seat may do now. The server says it; the pages offer nothing else.

import type { Space, View } from '../api/wire'

type LegalAction = View['legal'][number]

/** The legal actions by name. */
export type LegalActions = { [Name in LegalAction['action']]?: LegalAction & { action: Name } }

export const legalActions = (view: View): LegalActions =>
  Object.fromEntries(view.legal.map((action) => [action.action, action]))

/** An action for which the player makes a row: what it is, and which rows are allowed. */
export type RowAction = { action: 'code' | 'guess' | 'answer'; space: Space }

/** The action for which the player makes a row, if any. */
export const rowAction = (may: LegalActions): RowAction | undefined => may.code ?? may.guess ?? may.answer
