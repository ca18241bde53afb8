// Sounds, where they are switched on. What makes them is loaded then, and never otherwise.

import { settings } from './settings.svelte'

type Synthesis = typeof import('./synthesis')

let synthesis: Promise<Synthesis> | undefined

function play(sound: (module: Synthesis) => void): void {
  if (!settings.sound || document.hidden) return
  synthesis ??= import('./synthesis')
  synthesis.then(
    (module) => settings.sound && sound(module),
    () => (synthesis = undefined),
  )
}

/** Pegs that go into their holes one after the other; all at once they are one click. */
export const playClicks = (pegs = 1, stepMs = 0): void => play(({ clicks }) => clicks(stepMs ? pegs : 1, stepMs / 1000))

/** The end of a round: a full chord for a win, a plain one otherwise. */
export const playChord = (won: boolean): void => play(({ chord }) => chord(won))
