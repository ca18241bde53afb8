// The notification that it is the player's turn, for those who look at another page meanwhile.

import { notify, type NotificationContent } from '../../browser/notifications'

/** Notify the player whenever it becomes their turn. What was so when the page was opened is no news. */
export function notifyOfTurns(
  /** Whether it is the player's turn; null while that is not known. */
  isDue: () => boolean | null,
  content: () => NotificationContent,
): void {
  let wasDue: boolean | null = null

  $effect(() => {
    const due = isDue()
    if (due && wasDue === false) notify(content())
    wasDue = due ?? wasDue
  })
}
