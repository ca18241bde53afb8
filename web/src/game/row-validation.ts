// Why a row cannot be submitted yet. What is allowed comes from the server: this only says it in words, before one asks.

import type { Colour } from '../api/http'
import type { Half } from './draft-row'
import { t } from '../i18n/translate'
import { colourName } from '../i18n/match-text'
import type { Space } from '../api/wire'

export function whyNot(half: Half, space: Space, palette: Colour[]): string | null {
  const empty = half.pegs.flatMap((peg, at) => (peg === null ? [at + 1] : []))
  if (space.most_blanks === 0 && empty.length > 0) {
    return empty.length === 1 ? t('hole-left') : t('holes-left', { n: empty.length })
  }
  const wrong = empty.find((hole) => space.blank_holes !== null && !space.blank_holes.includes(hole))
  if (wrong !== undefined) return t('blank-not-here', { hole: wrong })
  if (empty.length > space.most_blanks) return t('holes-left', { n: empty.length - space.most_blanks })
  if (empty.length < space.least_blanks) return t('least-blanks', { n: space.least_blanks })
  const twice = space.repeats ? undefined : half.pegs.find((peg, at) => peg !== null && half.pegs.indexOf(peg) < at)
  if (twice) return t('no-repeats', { colour: colourName(palette.find((one) => one.letter === twice)) })
  return null
}
