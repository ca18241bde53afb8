// A request that may take a while: a component shows its progress, and the user may stop and repeat it. Only the latest
// request counts.

import { errorText } from '../i18n/translate'

/** An answer that arrives within this many milliseconds needs no progress bar. */
const NOTICEABLE_MS = 300

type Send<Answer> = (signal: AbortSignal) => Promise<Answer>

export class PendingRequest<Answer> {
  answer = $state.raw<Answer | null>(null)
  error = $state('')
  busy = $state(false)
  /** Whether it has taken long enough to show progress. */
  slow = $state(false)
  /** Whether the user stopped it. */
  stopped = $state(false)
  seconds = $state(0)
  #abort: AbortController | null = null
  #repeat: ((go: boolean) => void) | null = null
  /** Counts requests and cancellations, so that an older request can tell that it no longer matters. */
  #turn = 0

  /** Send a request and wait for its answer; null if it fails, or if another one replaces it. */
  async send(send: Send<Answer>): Promise<Answer | null> {
    this.cancel()
    const turn = this.#turn
    for (;;) {
      const answer = await this.#sendOnce(send)
      if (answer !== null || !this.stopped || turn !== this.#turn) return answer
      // Stopped by the user: wait until the user repeats it, or another request replaces it.
      if (!(await new Promise<boolean>((go) => (this.#repeat = go)))) return null
    }
  }

  async #sendOnce(send: Send<Answer>): Promise<Answer | null> {
    const abort = (this.#abort = new AbortController())
    this.busy = true
    this.slow = false
    this.seconds = 0
    this.error = ''
    const clock = setInterval(() => (this.seconds += 1), 1000)
    const noticeable = setTimeout(() => (this.slow = this.#abort === abort), NOTICEABLE_MS)
    try {
      const answer = await send(abort.signal)
      if (this.#abort !== abort) return null
      this.answer = answer
      return answer
    } catch (error) {
      if (this.#abort === abort && !abort.signal.aborted) this.error = errorText(error)
      return null
    } finally {
      clearInterval(clock)
      clearTimeout(noticeable)
      if (this.#abort === abort) this.busy = false
    }
  }

  /** Stop at the user's wish: the last answer stays, and `repeat` sends the request again. */
  stop(): void {
    this.#abandon()
    this.stopped = true
  }

  repeat(): void {
    this.#settleStop(true)
  }

  /** Abandon the request for good. */
  cancel(): void {
    this.#turn += 1
    this.#abandon()
    this.#settleStop(false)
  }

  #abandon(): void {
    this.#abort?.abort()
    this.#abort = null
    this.busy = false
  }

  #settleStop(go: boolean): void {
    const repeat = this.#repeat
    this.#repeat = null
    this.stopped = false
    repeat?.(go)
  }
}
