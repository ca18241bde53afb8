// A board whose rows can be changed where they lie.

export type RowEditing = {
  /** The number of the row that is being changed; 0 if none is. */
  row: number
  /** What a button does, for screen readers and as a tooltip. */
  label: (part: 'pegs' | 'mark' | 'remove', row: number) => string
  /** Change the pegs of a row, beginning at this hole, counted from 0. */
  onpegs: (row: number, hole: number) => void
  onmark: (row: number) => void
  onremove: (row: number) => void
}
