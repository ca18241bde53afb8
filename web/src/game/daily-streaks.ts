// How many days in a row a code of the day was found on this device.

import { loadResults } from './round-results'

const DAY_MS = 86_400_000

/** Days in a row on which a code was found: up to today, or to yesterday while today's is open; and the longest streak. */
export function streaks(today: string): { now: number; most: number } {
  const cracked = new Set(loadResults().flatMap((result) => (result.day && result.found ? [result.day] : [])))
  const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
  const lengthUntil = (last: string): number => {
    let days = 0
    while (cracked.has(daysBefore(last, days))) days += 1
    return days
  }
  return {
    now: lengthUntil(cracked.has(today) ? today : daysBefore(today, 1)),
    most: Math.max(0, ...[...cracked].map(lengthUntil)),
  }
}
