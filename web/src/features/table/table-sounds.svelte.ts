// The sounds of a table: the rows of others as they appear, and the end of a round.

import type { FinishedRound, View } from '../../api/wire'
import { currentPace } from '../../browser/settings.svelte'
import { playChord, playClicks } from '../../browser/sound'
import { pegStepMs } from '../../game/pace'

/** Accompany a match. What was there when the page was opened makes no sound. */
export function accompany(view: () => View, ended: () => FinishedRound | undefined): void {
  const rowsOfOthers = () => view().boards.flatMap((board) => board.rows.filter(({ seat }) => seat !== view().seat))
  let rows = rowsOfOthers().length
  let wasOver = ended() !== undefined

  $effect(() => {
    const others = rowsOfOthers()
    const newest = others.toSorted((a, b) => b.arrival - a.arrival)[0]
    if (others.length === rows + 1 && newest) {
      playClicks(newest.guess.replaceAll('.', '').length, pegStepMs(currentPace()))
    }
    rows = others.length
  })
  $effect(() => {
    const finished = ended()
    if (finished && !wasOver) playChord(view().seat !== null && finished.outcome.winners.includes(view().seat ?? 0))
    wasOver = finished !== undefined
  })
}
