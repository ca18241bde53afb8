/** The levels of the bots, the weakest first. */
export const LEVELS = ['novice', 'casual', 'strong', 'perfect'] as const
