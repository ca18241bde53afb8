// Dates as they are written in the language of the settings.

import { t } from './translate'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A number of seconds in the largest unit of which it is a whole number. */
export function durationText(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(t('locale'), style).format(seconds / length)
}

/** A date, with or without its time. */
export const dateText = (date: Date, style: Intl.DateTimeFormatOptions): string =>
  date.toLocaleString(t('locale'), style)

/** The time of day at which something happens, on this device's clock. */
export const timeText = (date: Date): string => dateText(date, { timeStyle: 'short' })

/** When something happened: of today the time alone, of yesterday "yesterday" and the time, else the date and the time. */
export function momentText(date: Date, now = new Date()): string {
  const days = daysBetween(date, now)
  if (days === 0) return timeText(date)
  if (days !== 1) return dateText(date, { dateStyle: 'medium', timeStyle: 'short' })
  const yesterday = new Intl.RelativeTimeFormat(t('locale'), { numeric: 'auto' }).format(-1, 'day')
  return `${yesterday}, ${timeText(date)}`
}

/** How many midnights of this device's clock lie between two times. */
function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (midnight(later) - midnight(earlier)) / 86_400_000
}

/** A day, such as `2026-01-31`. */
export const dayText = (day: string, dateStyle: 'full' | 'medium'): string =>
  dateText(new Date(`${day}T00:00Z`), { dateStyle, timeZone: 'UTC' })
