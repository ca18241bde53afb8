// The sounds themselves, put together from oscillators and noise.

const context = new AudioContext()

const CLICK_SECONDS = 0.06
/** C5, E5, G5 and C6. */
const FULL_CHORD = [523.25, 659.26, 783.99, 1046.5]
/** C5 and G5. */
const PLAIN_CHORD = [523.25, 783.99]
const CHORD_STEP_SECONDS = 0.07
const CHORD_SECONDS = 1.1

// The grain of the wood: the same short noise each time.
const noise = context.createBuffer(1, Math.ceil(context.sampleRate * CLICK_SECONDS), context.sampleRate)
noise.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.random() * 2 - 1))

/** A gain that is loud at once and fades away. */
function fading(loudness: number, at: number, seconds: number, attack = 0.002): GainNode {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loudness, at + attack)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  gain.connect(context.destination)
  return gain
}

function tone(type: OscillatorType, at: number, seconds: number, frequency: number, into: AudioNode): OscillatorNode {
  const oscillator = context.createOscillator()
  oscillator.type = type
  oscillator.frequency.setValueAtTime(frequency, at)
  oscillator.connect(into)
  oscillator.start(at)
  oscillator.stop(at + seconds)
  return oscillator
}

/** A peg drops into its hole: a knock of wood on wood. */
function click(at: number): void {
  const knock = tone('sine', at, CLICK_SECONDS, 620, fading(0.22, at, CLICK_SECONDS))
  knock.frequency.exponentialRampToValueAtTime(240, at + CLICK_SECONDS)
  const grain = context.createBufferSource()
  grain.buffer = noise
  const band = context.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = 1800
  grain.connect(band).connect(fading(0.16, at, CLICK_SECONDS / 2))
  grain.start(at)
}

/** Browsers keep a page silent until its user has done something. */
function ready(): number {
  void context.resume()
  return context.currentTime
}

export function clicks(count: number, stepSeconds: number): void {
  const now = ready()
  for (let peg = 0; peg < count; peg++) click(now + peg * stepSeconds)
}

export function chord(full: boolean): void {
  const now = ready()
  for (const [voice, frequency] of (full ? FULL_CHORD : PLAIN_CHORD).entries()) {
    const at = now + voice * CHORD_STEP_SECONDS
    tone('triangle', at, CHORD_SECONDS, frequency, fading(0.09, at, CHORD_SECONDS, 0.015))
  }
}
