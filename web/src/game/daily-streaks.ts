// How many days in a row a code of the day was found on this device, each on its own day.

import { dayBefore } from './daily-codes'
import { loadResults } from './round-results'

/** Days in a row on which a code was found: up to today, or to yesterday while today's is open; and the longest streak. */
export function streaks(today: string, results = loadResults()): { now: number; most: number } {
  const inTime = results.filter((result) => result.found && !result.late)
  const cracked = new Set(inTime.flatMap((result) => (result.day ? [result.day] : [])))
  const lengthUntil = (last: string): number => {
    let days = 0
    while (cracked.has(dayBefore(last, days))) days += 1
    return days
  }
  return {
    now: lengthUntil(cracked.has(today) ? today : dayBefore(today)),
    most: Math.max(0, ...[...cracked].map(lengthUntil)),
  }
}
