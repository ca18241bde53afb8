// A short wooden click, synthesised so that nothing has to be loaded. It is silent unless sound is on.

import { settings } from './settings.svelte'

let context: AudioContext | undefined

/** The sound of a peg going into a hole. */
export function playClick(): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  const now = context.currentTime
  const tone = context.createOscillator()
  const loudness = context.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(900, now)
  tone.frequency.exponentialRampToValueAtTime(220, now + 0.03)
  loudness.gain.setValueAtTime(0.25, now)
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.06)
  tone.connect(loudness).connect(context.destination)
  tone.start(now)
  tone.stop(now + 0.07)
}
