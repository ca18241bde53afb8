// A question that may take a while: it can be watched, stopped and put again, and only the last one that was asked counts.

import { reason } from '../i18n/translate'

/** What is answered sooner than this many milliseconds needs no word about it. */
const SOON = 300

export class Asking<Answer> {
  answer = $state.raw<Answer | null>(null)
  error = $state('')
  busy = $state(false)
  /** Whether it takes so long that somebody should be told of it. */
  slow = $state(false)
  /** Whether somebody would not wait for it any longer. */
  stopped = $state(false)
  /** For how many seconds it has been thought about. */
  seconds = $state(0)
  #stop: AbortController | null = null
  #again: ((go: boolean) => void) | null = null
  /** How many questions were asked or given up: an older one has nothing to say any more. */
  #turn = 0

  /** The answer; nothing if there is none, or if something else was asked meanwhile. Who has stopped it may ask again. */
  async ask(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    this.cancel()
    const turn = this.#turn
    for (;;) {
      const answer = await this.#once(question)
      if (answer !== null || !this.stopped || turn !== this.#turn) return answer
      if (!(await new Promise<boolean>((go) => (this.#again = go)))) return null
    }
  }

  async #once(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    const stop = (this.#stop = new AbortController())
    this.busy = true
    this.slow = false
    this.seconds = 0
    this.error = ''
    const clock = setInterval(() => (this.seconds += 1), 1000)
    const soon = setTimeout(() => (this.slow = this.#stop === stop), SOON)
    try {
      const answer = await question(stop.signal)
      if (this.#stop !== stop) return null
      this.answer = answer
      return answer
    } catch (why) {
      if (this.#stop === stop && !stop.signal.aborted) this.error = reason(why)
      return null
    } finally {
      clearInterval(clock)
      clearTimeout(soon)
      if (this.#stop === stop) this.busy = false
    }
  }

  /** Wait no longer: what was known before stays, and it can be asked again. */
  stop(): void {
    this.#leave()
    this.stopped = true
  }

  again(): void {
    this.#resume(true)
  }

  /** Give it up for good. */
  cancel(): void {
    this.#turn += 1
    this.#leave()
    this.#resume(false)
  }

  #leave(): void {
    this.#stop?.abort()
    this.#stop = null
    this.busy = false
  }

  #resume(go: boolean): void {
    const again = this.#again
    this.#again = null
    this.stopped = false
    again?.(go)
  }
}
