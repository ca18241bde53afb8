// Rule texts and guided lessons. The server marks and explains every row of a lesson.

import { queryString, request } from './http'
import type { LessonAnswer, LessonQuery, RulesAnswer } from './wire'

export const fetchRuleText = (edition: string, lang: string, signal?: AbortSignal) =>
  request<RulesAnswer>('GET', `/study/rules-page?${queryString({ edition, lang })}`, undefined, signal)

/** A lesson after the guesses made so far. */
export const fetchLesson = (query: LessonQuery, signal?: AbortSignal) =>
  request<LessonAnswer>('POST', '/study/lesson', query, signal)
