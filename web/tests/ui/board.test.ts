// A board with its rows and marks: what is seen, and what a screen reader reads.

import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import Board from '../../src/ui/board/Board.svelte'
import RowMarks from '../../src/ui/board/RowMarks.svelte'
import { all, board, button, click, element, plain, press, row, rules, show, table } from '../support/mount.svelte'

const people = table('Ann', 'Ben')
const played = [row('RBYG', 0, 2), row('RRBB', 1, 2, 2), row('WWWW', 0, 0, 3)]

test('it is a grid with a row for each row, named as a whole, the first one lowest', () => {
  show(Board, { board: board(played), rules: rules(), table: people })
  expect(element('[role=grid]').getAttribute('aria-label')).toBe('Board')
  const names = all('[role=row]').map((each) => each.getAttribute('aria-label'))
  expect(names).toHaveLength(10)
  expect(names.slice(-3)).toEqual([
    'Row 3: white, white, white, white; nothing',
    'Row 2: red, red, blue, blue; 1 black, 2 white',
    'Row 1: red, blue, yellow, green; 2 white',
  ])
  expect(names[0]).toBe('Row 10')
})

test('one row can be reached by tab, and arrows lead from there as they point', () => {
  show(Board, { board: board(played), rules: rules(), table: people })
  const stops = () => all('[role=row][tabindex="0"]').map((each) => each.dataset.row)
  expect(stops()).toEqual(['1'])
  const grid = element('[role=grid]')
  press('ArrowUp', grid)
  expect(stops()).toEqual(['2'])
  expect(document.activeElement?.id).toBe('row-2-2')
  press('ArrowUp', grid)
  press('ArrowUp', grid)
  expect(document.activeElement?.id).toBe('row-2-3')
  press('ArrowDown', grid)
  expect(document.activeElement?.id).toBe('row-2-2')
})

test('where the first row is the highest, arrows point the other way', () => {
  show(Board, { board: board(played), rules: rules({ id: 'traffic-jam-2000', marking: 'sum' }), table: people })
  expect(all('[role=row]')[0]?.dataset.row).toBe('1')
  press('ArrowDown', element('[role=grid]'))
  expect(document.activeElement?.id).toBe('row-2-2')
})

test('the draft row stands in the next row, and only there', () => {
  const props = show(Board, {
    board: board(played),
    rules: rules(),
    table: people,
    draft: ['G', null, null, 'K'] as (string | null)[],
  })
  expect(all('.row.now [data-colour]').map((each) => each.dataset.colour)).toEqual(['G', 'K'])
  expect(element('.row.now').dataset.row).toBe('4')
  props.draft = [null, null, null, null]
  flushSync()
  expect(all('.now .body')).toHaveLength(0)
})

test('a hidden code is nowhere on the page; an open one is seen and read out', () => {
  const props = show(Board, { board: board(), rules: rules(), table: people, code: null as (string | null)[] | null })
  expect(plain(element('.cover .visually-hidden'))).toBe('Secret code: hidden')
  expect(all('.cover .body')).toHaveLength(0)
  props.code = ['R', 'R', 'B', 'Y']
  flushSync()
  expect(element('.cover').classList.contains('open')).toBe(true)
  expect(all('.cover .body')).toHaveLength(4)
  expect(plain(element('.cover .visually-hidden'))).toBe('Secret code: red, red, blue, yellow')
  props.code = ['R', '.', null, null]
  flushSync()
  expect(plain(element('.cover .visually-hidden'))).toBe('Secret code: red, blank, empty, empty')
})

test('a code lights up when it has been cracked, not while its maker or a loser sees it, nor under its cover', () => {
  const code = ['R', 'R', 'B', 'Y']
  const cracked = board(played, { broken: true })
  const props = show(Board, { board: cracked, rules: rules(), table: people, code: code as typeof code | null })
  const isLit = () => element('.cover').classList.contains('lit')
  expect(isLit()).toBe(true)
  props.code = null
  flushSync()
  expect(isLit()).toBe(false)
  props.code = code
  props.board = board(played)
  flushSync()
  expect(isLit()).toBe(false)
})

test('a code that is open is read colour by colour', () => {
  show(Board, { board: board(), rules: rules(), table: people, code: ['R', '.', 'B', 'Y'] })
  expect(plain(element('.cover .visually-hidden'))).toBe('Secret code: red, blank, blue, yellow')
  expect(all('.cover .body')).toHaveLength(4)
})

test('an earlier row is copied by the button before it', () => {
  const copied = vi.fn<(guess: string) => void>()
  show(Board, { board: board(played), rules: rules(), table: people, oncopy: copied })
  expect(all('.copy')).toHaveLength(3)
  click(button('Copy row 2'))
  expect(copied).toHaveBeenCalledExactlyOnceWith('RRBB')
})

