// The settings on this device.

import type { Pace } from '../game/pace'
import { read, write } from './storage'
import languages from './languages.json'

export type Lang = keyof typeof languages

export type Settings = {
  lang: Lang
  theme: 'auto' | 'light' | 'dark'
  palette: 'safe' | 'original'
  /** What each peg shows beside its colour. */
  symbols: 'shapes' | 'letters'
  motion: boolean
  /** How fast the moves of computer players are shown. */
  pace: Pace
  sound: boolean
  /** Whether a notification says that it is the player's turn while the page is hidden. */
  notify: boolean
  name: string
}

/** The language of the device, or English if there are no sentences in it. */
function deviceLanguage(): Lang {
  const language = navigator.language.toLowerCase().split('-')[0] ?? ''
  return language in languages ? (language as Lang) : 'en'
}

const DEFAULTS: Settings = {
  lang: deviceLanguage(),
  theme: 'auto',
  palette: 'safe',
  symbols: 'shapes',
  motion: true,
  pace: 'calm',
  sound: false,
  notify: false,
  name: '',
}

export const settings = $state<Settings>({ ...DEFAULTS, ...read<Partial<Settings>>('settings', {}) })

/** Change settings, store them and apply them. */
export function changeSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  write('settings', settings)
  applySettings()
}

/** How fast to show moves now: at once where nothing is to move. */
export const currentPace = (): Pace =>
  settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches ? settings.pace : 'instant'

/** Apply the settings to the page. */
export function applySettings(): void {
  const root = document.documentElement
  root.lang = settings.lang
  root.dataset.theme = settings.theme
  root.dataset.palette = settings.palette
  root.dataset.motion = settings.motion ? 'on' : 'off'
}
