// A step of a round in words.

import { s } from '../../i18n/study-words'
import { t } from '../../i18n/translate'
import type { Step } from './board-review'

/** "Row 3", or that the player called or passed. */
export const stepTitle = (step: Step): string =>
  step.kind === 'row' ? t('row-n', { row: step.rowCount }) : s(step.kind === 'call' ? 'called-step' : 'passed-step')
