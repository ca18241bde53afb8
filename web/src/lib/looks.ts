// How each edition looks: data, from which the same few parts draw every board.

export type Piece = 'peg' | 'tile' | 'ring' | 'car' | 'counter'

export type Look = {
  /** What codes are made of. */
  piece: Piece
  /** How a row is marked: key pegs, sliders, or a card with a number. */
  keys: 'pegs' | 'sliders' | 'card'
  /** What covers the code. */
  cover: 'shield' | 'turning-shield' | 'bridge' | 'none'
  /** The material of the board: a class of style.css. */
  board: string
  /** Whether the first row is the lowest, as on a tall board. */
  upwards: boolean
  /** What a black key peg is called and looks like. */
  exact: 'black' | 'red'
}

const CLASSIC: Look = { piece: 'peg', keys: 'pegs', cover: 'shield', board: 'classic', upwards: true, exact: 'black' }

const LOOKS: Record<string, Look> = {
  classic: CLASSIC,
  'hasbro-2000': { ...CLASSIC, cover: 'turning-shield', board: 'blue', exact: 'red' },
  'parker-1974': { ...CLASSIC, piece: 'tile', board: 'two-sided', upwards: true },
  'challenge-2001': { ...CLASSIC, piece: 'ring', board: 'tower', upwards: true },
  'traffic-jam-2000': { ...CLASSIC, piece: 'car', keys: 'card', cover: 'bridge', board: 'road', upwards: false },
  'hasbro-2004': { ...CLASSIC, keys: 'sliders', board: 'family', exact: 'red' },
  'mastermind-44': { ...CLASSIC, piece: 'counter', cover: 'none', board: 'cross', upwards: false },
  house: { ...CLASSIC, board: 'plain' },
}

/** The look of an edition, by its id. */
export const lookOf = (edition: string): Look => LOOKS[edition.split('~')[0] ?? ''] ?? CLASSIC

/** A shape for each colour, so that nobody needs to see colours: each stands on the peg beside its letter. */
export const SHAPES = ['disc', 'ring', 'triangle', 'square', 'diamond', 'cross', 'star', 'crescent', 'drop', 'bar', 'hexagon', 'arrow'] as const
