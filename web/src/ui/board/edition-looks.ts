// How each edition looks, as data: the same few components draw every board from it.

import type { EditionRules } from '../../api/editions'
import { editionId } from '../../game/edition-options'
import type { ExactColour } from '../../i18n/match-text'

export type Piece = 'peg' | 'tile' | 'ring' | 'car'

/** How a board shows a mark: key pegs or tiles, two sliders, a number card, or a key peg from each other player. */
export type MarkStyle = 'pegs' | 'tiles' | 'sliders' | 'card' | 'parts'

export type Look = {
  /** What codes are made of. */
  piece: Piece
  marks: MarkStyle
  /** What covers the secret. */
  cover: 'shield' | 'turning-shield' | 'bridge' | 'none'
  /** The material of the board: a class in styles/boards.css. */
  material: string
  /** Whether the first row is the lowest. */
  upwards: boolean
  /** The colour of the key peg for the right colour in the right hole. */
  exact: ExactColour
  /** How several boards stand: head to tail in one body, side by side as towers, or as a cross. */
  arrangement: 'facing' | 'towers' | 'cross'
  /** Whether holes have numbers, and the board has a row for the answer. */
  numbered: boolean
  /** What keeps the score beside the board: a track with pegs, or a sheet of paper. */
  beside: 'track' | 'sheet' | null
  thumbnail: Thumbnail
}

/** A board in a thumbnail: its place, how many rows and holes it has, and at which end its cover is. */
export type ThumbnailBoard = {
  x: number
  y: number
  w: number
  h: number
  rows: number
  holes: number
  cover?: 'top' | 'bottom'
  marks?: boolean
}

export type Thumbnail = { boards: ThumbnailBoard[]; body?: Omit<ThumbnailBoard, 'rows' | 'holes'> }

const TALL: Thumbnail = { boards: [{ x: 37, y: 2, w: 46, h: 96, rows: 8, holes: 4, cover: 'top' }] }

const CLASSIC: Look = {
  piece: 'peg',
  marks: 'pegs',
  cover: 'shield',
  material: 'classic',
  upwards: true,
  exact: 'black',
  arrangement: 'towers',
  numbered: false,
  beside: null,
  thumbnail: TALL,
}

const BLUE: Look = {
  ...CLASSIC,
  cover: 'turning-shield',
  material: 'blue',
  exact: 'red',
  beside: 'track',
  thumbnail: { boards: [{ x: 27, y: 2, w: 50, h: 96, rows: 8, holes: 4, cover: 'top' }] },
}

const LOOKS: Record<string, Look> = {
  classic: CLASSIC,
  'hasbro-2000': BLUE,
  'hasbro-2000-advanced': { ...BLUE, material: 'blue night' },
  'parker-1974': {
    ...CLASSIC,
    piece: 'tile',
    marks: 'tiles',
    material: 'two-sided',
    arrangement: 'facing',
    thumbnail: {
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
    material: 'tower',
    exact: 'red',
    thumbnail: {
      boards: [
        { x: 8, y: 2, w: 48, h: 96, rows: 9, holes: 5, cover: 'top' },
        { x: 64, y: 2, w: 48, h: 96, rows: 9, holes: 5, cover: 'top' },
      ],
    },
  },
  'traffic-jam-2000': {
    ...CLASSIC,
    piece: 'car',
    marks: 'card',
    cover: 'bridge',
    material: 'road',
    upwards: false,
    thumbnail: { boards: [{ x: 16, y: 2, w: 88, h: 96, rows: 6, holes: 4, cover: 'top' }] },
  },
  'hasbro-2004': {
    ...CLASSIC,
    marks: 'sliders',
    material: 'family',
    exact: 'red',
    beside: 'sheet',
    thumbnail: { boards: [{ x: 8, y: 2, w: 58, h: 96, rows: 8, holes: 4, cover: 'top' }] },
  },
  'mastermind-44': {
    ...CLASSIC,
    marks: 'parts',
    cover: 'none',
    material: 'cross',
    upwards: false,
    arrangement: 'cross',
    numbered: true,
    thumbnail: {
      boards: [
        { x: 41, y: 2, w: 38, h: 36, rows: 4, holes: 5, marks: false },
        { x: 41, y: 62, w: 38, h: 36, rows: 4, holes: 5, marks: false },
        { x: 2, y: 32, w: 38, h: 36, rows: 4, holes: 5, marks: false },
        { x: 80, y: 32, w: 38, h: 36, rows: 4, holes: 5, marks: false },
      ],
    },
  },
  house: {
    ...CLASSIC,
    material: 'plain',
    thumbnail: { boards: [{ x: 22, y: 14, w: 76, h: 72, rows: 5, holes: 5, cover: 'top' }] },
  },
}

/** The look of an edition, with or without options; an unknown one looks classic. */
export const lookOf = (edition: string): Look => LOOKS[editionId(edition)] ?? CLASSIC

const STYLE_OF_MARKING: Record<string, MarkStyle> = { colours: 'card', sum: 'card', parts: 'parts' }

/** The mark style of a table: an option may replace the key pegs of the edition. */
export const markStyleOf = (look: Look, rules: EditionRules): MarkStyle => STYLE_OF_MARKING[rules.marking] ?? look.marks

/** The width of a piece, relative to its height. */
export const aspectOf = (piece: Piece): number => (piece === 'car' ? 1.3 : 1)

/** The width of a row's marks, relative to the height of a piece. */
export const markWidth = (style: MarkStyle, holes: number, makers: number): number =>
  ({
    pegs: Math.ceil(holes / 2) * 0.4 + 0.15,
    tiles: Math.ceil(holes / 2) * 0.4 + 0.15,
    sliders: 2,
    card: 0.95,
    parts: makers * 0.5,
  })[style]
