// The shape on the pegs of each colour, by its letter: the same in every edition, so that a colour can be told without
// being seen. Solid, so that it can be recognized from afar. Drawn about 0,0, 12 wide.

export const SHAPES: Record<string, string> = {
  R: 'M0-5.4a5.4 5.4 0 1 0 .01 0z', // disc
  B: 'M-5-5H5V5H-5z', // square
  Y: 'M0-6L6.2 5H-6.2z', // triangle
  G: 'M0-6.6L6.6 0 0 6.6-6.6 0z', // diamond
  O: 'M-2-6H2v4h4V2H2v4h-4V2h-4v-4h4z', // cross
  V: 'M0-6.6L1.8-2.2 6.5-1.9 2.9 1.1 4 5.7 0 3.2-4 5.7-2.9 1.1-6.5-1.9-1.8-2.2z', // star
  P: 'M2.6-6A6.2 6.2 0 1 0 2.6 6 6.6 6.6 0 0 1 2.6-6z', // crescent
  W: 'M0-6.8Q5 0 5 2.4A5 4.4 0 0 1-5 2.4Q-5 0 0-6.8z', // drop
  K: 'M0-6a6 6 0 1 0 .01 0zM0-2.6a2.6 2.6 0 1 1-.01 0z', // ring
  S: 'M-6.2-2.2H6.2V2.2H-6.2z', // bar
  N: 'M-3.2-5.6H3.2L6.4 0 3.2 5.6H-3.2L-6.4 0z', // hexagon
  T: 'M0-6.4L6 0H2.4V6.2h-4.8V0H-6z', // arrow
  L: 'M-6-3.4L-3.4-6 0-2.6 3.4-6 6-3.4 2.6 0 6 3.4 3.4 6 0 2.6-3.4 6-6 3.4-2.6 0z', // saltire
  M: 'M-6.4 3A6.4 6.4 0 0 1 6.4 3z', // half disc
  D: 'M-6-5H6v3.2H-6zM-6 1.8H6V5H-6z', // two bars
  E: 'M0 6L-6-.6A3.4 3.4 0 0 1 0-3.6 3.4 3.4 0 0 1 6-.6z', // heart
  I: 'M-6 5.4V-5.4L0 0 6-5.4V5.4L0 0z', // bow
  J: 'M-5-6H5L0 0 5 6H-5L0 0z', // hourglass
  U: 'M-6-6H-1.8V1.8H6V6H-6z', // corner
  A: 'M-3.4-5.6A2.6 2.6 0 1 0-3.39-5.6zM3.4 .4A2.6 2.6 0 1 0 3.41 .4z', // two discs
}
