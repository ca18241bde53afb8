// Making a row, and giving a mark by hand.

import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { changeSettings } from '../../src/browser/settings.svelte'
import { codeOf } from '../../src/game/code'
import { copyCode, emptyDraft, putPeg, type DraftRow } from '../../src/game/draft-row'
import { lookOf } from '../../src/ui/board/edition-looks'
import type { Space } from '../../src/api/wire'
import RowEditor from '../../src/ui/tray/RowEditor.svelte'
import MarkPicker from '../../src/ui/tray/MarkPicker.svelte'
import { all, button, click, element, plain, press, rules, show } from '../support/mount.svelte'

afterEach(() => changeSettings({ lang: 'en', symbols: 'shapes' }))

const space: Space = { holes: 4, colours: 6, repeats: true, least_blanks: 0, most_blanks: 0, blank_holes: null }

function editor(changes: Partial<Space> = {}, draft: DraftRow = emptyDraft(4)) {
  const submitted = vi.fn<(code: string) => void>()
  const props = show(RowEditor, {
    draft,
    space: { ...space, ...changes },
    rules: rules(),
    word: 'submit-guess',
    busy: false,
    onsubmit: submitted,
  })
  return { props, submitted, made: () => codeOf(props.draft.pegs) }
}
const why = () => plain(element('#why'))

test('colours that are clicked go into the holes, one after the other', () => {
  const { made } = editor()
  click(button('red (R)'))
  click(button('green (G)'))
  expect(made()).toBe('RG..')
  expect(button('Hole 1: red')).toBeTruthy()
  expect(button('Hole 3: empty').getAttribute('aria-pressed')).toBe('true')
})

test('letters, numbers and arrows do the same as clicks', () => {
  const { made, submitted } = editor()
  for (const key of ['r', '2', 'Y', '4']) press(key)
  expect(made()).toBe('RBYG')
  press('Home')
  press('ArrowRight')
  press('k')
  expect(made()).toBe('RKYG')
  press('Enter')
  expect(submitted).toHaveBeenCalledExactlyOnceWith('RKYG')
})

test('what changes in a row is said, and again why it cannot be submitted', async () => {
  const { props } = editor()
  const spoken = () => plain(element('[role=status]'))
  press('r')
  expect(spoken()).toBe('Hole 1: red')
  press('ArrowRight')
  expect(spoken()).toBe('Hole 3: empty')
  props.draft = copyCode(props.draft, 'RBYG')
  flushSync()
  expect(spoken()).toBe('Hole 2: blue; Hole 3: yellow; Hole 4: green')
  press('Delete')
  for (const _ of [1, 2]) {
    press('Enter')
    expect(spoken()).toBe('')
    await expect.poll(spoken).toBe('One hole is still empty')
  }
  for (const holes of [4, 5]) {
    props.draft = emptyDraft(holes)
    flushSync()
    expect(spoken()).toBe('')
  }
})

test('in French the letters are those of the French colours, and the code is the same', () => {
  changeSettings({ lang: 'fr' })
  const { made, submitted } = editor()
  for (const key of ['r', 'j', 'V', 'n']) press(key)
  expect(made()).toBe('RYGK')
  changeSettings({ symbols: 'letters' })
  flushSync()
  expect(all('.making text').map(plain)).toEqual(['R', 'J', 'V', 'N'])
  expect(button('jaune (J)').title).toBe('jaune · J · 3')
  press('Enter')
  expect(submitted).toHaveBeenCalledExactlyOnceWith('RYGK')
})

test('in French an English letter that is no French one places no peg', () => {
  changeSettings({ lang: 'fr' })
  const { made } = editor()
  for (const key of ['y', 'g', 'w', 'k']) press(key)
  expect(made()).toBe('....')
})

test('a key pressed with another, or in a field, places no peg', () => {
  const { made } = editor()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', ctrlKey: true, bubbles: true }))
  const field = document.body.appendChild(document.createElement('input'))
  press('r', field)
  expect(made()).toBe('....')
})

test('a peg that is clicked where the cursor is goes away, and elsewhere the cursor comes to it', () => {
  const { made, props } = editor({}, { ...copyCode(emptyDraft(4), 'RBYG'), cursor: 1 })
  click(button('Hole 3: yellow'))
  expect([made(), props.draft.cursor]).toEqual(['RBYG', 2])
  click(button('Hole 3: yellow'))
  expect(made()).toBe('RB.G')
})

test('what is dragged onto another peg changes places with it', () => {
  const { made } = editor({}, copyCode(emptyDraft(4), 'RBYG'))
  button('Hole 1: red').dispatchEvent(new Event('dragstart', { bubbles: true }))
  button('Hole 4: green').dispatchEvent(new Event('drop', { bubbles: true, cancelable: true }))
  expect(made()).toBe('GBYR')
})

test('where holes can be left blank, a blank is a piece like a colour, by click or by its key', () => {
  const { made, submitted, props } = editor({ most_blanks: 4 })
  press('r')
  click(button('blank (.)'))
  press('.')
  expect(all('.making [data-colour]').map((each) => each.dataset.colour)).toEqual(['R', '.', '.'])
  expect(button('Hole 2: blank')).toBeTruthy()
  expect(button('Hole 4: empty').getAttribute('aria-pressed')).toBe('true')
  press('b')
  press('Enter')
  expect([made(), submitted.mock.calls]).toEqual(['R..B', [['R..B']]])
  props.space = { ...props.space, most_blanks: 0 }
  flushSync()
  expect(all('.colours button')).toHaveLength(6)
})

