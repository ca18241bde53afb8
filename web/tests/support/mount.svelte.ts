// Mounts a component with properties that can change, and makes tables, boards and rules for it.

import { flushSync, mount, unmount, type Component } from 'svelte'
import type { EditionRules } from '../../src/api/editions'
import type { Board, FinishedRound, Row, TableInfo, View } from '../../src/api/wire'

const shown: Record<string, unknown>[] = []

/** Empty the page and the storage. */
export function cleanUp(): void {
  for (const component of shown.splice(0)) void unmount(component)
  document.body.innerHTML = ''
  localStorage.clear()
}

export function show<Props extends Record<string, unknown>>(component: Component<Props, object, string>, given: Props) {
  const props = $state(given)
  const made = mount(component as Component<Record<string, unknown>>, { target: document.body, props })
  shown.push(made)
  flushSync()
  return props
}

export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

export function element(selector: string): HTMLElement {
  const elements = all(selector)
  if (elements.length !== 1) throw new Error(`${elements.length} of ${selector}`)
  return elements[0] as HTMLElement
}

/** The button with this accessible name. */
export function button(name: string): HTMLElement {
  const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? plain(element)
  const elements = all('button').filter((each) => nameOf(each) === name)
  if (elements.length !== 1) throw new Error(`${elements.length} of ${name}: ${all('button').map(nameOf).join(', ')}`)
  return elements[0] as HTMLElement
}

export const plain = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

export function click(element: HTMLElement): void {
  element.click()
  flushSync()
}

export function press(key: string, at: EventTarget = document.body): void {
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  flushSync()
}

const COLOURS = [
  ['R', 'red'],
  ['B', 'blue'],
  ['Y', 'yellow'],
  ['G', 'green'],
  ['W', 'white'],
  ['K', 'black'],
] as const

export const palette = COLOURS.map(([letter, name]) => ({ letter, name }))

export const rules = (changes: Partial<EditionRules> = {}): EditionRules => ({
  id: 'classic',
  edition: 'classic',
  options: {},
  seats: 2,
  holes: 4,
  holes_by_seat: [4, 4],
  colours: palette.length,
  palette,
  blanks: false,
  repeats: true,
  guess_repeats: true,
  codes: palette.length ** 4,
  rows: 10,
  makers: 'one',
  parts: 0,
  turns: 'in-turn',
  marking: 'key-pegs',
  by_hand: false,
  scoring: 'rows',
  lowest_wins: false,
  practice: false,
  rounds: 2,
  ends: 'all-rounds',
  void: 'counts',
  wrong_mark: 0,
  ...changes,
})

export const table = (...names: string[]): TableInfo => ({
  id: 't',
  edition: 'classic',
  host: 'Ann',
  host_guest: null,
  public: false,
  hints: true,
  turn_limit: 0,
  proposed_turn_limit: null,
  players_to_agree: [],
  players: names.length,
  seats: names.map((name, at) => ({ name, guest: null, player: at + 1, bot: null, invited: false })),
  begun_at: 1,
  over: false,
  rematch: null,
  rematch_by: null,
  day: null,
  late: false,
})

export const row = (guess: string, blacks: number, whites: number, arrival = 1, seat = 2): Row => ({
  seat,
  guess,
  arrival,
  marks: [{ blacks, whites, by: 1 }],
})

export const board = (rows: Row[] = [], changes: Partial<Board> = {}): Board => ({
  breakers: [2],
  makers: [1],
  rows,
  broken: false,
  holes: 4,
  placed: [],
  ...changes,
})

export const view = (changes: Partial<View> = {}): View => ({
  phase: 'guesses',
  ready: [],
  out: [],
  left: [],
  passed: [],
  claims: [],
  caller: null,
  answers: [],
  revealed: null,
  waiting: [2],
  lines: [],
  scores: [0, 0],
  outcome: null,
  round: 1,
  attempt: 1,
  maker: 1,
  first: 2,
  boards: [board()],
  code: null,
  hidden_guess: null,
  legal: [],
  contradicted: false,
  edition: 'classic',
  seat: 2,
  finished: [],
  ...changes,
})

export const finished = (changes: Partial<FinishedRound> = {}): FinishedRound => ({
  round: 1,
  attempt: 1,
  maker: 1,
  codes: ['GWKR', null],
  boards: [{ breakers: [2], makers: [1], rows: [row('RBYG', 0, 2), row('GWKR', 4, 0, 2)], broken: true }],
  answers: [],
  outcome: { reason: 'broken', winners: [2] },
  lines: [{ seat: 1, points: 2, reason: 'rows', row: null }],
  wrong: [],
  replayed: false,
  ...changes,
})
