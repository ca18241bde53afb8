/** The levels of the bots, the weakest first. */
export const LEVELS = ['beginner', 'casual', 'strong', 'perfect'] as const
