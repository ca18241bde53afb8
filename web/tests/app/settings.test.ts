import { flushSync } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import SettingsDialog from '../../src/app/SettingsDialog.svelte'
import { changeSettings, settings } from '../../src/browser/settings.svelte'
import { all, element, plain, show } from '../support/mount.svelte'

afterEach(() =>
  changeSettings({
    lang: 'en',
    theme: 'auto',
    palette: 'safe',
    symbols: 'shapes',
    motion: true,
    sound: false,
  }),
)

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
