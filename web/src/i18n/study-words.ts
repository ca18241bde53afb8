// What the pages for studying say, in both languages. They are loaded when one is opened, and their words with them.

import { LEARNING } from './learning-words'
import { settings } from '../browser/settings.svelte'
import { REVIEW } from './review-words'

const WORDS = {
  ...REVIEW,
  ...LEARNING,
  // All of them
  thinking: ['Thinking…', 'Réflexion…'],
  'thinking-for': ['Thinking for {n} s…', 'Réflexion depuis {n} s…'],
  cancel: ['Stop', 'Arrêter'],
  edition: ['Edition', 'Édition'],
  'codes-left': ['{n} codes left', '{n} codes possibles'],
  'one-code-left': ['One code left', 'Un seul code possible'],
  copied: ['Copied', 'Copié'],
  // The desk
  'desk-title': ['Solver desk', 'Bureau du solveur'],
  'desk-line': [
    'Playing on a real board? Enter the rows and their marks, and see what to guess next.',
    'Vous jouez sur un vrai plateau ? Entrez les lignes et leurs notes, et voyez quoi essayer ensuite.',
  ],
  'own-part': [
    'Your own part (a letter in its hole, full stops elsewhere)',
    'Votre partie (une lettre dans son trou, des points ailleurs)',
  ],
  'next-row': ['The next row', 'La ligne suivante'],
  'change-row-n': ['Change row {row}', 'Modifier la ligne {row}'],
  'leave-row': ['Leave it as it is', 'La laisser telle quelle'],
  'back-to-row': ['Back to the row', 'Retour à la ligne'],
  'mark-for': ['How was it marked?', 'Comment a-t-elle été notée ?'],
  'mark-for-n': ['How was it marked by player {n} of {of}?', 'Comment le joueur {n} sur {of} l’a-t-il notée ?'],
  rows: ['Rows on the board', 'Lignes sur le plateau'],
  change: ['Change row {row}', 'Modifier la ligne {row}'],
  remove: ['Remove row {row}', 'Retirer la ligne {row}'],
  'start-over': ['Start over', 'Recommencer'],
  'best-guess': ['Best next guess', 'Meilleur essai'],
  'it-is': ['It is', 'C’est'],
  'use-it': ['Place it', 'Le placer'],
  worth: ['{n} more guesses on average, {worst} at worst.', 'Encore {n} essais en moyenne, {worst} au pire.'],
  'worth-about': [
    'About {n} more guesses on average, {worst} at worst.',
    'Encore environ {n} essais en moyenne, {worst} au pire.',
  ],
  'nothing-better': ['Nothing is better.', 'Rien n’est meilleur.'],
  'can-be': ['It can be the code.', 'Il peut être le code.'],
  'cannot-be': [
    'It cannot be the code, but tells the others apart.',
    'Il ne peut pas être le code, mais il départage les autres.',
  ],
  'parts-into': [
    '{cells} different marks are possible; the largest leaves {n} codes.',
    '{cells} notes différentes sont possibles ; la plus fréquente laisse {n} codes.',
  ],
  others: ['Other guesses', 'Autres essais'],
  guess: ['Guess', 'Essai'],
  average: ['average', 'moyenne'],
  worst: ['worst', 'pire'],
  'marks-possible': ['Marks that it can earn', 'Notes possibles'],
  mark: ['Mark', 'Note'],
  codes: ['codes', 'codes'],
  heat: ['Colour by hole', 'Couleur par trou'],
  'heat-line': [
    'How many percent of the codes left have each colour in each hole.',
    'Combien de codes possibles, sur cent, ont chaque couleur dans chaque trou.',
  ],
  'heat-anywhere': [
    'How many percent of the codes left have each colour.',
    'Combien de codes possibles, sur cent, ont chaque couleur.',
  ],
  hole: ['Hole {n}', 'Trou {n}'],
  anywhere: ['anywhere', 'où que ce soit'],
  'list-codes': ['The codes', 'Les codes'],
  'list-first': ['The first {n} codes', 'Les {n} premiers codes'],
  'none-fits': ['No code fits all these rows.', 'Aucun code ne correspond à toutes ces lignes.'],
  'change-to': [
    'If row {row} were marked “{mark}”, {n} codes would fit.',
    'Si la ligne {row} était notée « {mark} », {n} codes conviendraient.',
  ],
  'change-to-one': [
    'If row {row} were marked “{mark}”, one code would fit.',
    'Si la ligne {row} était notée « {mark} », un code conviendrait.',
  ],
  'change-rows': [
    'If rows {rows} were marked otherwise, codes would fit: {n}.',
    'Si les lignes {rows} étaient notées autrement, codes possibles : {n}.',
  ],
  'change-it': ['Change it', 'La modifier'],
  'share-position': ['Copy the link to this position', 'Copier le lien vers cette position'],
  'what-if': [
    'This row: {n} more guesses on average; the best needs {best}.',
    'Cette ligne : encore {n} essais en moyenne ; le meilleur en demande {best}.',
  ],
} as const satisfies Record<string, readonly [string, string]>

export type StudyWord = keyof typeof WORDS

/** A sentence in the language that is set. */
export function s(word: StudyWord, values: Record<string, string | number> = {}): string {
  const text: string = WORDS[word][settings.lang === 'fr' ? 1 : 0]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A number with its digits, as they are written in the language that is set: rounded as the command line rounds it. */
export const number = (value: number, digits = 0): string =>
  value.toLocaleString(settings.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'halfEven',
  })
