// How a round ended, as a text to share that does not give the code away.

import type { EditionRules } from '../../api/editions'
import type { FinishedRound, TableInfo } from '../../api/wire'
import { roundResult } from '../../game/round-results'
import { shareText, resultText } from '../../i18n/result-text'
import { lookOf } from '../../ui/board/edition-looks'
import { headline } from '../../i18n/ending-text'

/** The result and the marks of the seat's own board; for a maker or a spectator, of the first board. */
export function endingShareText(
  ended: FinishedRound,
  table: TableInfo,
  rules: EditionRules,
  seat: number | null,
  edition: string,
): string {
  const own = ended.boards.find(({ breakers }) => seat !== null && breakers.includes(seat))
  const breaker = own ? (seat ?? 1) : (ended.boards[0]?.breakers[0] ?? 1)
  const result = roundResult(ended, table, breaker)
  return shareText(
    result,
    edition,
    own ? resultText(result) : headline(ended, table, null),
    rules.id,
    lookOf(rules.id).exact,
  )
}
