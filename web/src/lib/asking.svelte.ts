// A question that may take a while: it can be watched and given up, and only the last one that was asked counts.

import { reason } from './t'

export class Asking<Answer> {
  answer = $state.raw<Answer | null>(null)
  error = $state('')
  busy = $state(false)
  /** For how many seconds it has been thought about. */
  seconds = $state(0)
  #stop: AbortController | null = null

  async ask(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    this.cancel()
    const stop = (this.#stop = new AbortController())
    this.busy = true
    this.seconds = 0
    this.error = ''
    const clock = setInterval(() => (this.seconds += 1), 1000)
    try {
      const answer = await question(stop.signal)
      if (this.#stop === stop) this.answer = answer
      return answer
    } catch (why) {
      if (this.#stop === stop && !stop.signal.aborted) this.error = reason(why)
      return null
    } finally {
      clearInterval(clock)
      if (this.#stop === stop) this.busy = false
    }
  }

  /** Give it up: what was known before stays. */
  cancel(): void {
    this.#stop?.abort()
    this.#stop = null
    this.busy = false
  }
}
