// Notifications of the system, where the browser has them, the player wants them and the page is hidden.

import { go } from './route.svelte'
import { changeSettings, settings } from './settings.svelte'

export type NotificationContent = { title: string; body: string; /** The page that it leads to. */ path: string }

let shown: Notification | undefined

export const hasNotifications = (): boolean => 'Notification' in globalThis

/** Whether the player may still be asked: the browser asks once, and keeps the answer. */
export const areNotificationsBlocked = (): boolean => hasNotifications() && Notification.permission === 'denied'

/** Switch notifications on, if the player allows them, or off. Returns whether they are on. */
export async function switchNotifications(on: boolean): Promise<boolean> {
  const notify = on && hasNotifications() && (await Notification.requestPermission()) === 'granted' && create('Keypeg')
  changeSettings({ notify })
  closeNotification()
  return notify
}

/** Show a notification in place of the one before. Clicking it leads to its page, in this window. */
export function notify({ title, body, path }: NotificationContent): void {
  if (!settings.notify || !document.hidden || !hasNotifications() || Notification.permission !== 'granted') return
  closeNotification()
  if (!create(title, body) || !shown) return
  shown.onclick = () => {
    focus()
    if (location.pathname !== path) go(path)
    closeNotification()
  }
}

/** Some browsers have notifications, but not for a page itself: there, making one fails. */
function create(title: string, body = ''): boolean {
  try {
    shown = new Notification(title, { body, icon: '/icon.svg', tag: 'keypeg' })
    return true
  } catch {
    return false
  }
}

function closeNotification(): void {
  shown?.close()
  shown = undefined
}

// A player who has come back needs no notification any more.
document.addEventListener('visibilitychange', () => document.hidden || closeNotification())
