// How long it takes until the solver is compiled, in plain words.

import { s } from '../i18n/study-words'

/** Up to how many seconds each sentence stands for. */
const FEW_SECONDS = 12
const HALF_A_MINUTE = 45
const ONE_MINUTE = 90

/** When exact answers will be ready. */
export function waitingText(seconds: number): string {
  if (seconds <= FEW_SECONDS) return s('exact-in-seconds')
  if (seconds <= HALF_A_MINUTE) return s('exact-in-half-a-minute')
  if (seconds <= ONE_MINUTE) return s('exact-in-a-minute')
  return s('exact-in-minutes', { n: Math.round(seconds / 60) })
}
