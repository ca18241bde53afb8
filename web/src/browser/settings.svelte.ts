// How somebody wants it on this device.

import { read, write } from './storage'
import type { Lang } from '../i18n/words'

export type Settings = {
  lang: Lang
  theme: 'auto' | 'light' | 'dark'
  palette: 'safe' | 'original'
  letters: boolean
  shapes: boolean
  motion: boolean
  sound: boolean
  name: string
}

const FIRST: Settings = {
  lang: navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en',
  theme: 'auto',
  palette: 'safe',
  letters: true,
  shapes: true,
  motion: true,
  sound: false,
  name: '',
}

export const settings = $state<Settings>({ ...FIRST, ...read<Partial<Settings>>('settings', {}) })

/** Change settings, and keep them. */
export function set(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  write('settings', settings)
  dress()
}

/** Let the page look as it is set. */
export function dress(): void {
  const root = document.documentElement
  root.lang = settings.lang
  root.dataset.theme = settings.theme
  root.dataset.palette = settings.palette
  root.dataset.motion = settings.motion ? 'on' : 'off'
}
