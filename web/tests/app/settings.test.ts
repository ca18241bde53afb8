import { readFileSync } from 'node:fs'
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import App from '../../src/app/App.svelte'
import SettingsDialog from '../../src/app/SettingsDialog.svelte'
import { changeSettings, currentPace, settings } from '../../src/browser/settings.svelte'
import { all, element, plain, show } from '../support/mount.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  changeSettings({
    lang: 'en',
    theme: 'auto',
    palette: 'safe',
    symbols: 'shapes',
    motion: true,
    pace: 'calm',
    sound: false,
  })
})

test('settings are stored on this device and applied to the page', () => {
  changeSettings({ lang: 'fr', theme: 'dark', palette: 'original', motion: false })
  const root = document.documentElement
  expect([root.lang, root.dataset.theme, root.dataset.palette, root.dataset.motion]).toEqual([
    'fr',
    'dark',
    'original',
    'off',
  ])
  expect(JSON.parse(localStorage.getItem('keypeg.settings') ?? '')).toMatchObject({
    lang: 'fr',
    theme: 'dark',
    motion: false,
  })
})

test('the dialog shows the settings and changes them', () => {
  show(SettingsDialog, {})
  expect(all('.switch').map(plain)).toEqual(['Sound', 'Animations'])
  expect(all('.switch input').map((each) => (each as HTMLInputElement).checked)).toEqual([false, true])
  const language = all('select')[0] as HTMLSelectElement
  language.value = 'fr'
  language.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(settings.lang).toBe('fr')
  expect(plain(element('h2'))).toBe('Réglages')
})

test('the speed of computers is chosen in the dialog: calm, quick or instant', () => {
  show(SettingsDialog, {})
  const pace = all('select').at(-1) as HTMLSelectElement
  expect([...pace.options].map(({ value }) => value)).toEqual(['calm', 'quick', 'instant'])
  expect(pace.value).toBe('calm')
  pace.value = 'quick'
  pace.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(currentPace()).toBe('quick')
  expect(JSON.parse(localStorage.getItem('keypeg.settings') ?? '')).toMatchObject({ pace: 'quick' })
})

test('pegs have shapes, or letters if that is chosen in the dialog', () => {
  show(SettingsDialog, {})
  const symbols = all('select').find((each) => each.querySelector('[value=letters]')) as HTMLSelectElement
  expect([...symbols.options].map(({ value }) => value)).toEqual(['shapes', 'letters'])
  expect(symbols.value).toBe('shapes')
  symbols.value = 'letters'
  symbols.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(settings.symbols).toBe('letters')
})

test('moves are shown at once where nothing is to move: here, or on the whole device', () => {
  changeSettings({ motion: false })
  expect(currentPace()).toBe('instant')
  changeSettings({ motion: true })
  expect(currentPace()).toBe('calm')
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  expect(currentPace()).toBe('instant')
})

test('pegs and key pegs are drawn at the pace at which moves are shown', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  show(App, {})
  const { style } = document.documentElement
  const durations = () => [style.getPropertyValue('--paced-peg-step'), style.getPropertyValue('--paced-key')]
  expect(durations()).toEqual(['90ms', '120ms'])
  changeSettings({ pace: 'quick' })
  flushSync()
  expect(durations()).toEqual(['36ms', '48ms'])
  changeSettings({ pace: 'instant' })
  flushSync()
  expect(durations()).toEqual(['0ms', '0ms'])
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  expect(tokens.match(/--(peg-step|key): (?!0ms).+;/g)).toEqual([
    '--key: var(--paced-key);',
    '--peg-step: var(--paced-peg-step);',
  ])
})