test('a row that is placed and still hidden is announced as such', () => {
  show(Board, { board: board(played, { placed: [2] }), rules: rules(), table: people })
  expect(element('.row.placed').getAttribute('aria-label')).toBe('Row 4: placed, still hidden')
})

const keys = () => all('i').map((each) => ['exact', 'near', 'none'].find((kind) => each.classList.contains(kind)))

test('key pegs: black ones before white ones, and empty places for the rest', () => {
  show(RowMarks, {
    marks: [{ blacks: 1, whites: 2, by: 1 }],
    markStyle: 'pegs',
    exact: 'black',
    holes: 4,
    makers: [1],
    table: people,
  })
  expect(keys()).toEqual(['exact', 'near', 'near', 'none'])
  expect(element('.keys').title).toBe('1 black, 2 white')
})

test('sliders stand at their numbers, and a card shows its own', () => {
  show(RowMarks, {
    marks: [{ blacks: 1, whites: 3, by: 1 }],
    markStyle: 'sliders',
    exact: 'red',
    holes: 4,
    makers: [1],
    table: people,
  })
  expect(all('.rail').map(plain)).toEqual(['1', '3'])
  show(RowMarks, {
    marks: [{ number: 6, by: 1 }],
    markStyle: 'card',
    exact: 'black',
    holes: 4,
    makers: [1],
    table: people,
  })
  expect(plain(element('.card-mark'))).toBe('6')
})

/** The letters on the faces of people. */
const letters = (place: string) => all(`${place} [data-letter]`).map((face) => face.dataset.letter)

test('each of several makers has a place for their key peg, with their face', () => {
  show(RowMarks, {
    marks: [{ blacks: 0, whites: 1, by: 3 }],
    markStyle: 'parts',
    exact: 'black',
    holes: 5,
    makers: [1, 3],
    table: table('Ann', 'Ben', 'Cleo'),
  })
  expect(keys()).toEqual(['none', 'near'])
  expect(letters('.giver')).toEqual(['A', 'C'])
  expect(letters('.owed')).toEqual(['A'])
  expect(element('.keys').title).toBe('Cleo: 1 white')
})

test('where several players share a board, each row has the face of its player, named', () => {
  const bots = table('Ann', 'Ben', 'Casey')
  bots.seats[2] = { name: 'Casey', player: 3, bot: 'casual', guest: null, invited: false }
  const rows = [row('RBYG', 0, 2, 1, 2), row('RRBB', 1, 2, 2, 3)]
  show(Board, { board: board(rows, { breakers: [2, 3] }), rules: rules({ seats: 3 }), table: bots })
  const faces = all('.row [role=img]')
  expect(faces.map((face) => face.getAttribute('aria-label'))).toEqual(['Casey', 'Ben'])
  expect(letters('.row')).toEqual(['B'])
  expect(all('.row [role=img] svg')).toHaveLength(1)
  expect(all('[role=row]').at(-1)?.getAttribute('aria-label')).toBe('Ben: Row 1: red, blue, yellow, green; 2 white')
})

test('a player’s own board has no faces beside its rows', () => {
  show(Board, { board: board(played), rules: rules(), table: people })
  expect(letters('.row')).toEqual([])
})

test('the rows of a board are changed where they lie: their pegs, their marks, and whether they are there', () => {
  const [onpegs, onmark, onremove] = [vi.fn(), vi.fn(), vi.fn()]
  const editing = { row: 0, label: (part: string, number: number) => `${part} ${number}`, onpegs, onmark, onremove }
  show(Board, { board: board(played), rules: rules(), table: people, editing })
  expect(all('.row[data-row="4"] button')).toHaveLength(0)
  click(button('pegs 2'))
  click(button('mark 3'))
  click(button('remove 1'))
  expect([onpegs, onmark, onremove].map(({ mock }) => mock.calls)).toEqual([[[2, 0]], [[3]], [[1]]])
})

test('a row that is being changed shows the pegs in the making, and keeps its mark', () => {
  const editing = { row: 2, label: () => '', onpegs: vi.fn(), onmark: vi.fn(), onremove: vi.fn() }
  const draft = ['G', null, null, 'K'] as (string | null)[]
  show(Board, { board: board(played), rules: rules(), table: people, draft, editing })
  expect(element('.row.now').dataset.row).toBe('2')
  expect(all('.row.now .pegs [data-colour]').map((each) => each.dataset.colour)).toEqual(['G', 'K'])
  expect(all('.row[data-row="4"] [data-colour]')).toHaveLength(0)
  expect(all('.row.now .keys .near, .row.now .keys .exact')).toHaveLength(3)
})
