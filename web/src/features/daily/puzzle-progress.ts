// How far the player has come with each puzzle of the day. It is stored on this device.

import { read, write } from '../../browser/storage'
import type { PuzzleProgress } from '../puzzle/progress'
import { DAYS_STORED } from '../../game/daily-codes'

const NONE: PuzzleProgress = { hints: 0, tries: 0, done: '' }
const PUZZLES_PER_DAY = 8

const puzzleKey = (day: string, edition: string) => `${day} ${edition}`
const loadAll = () => read<Record<string, PuzzleProgress>>('puzzles', {})

export const loadProgress = (day: string, edition: string): PuzzleProgress => loadAll()[puzzleKey(day, edition)] ?? NONE

export function storeProgress(day: string, edition: string, progress: PuzzleProgress): void {
  const all = Object.entries({ ...loadAll(), [puzzleKey(day, edition)]: progress })
  write('puzzles', Object.fromEntries(all.sort().slice(-PUZZLES_PER_DAY * DAYS_STORED)))
}
