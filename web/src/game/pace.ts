// The pace at which a table is shown. Moves arrive as fast as the server sends them; those of computer players are
// shown one by one, like a person's. Nothing else in the pages waits. The styles have these durations from here too.

import type { ActionEvent, EventFrame } from '../api/wire'

export type Pace = 'calm' | 'quick' | 'instant'

const FACTORS: Record<Pace, number> = { calm: 1, quick: 0.4, instant: 0 }

/** How long a computer player thinks at least; and by how much that differs from move to move. */
const THINK_MS = 600
const THINK_SPREAD_MS = 300
const THINK_STEP_MS = 110
const PEG_MS = 90
const KEY_PEG_MS = 120
/** How long the last row lies on the table before the shield turns. */
const SHIELD_MS = 700
/** After a reconnection, what arrives within this time has been missed, and is shown at once. */
const CATCH_UP_MS = 500
/** A page that is this many moves behind shows them all at once. */
const MOST_WAITING = 60

export type PaceTarget = {
  /** Show a frame whole. */
  show: (frame: EventFrame) => void
  /** Show only the rows and marks of a frame that ends a round. */
  showRows: (frame: EventFrame) => void
  isBot: (seat: number) => boolean
  pace: () => Pace
}

const isAction = (frame: EventFrame): frame is ActionEvent => 'seat' in frame

/** How long after each other the pegs of a row appear. */
export const pegStepMs = (pace: Pace): number => PEG_MS * FACTORS[pace]

/** Give the styles how long after each other the pegs of a row appear, and how long each of its key pegs takes. */
export function applyPace(pace: Pace): void {
  const { style } = document.documentElement
  style.setProperty('--paced-peg-step', `${pegStepMs(pace)}ms`)
  style.setProperty('--paced-key', `${KEY_PEG_MS * FACTORS[pace]}ms`)
}

/** How long the pegs and key pegs of a frame take to appear. */
function drawingMs(frame: ActionEvent): number {
  let duration = 0
  for (const event of frame.events) {
    if (event.event === 'row-opened' || (event.event === 'guess-placed' && event.guess !== null)) {
      duration += PEG_MS * (event.guess?.length ?? 0)
    }
    if (event.event === 'mark-given') {
      duration += KEY_PEG_MS * ('blacks' in event.mark ? event.mark.blacks + event.mark.whites : 1)
    }
  }
  return duration
}

/** Holds the frames that have arrived and are not shown yet. */
export class PacedFrames {
  #waiting: EventFrame[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the row that was shown last is complete. */
  #drawnAt = 0
  #caughtUpAt = 0

  constructor(readonly target: PaceTarget) {
    document.addEventListener('visibilitychange', this.#onVisibility)
  }

  // Timers hardly run in a hidden page.
  #onVisibility = () => document.hidden && this.showAll()

  receive(frame: EventFrame): void {
    const factor = FACTORS[this.target.pace()]
    const behind = this.#waiting.length >= MOST_WAITING || performance.now() < this.#caughtUpAt
    if (factor === 0 || document.hidden || behind) {
      this.showAll()
      this.target.show(frame)
      return
    }
    // The player's own action is shown at once, after all that it followed.
    if (isAction(frame) && frame.key) this.showAll()
    this.#waiting.push(frame)
    if (this.#waiting.length === 1) this.#next(factor)
  }

  /** Show everything that has arrived. */
  showAll(): void {
    clearTimeout(this.#timer)
    const frames = this.#waiting
    this.#waiting = []
    this.#drawnAt = 0
    for (const frame of frames) this.target.show(frame)
  }

  /** The connection is back: what was missed is not played again move by move. */
  catchUp(): void {
    this.#caughtUpAt = performance.now() + CATCH_UP_MS
  }

  /** Forget what has not been shown. */
  close(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
    document.removeEventListener('visibilitychange', this.#onVisibility)
  }

  /** Show the first frame when its time has come. */
  #next(factor: number): void {
    const frame = this.#waiting[0]
    if (!frame) return
    if (!isAction(frame) || !this.target.isBot(frame.seat)) return this.#present(frame, factor)
    const think = THINK_MS + ((frame.number * THINK_STEP_MS) % THINK_SPREAD_MS)
    const drawing = Math.max(this.#drawnAt - performance.now(), 0)
    this.#timer = setTimeout(() => this.#present(frame, factor), drawing + think * factor)
  }

  #present(frame: EventFrame, factor: number): void {
    const drawing = isAction(frame) ? drawingMs(frame) * factor : 0
    this.#drawnAt = performance.now() + drawing
    if (isAction(frame) && frame.events.some((event) => event.event === 'round-ended')) {
      this.target.showRows(frame)
      this.#timer = setTimeout(() => this.#finish(frame, factor), drawing + SHIELD_MS * factor)
    } else this.#finish(frame, factor)
  }

  #finish(frame: EventFrame, factor: number): void {
    this.#waiting.shift()
    this.target.show(frame)
    this.#next(factor)
  }
}
