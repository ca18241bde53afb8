// What changed in a row that is being made, in words: who does not see it is told of each peg.

import type { Colour } from '../../api/editions'
import type { DraftRow } from '../../game/draft-row'
import { holeText } from '../../i18n/match-text'
import { t } from '../../i18n/translate'

/** The holes that changed, or the one that the cursor moved to; nothing for a new row. */
export function draftChangeText(before: DraftRow, now: DraftRow, palette: Colour[]): string {
  const hole = (at: number) => holeText(at + 1, now.pegs[at] ?? null, palette)
  if (now.pegs.length !== before.pegs.length) return ''
  const changed = now.pegs.flatMap((peg, at) => (peg !== before.pegs[at] ? [at] : []))
  if (changed.length > 1 && now.pegs.every((peg) => peg === null)) return ''
  if (changed.length) return changed.map(hole).join(t('semicolon'))
  return now.cursor === before.cursor ? '' : hole(now.cursor)
}
