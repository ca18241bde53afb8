/** How far the player has come with a puzzle. */
export type PuzzleProgress = { hints: number; tries: number; done: '' | 'found' | 'given-up' }
