// Dates as they are written in the language of the settings.

import { t } from './translate'

/** A date, with or without its time. */
export const dateText = (date: Date, style: Intl.DateTimeFormatOptions): string =>
  date.toLocaleString(t('locale'), style)

/** The time of day at which something happens, on this device's clock. */
export const timeText = (date: Date): string => dateText(date, { timeStyle: 'short' })

/** A day, such as `2026-01-31`. */
export const dayText = (day: string, dateStyle: 'full' | 'medium'): string =>
  dateText(new Date(`${day}T00:00Z`), { dateStyle, timeZone: 'UTC' })
