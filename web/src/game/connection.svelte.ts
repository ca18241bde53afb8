// The socket to a table. It reconnects by itself and resumes after the last frame it received.

import { errorFromProblem, problemIn, queryString, type ApiError } from '../api/http'
import type { ServerFrame } from '../api/wire'
import { currentPace, settings } from '../browser/settings.svelte'
import { applyEvent, applyRows, fromSnapshot, type TableState } from './fold'
import { PacedFrames } from './pace'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
const TOO_MANY_REQUESTS = 429

type PendingAction = { action: string; done: () => void; failed: (error: ApiError) => void }

/** Follows a table as one seat or as a spectator, and acts for that seat. */
export class TableConnection {
  /** The table so far; null until the first frame. */
  table = $state.raw<TableState | null>(null)
  status = $state<'connecting' | 'open' | 'lost'>('connecting')
  /** Why the server refuses the connection for good. */
  refused = $state.raw<ApiError | null>(null)
  /** The limit for which the server refuses the connection now; it is tried again. */
  limit = $state.raw<ApiError | null>(null)

  /** The state after all frames that have been shown whole; `table` may already have the rows of the next one. */
  #whole: TableState | null = null
  #frames = new PacedFrames({
    show: (frame) => {
      if (this.#whole) this.table = this.#whole = applyEvent(this.#whole, frame)
    },
    showRows: (frame) => {
      if (this.#whole) this.table = applyRows(this.#whole, frame)
    },
    isBot: (seat) => Boolean(this.#whole?.table.seats[seat - 1]?.bot),
    pace: currentPace,
  })

  #socket: WebSocket | null = null
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no component reads it
  #pending = new Map<string, PendingAction>()
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly id: string,
    readonly seat: number | null,
    /** The key of a spectator's link. */
    readonly watchKey = '',
  ) {
    addEventListener('offline', this.#drop)
    addEventListener('online', this.#reconnectNow)
    this.#connect()
  }

  // The browser knows at once that the network is gone; the socket would notice much later.
  #drop = () => this.#socket?.close()
  #reconnectNow = () => {
    if (this.#socket?.readyState === WebSocket.OPEN) return
    clearTimeout(this.#timer)
    this.#wait = FIRST_WAIT_MS
    this.#connect()
  }

  /** Act at the table. The action is kept until it is acknowledged, and sent again after a reconnection. */
  submitAction(action: string): Promise<void> {
    const key = crypto.randomUUID()
    return new Promise((done, failed) => {
      this.#pending.set(key, { action, done, failed })
      this.#send(key, action)
    })
  }

  /** Disconnect, and forget what was seen. */
  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#drop)
    removeEventListener('online', this.#reconnectNow)
    clearTimeout(this.#timer)
    this.#frames.close()
    this.#socket?.close()
    this.table = this.#whole = null
  }

  #send(key: string, action: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: 'action', key, action }))
    }
  }

  #connect(): void {
    this.#frames.showAll()
    const query = queryString({
      lang: settings.lang,
      seat: this.seat ?? undefined,
      watch: this.watchKey || undefined,
      after: this.table?.number,
    })
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`)
    this.#socket = socket
    let opened = false
    // Another socket may take its place before it opens; both would send the same frames.
    const isReplaced = () => this.#socket !== socket
    socket.onopen = () => {
      if (isReplaced()) return socket.close()
      opened = true
      if (this.table) this.#frames.catchUp()
      this.status = 'open'
      this.limit = null
      this.#wait = FIRST_WAIT_MS
      for (const [key, { action }] of this.#pending) this.#send(key, action)
    }
    socket.onmessage = (message: MessageEvent<string>) => {
      if (!isReplaced()) this.#receive(JSON.parse(message.data) as ServerFrame)
    }
    socket.onclose = () => {
      if (this.#closed || isReplaced()) return
      this.status = this.table ? 'lost' : 'connecting'
      if (!opened) void this.#findRefusal()
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2))
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS)
    }
  }

  /** A refused socket gives no reason; the same request by HTTP does. */
  async #findRefusal(): Promise<void> {
    const query = queryString(this.seat !== null ? { seat: this.seat } : { watch: this.watchKey })
    const headers = { 'accept-language': settings.lang }
    const response = await fetch(`/api/tables/${this.id}/socket?${query}`, { headers }).catch(() => null)
    if (response === null || response.ok || response.status >= 500) return
    const problem = await problemIn(response)
    if (!problem || this.#closed || this.status === 'open') return
    if (response.status === TOO_MANY_REQUESTS) {
      this.limit = errorFromProblem(problem)
    } else {
      this.close()
      this.refused = errorFromProblem(problem)
    }
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'snapshot':
        this.#frames.showAll()
        this.table = this.#whole = fromSnapshot(frame)
        break
      case 'event':
        this.#frames.receive(frame)
        if ('key' in frame && frame.key) this.#settle(frame.key)
        break
      case 'done':
        this.#settle(frame.key)
        break
      case 'refused':
        if (frame.key) this.#settle(frame.key, errorFromProblem(frame.problem))
    }
  }

  #settle(key: string, error?: ApiError): void {
    const pending = this.#pending.get(key)
    this.#pending.delete(key)
    if (error) pending?.failed(error)
    else pending?.done()
  }
}
