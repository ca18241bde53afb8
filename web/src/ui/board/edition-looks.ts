// How each edition looks: data, from which the same few parts draw every board.

import type { Rules } from '../../api/http'

export type Piece = 'peg' | 'tile' | 'ring' | 'car'

/** How a row is marked: key pegs or tiles, two sliders, a card with a number, or a key peg from each other player. */
export type Keys = 'pegs' | 'tiles' | 'sliders' | 'card' | 'parts'

export type Look = {
  /** What codes are made of. */
  piece: Piece
  keys: Keys
  /** What covers the code. */
  cover: 'shield' | 'turning-shield' | 'bridge' | 'none'
  /** The material of the board: a class of boards.css. */
  board: string
  /** Whether the first row is the lowest, as on a tall board. */
  upwards: boolean
  /** What a black key peg is called and looks like. */
  exact: 'black' | 'red'
  /** How several boards stand: in one body head to tail, side by side as towers, or as a cross. */
  stand: 'facing' | 'towers' | 'cross'
  /** Whether holes have numbers, and a row is kept for the answer. */
  numbered: boolean
  /** What stands beside the board: a track on which pegs keep the score, or a sheet of paper. */
  beside: 'track' | 'sheet' | null
  thumb: Thumb
}

/** A board in a thumbnail: where it stands, how many rows and holes it has, and where its code is covered. */
export type Little = {
  x: number
  y: number
  w: number
  h: number
  rows: number
  holes: number
  cover?: 'top' | 'bottom'
  keys?: boolean
}

export type Thumb = { boards: Little[]; body?: Omit<Little, 'rows' | 'holes'> }

const TALL: Thumb = { boards: [{ x: 37, y: 2, w: 46, h: 96, rows: 8, holes: 4, cover: 'top' }] }

const CLASSIC: Look = {
  piece: 'peg',
  keys: 'pegs',
  cover: 'shield',
  board: 'classic',
  upwards: true,
  exact: 'black',
  stand: 'towers',
  numbered: false,
  beside: null,
  thumb: TALL,
}

const BLUE: Look = {
  ...CLASSIC,
  cover: 'turning-shield',
  board: 'blue',
  exact: 'red',
  beside: 'track',
  thumb: { boards: [{ x: 27, y: 2, w: 50, h: 96, rows: 8, holes: 4, cover: 'top' }] },
}

const LOOKS: Record<string, Look> = {
  classic: CLASSIC,
  'hasbro-2000': BLUE,
  'hasbro-2000-advanced': { ...BLUE, board: 'blue night' },
  'parker-1974': {
    ...CLASSIC,
    piece: 'tile',
    keys: 'tiles',
    board: 'two-sided',
    stand: 'facing',
    thumb: {
      body: { x: 20, y: 2, w: 80, h: 96 },
      boards: [
        { x: 22, y: 4, w: 38, h: 92, rows: 6, holes: 3, cover: 'top' },
        { x: 60, y: 4, w: 38, h: 92, rows: 6, holes: 3, cover: 'bottom' },
      ],
    },
  },
  'challenge-2001': {
    ...CLASSIC,
    piece: 'ring',
    board: 'tower',
    exact: 'red',
    thumb: {
      boards: [
        { x: 8, y: 2, w: 48, h: 96, rows: 9, holes: 5, cover: 'top' },
        { x: 64, y: 2, w: 48, h: 96, rows: 9, holes: 5, cover: 'top' },
      ],
    },
  },
  'traffic-jam-2000': {
    ...CLASSIC,
    piece: 'car',
    keys: 'card',
    cover: 'bridge',
    board: 'road',
    upwards: false,
    thumb: { boards: [{ x: 16, y: 2, w: 88, h: 96, rows: 6, holes: 4, cover: 'top' }] },
  },
  'hasbro-2004': {
    ...CLASSIC,
    keys: 'sliders',
    board: 'family',
    exact: 'red',
    beside: 'sheet',
    thumb: { boards: [{ x: 8, y: 2, w: 58, h: 96, rows: 8, holes: 4, cover: 'top' }] },
  },
  'mastermind-44': {
    ...CLASSIC,
    keys: 'parts',
    cover: 'none',
    board: 'cross',
    upwards: false,
    stand: 'cross',
    numbered: true,
    thumb: {
      boards: [
        { x: 41, y: 2, w: 38, h: 36, rows: 4, holes: 5, keys: false },
        { x: 41, y: 62, w: 38, h: 36, rows: 4, holes: 5, keys: false },
        { x: 2, y: 32, w: 38, h: 36, rows: 4, holes: 5, keys: false },
        { x: 80, y: 32, w: 38, h: 36, rows: 4, holes: 5, keys: false },
      ],
    },
  },
  house: {
    ...CLASSIC,
    board: 'plain',
    thumb: { boards: [{ x: 22, y: 14, w: 76, h: 72, rows: 5, holes: 5, cover: 'top' }] },
  },
}

/** The look of an edition, by its id. */
export const lookOf = (edition: string): Look => LOOKS[edition.split('~')[0] ?? ''] ?? CLASSIC

const KEYS: Record<string, Keys> = { colours: 'card', sum: 'card', parts: 'parts' }

/** How rows are marked at a table: a marking that is no key pegs needs another place on the board. */
export const keysOf = (look: Look, rules: Rules): Keys => KEYS[rules.marking] ?? look.keys

/** How wide a piece is by its height. */
export const aspectOf = (piece: Piece): number => (piece === 'car' ? 1.3 : 1)

/** How much room the marks of a row need, by the height of a piece. */
export const keysRoom = (keys: Keys, holes: number, makers: number): number =>
  ({
    pegs: Math.ceil(holes / 2) * 0.4 + 0.15,
    tiles: Math.ceil(holes / 2) * 0.4 + 0.15,
    sliders: 2,
    card: 0.95,
    parts: makers * 0.5,
  })[keys]
