// The line to a table: a socket that comes back by itself and goes on from the last number it has heard.

import { Refusal, refusal } from '../api/http'
import { advance, known, type Known } from './fold'
import { settings } from '../browser/settings.svelte'
import type { ServerFrame } from '../api/wire'

const FIRST_WAIT = 250
const LONGEST_WAIT = 10_000

type Waiting = { action: string; done: () => void; failed: (error: Refusal) => void }

/** Follows a table as one seat, or as one who looks on, and acts for that seat. */
export class Line {
  /** What is known of the table; nothing until the first frame has come. */
  known = $state.raw<Known | null>(null)
  /** How the connection is: being made, there, or lost and being made again. */
  state = $state<'new' | 'open' | 'lost'>('new')
  /** Why there will be no connection, if there will be none. */
  refused = $state.raw<Refusal | null>(null)

  #socket: WebSocket | null = null
  #waiting = new Map<string, Waiting>()
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly table: string,
    readonly seat: number | null,
    readonly watch = '',
  ) {
    addEventListener('offline', this.#drop)
    addEventListener('online', this.#again)
    this.#connect()
  }

  // A device that knows that it has no network need not wait until a socket notices.
  #drop = () => this.#socket?.close()
  #again = () => {
    if (this.#socket?.readyState === WebSocket.OPEN) return
    clearTimeout(this.#timer)
    this.#wait = FIRST_WAIT
    this.#connect()
  }

  /** Do something at the table. It is kept until it is known to be done, and sent again after a lost connection. */
  act(action: string): Promise<void> {
    const key = crypto.randomUUID()
    return new Promise((done, failed) => {
      this.#waiting.set(key, { action, done, failed })
      this.#send(key, action)
    })
  }

  /** Follow it no longer, and forget what was seen. */
  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#drop)
    removeEventListener('online', this.#again)
    clearTimeout(this.#timer)
    this.#socket?.close()
    this.known = null
  }

  #send(key: string, action: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: 'act', key, action }))
    }
  }

  #connect(): void {
    const asked = new URLSearchParams({ lang: settings.lang })
    if (this.seat !== null) asked.set('seat', String(this.seat))
    if (this.watch) asked.set('watch', this.watch)
    if (this.known) asked.set('after', String(this.known.number))
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket?${asked}`)
    this.#socket = socket
    let opened = false
    socket.onopen = () => {
      opened = true
      this.state = 'open'
      this.#wait = FIRST_WAIT
      for (const [key, { action }] of this.#waiting) this.#send(key, action)
    }
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data) as ServerFrame)
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return
      this.state = this.known ? 'lost' : 'new'
      if (!opened) void this.#whyNot()
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2))
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
    }
  }

  /** A socket that is denied does not say why. The same asked by HTTP does. */
  async #whyNot(): Promise<void> {
    const asked = new URLSearchParams(this.seat !== null ? { seat: String(this.seat) } : { watch: this.watch })
    const answer = await fetch(`/api/tables/${this.table}?${asked}`, {
      headers: { 'accept-language': settings.lang },
    }).catch(() => null)
    if (answer === null || answer.ok || answer.status >= 500 || answer.status === 429) return
    const told = await answer.json().catch(() => null)
    if (told?.code && !this.#closed) {
      this.close()
      this.refused = refusal(told)
    }
  }

  #hear(frame: ServerFrame): void {
    switch (frame.type) {
      case 'snapshot':
        this.known = known(frame)
        break
      case 'event':
        if (this.known) this.known = advance(this.known, frame)
        if ('key' in frame && frame.key) this.#settle(frame.key)
        break
      case 'done':
        this.#settle(frame.key)
        break
      case 'refused':
        if (frame.key) this.#settle(frame.key, refusal(frame.problem))
    }
  }

  #settle(key: string, error?: Refusal): void {
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    if (error) waiting?.failed(error)
    else waiting?.done()
  }
}
