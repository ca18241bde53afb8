// Pegs and key pegs in sentences of the page, as the server writes them in its own: `PegText` draws them.

import type { Mark } from '../../api/marks'
import { t } from '../../i18n/translate'

/** A code: "[R] [B]". */
export const drawnCode = (code: string): string => [...code].map((letter) => `[${letter}]`).join(' ')

/** A mark: "●●○". */
export const drawnMark = (mark: Mark): string =>
  'number' in mark ? String(mark.number) : '●'.repeat(mark.blacks) + '○'.repeat(mark.whites) || t('none')

/** The marks of several makers: "● / ○". */
export const drawnMarks = (marks: Mark[]): string => marks.map(drawnMark).join(' / ')