test('one button clears all, and one fills up with the last colour', () => {
  const { made } = editor({}, putPeg(putPeg(emptyDraft(4), 'R'), 'B'))
  click(button('Fill with the last colour'))
  expect(made()).toBe('RBBB')
  click(button('Clear all'))
  expect(made()).toBe('....')
})

test.each([
  ['RB..', {}, '2 holes are still empty'],
  ['RBY.', {}, 'One hole is still empty'],
  ['RRYG', { repeats: false }, 'Use each colour only once: red'],
  ['R...', { most_blanks: 1, blank_holes: [2] }, '2 more pegs to place'],
  ['RB.G', { most_blanks: 1, blank_holes: [1] }, 'Hole 3 cannot be blank'],
  ['RBYG', { most_blanks: 4, least_blanks: 1 }, 'At least one hole must be left blank'],
])('a row %s that is not allowed says why, and is not submitted', (code, changes, sentence) => {
  const { submitted } = editor(changes, copyCode(emptyDraft(4), code))
  expect(why()).toBe(sentence)
  expect(button('Guess').getAttribute('aria-disabled')).toBe('true')
  expect(element('#why').classList.contains('error')).toBe(false)
  click(button('Guess'))
  expect(element('#why').classList.contains('error')).toBe(true)
  expect(submitted).not.toHaveBeenCalled()
})

test.each([
  ['RB...', 'One more peg to place'],
  ['R....', '2 more pegs to place'],
  ['RBY..', 'Holes 4 and 5 stay empty'],
  ['RBYG.', 'At least 2 holes must be left blank'],
])('an answer %s says which holes stay empty', (code, sentence) => {
  editor({ holes: 5, most_blanks: 2, least_blanks: 2 }, copyCode(emptyDraft(5), code))
  expect(why()).toBe(sentence)
})

test('where one hole stays empty, an answer says which', () => {
  editor({ holes: 5, most_blanks: 1, least_blanks: 1 }, copyCode(emptyDraft(5), 'RB.YG'))
  expect(why()).toBe('Hole 3 stays empty')
  expect(button('Guess').getAttribute('aria-disabled')).toBe('false')
})

test('a row that is allowed is submitted by its button, but not twice', () => {
  const { submitted, props } = editor({}, copyCode(emptyDraft(4), 'RBYG'))
  expect(why()).toBe('')
  props.busy = true
  click(button('Guess'))
  expect(submitted).not.toHaveBeenCalled()
  props.busy = false
  click(button('Guess'))
  expect(submitted).toHaveBeenCalledExactlyOnceWith('RBYG')
})

test('a row of blanks asks first, and a double click never makes one', () => {
  const now = vi.spyOn(performance, 'now')
  now.mockReturnValue(10_000)
  const { submitted, props } = editor({ most_blanks: 4 }, copyCode(emptyDraft(4), 'RB.G'))
  const guess = () => click(element('.submit'))
  const questions = () => all('dialog').length
  guess()
  expect(submitted).toHaveBeenLastCalledWith('RB.G')
  props.draft = emptyDraft(4)
  flushSync()
  now.mockReturnValue(10_200)
  guess()
  expect(questions()).toBe(0)
  now.mockReturnValue(10_300)
  guess()
  expect(questions()).toBe(1)
  click(button('Cancel'))
  expect(submitted).toHaveBeenCalledOnce()
  guess()
  click(element('dialog .main'))
  expect(submitted).toHaveBeenLastCalledWith('....')
  now.mockRestore()
})

test('a row that is under way to the table stays as it was sent', () => {
  const { made, props } = editor({}, copyCode(emptyDraft(4), 'RBYG'))
  props.busy = true
  for (const name of ['white (W)', 'Hole 2: blue', 'Hole 2: blue', 'Clear all']) click(button(name))
  for (const key of ['Backspace', 'ArrowRight', 'k']) press(key)
  expect([made(), props.draft.cursor]).toEqual(['RBYG', 0])
  props.busy = false
  click(button('white (W)'))
  expect(made()).toBe('WBYG')
})

const pegs = [0, 1, 2].flatMap((blacks) =>
  [0, 1, 2].flatMap((whites) => (blacks + whites <= 2 && !(blacks === 1 && whites === 1) ? [{ blacks, whites }] : [])),
)

test('a mark is put together from two numbers; one that cannot be is not given', () => {
  const given = vi.fn<(mark: string) => void>()
  show(MarkPicker, { marks: pegs, look: lookOf('classic'), busy: false, onsubmit: given })
  expect(all('legend').map(plain)).toEqual(['Right colour, right hole', 'Right colour, wrong hole'])
  const choose = (name: string, n: number) => click(element(`input[name=${name}][value="${n}"]`))
  expect(all('input:checked')).toEqual([])
  click(element('button'))
  choose('blacks', 1)
  expect(plain(element('button'))).toBe('Give this mark')
  choose('whites', 1)
  click(element('button'))
  expect(given).not.toHaveBeenCalled()
  choose('whites', 0)
  expect(plain(element('button'))).toBe('Give this mark: 1 black')
  click(element('button'))
  expect(given).toHaveBeenCalledExactlyOnceWith('1b0w')
})

test('where a mark is one number, there is a card for each', () => {
  const given = vi.fn<(mark: string) => void>()
  show(MarkPicker, {
    marks: [{ number: 0 }, { number: 3 }],
    look: lookOf('traffic-jam-2000'),
    busy: false,
    onsubmit: given,
  })
  click(button('3'))
  expect(given).toHaveBeenCalledExactlyOnceWith('3')
})
