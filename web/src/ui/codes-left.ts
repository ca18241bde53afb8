// How many codes are left, in words; with the error of an estimate.

import type { FullAdvice } from '../api/wire'
import { number, s } from '../i18n/study-words'

/** Only the first two figures of an estimate mean something. */
const MEANT_FIGURES = 2

const rounded = (value: number): string => number(Number(value.toPrecision(MEANT_FIGURES)))

/** How many codes advice leaves. */
export function codesLeftText(advice: Pick<FullAdvice, 'codes_left' | 'codes_left_error'>): string {
  if (!advice.codes_left_error) return s('page-codes-left', { count: advice.codes_left })
  return s('page-codes-left-estimate', { n: rounded(advice.codes_left), error: rounded(advice.codes_left_error) })
}
