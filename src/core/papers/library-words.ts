import {
  completeSettings,
  defaultSettings,
  type LibraryPart,
  type PartLabel,
  type Settings,
  type StoredSettings,
} from '#core/settings.ts'
import type { Paper } from './paper.ts'
import { fieldLabels, type PaperField } from './paper-fields.ts'
import { findScore, scoreKinds } from './shown-scores.ts'

/** How a library calls its scores and its parts, and which parts it has. */
export type LibraryWords = Pick<Settings, 'scores' | 'labels' | 'off'>

/** The words of a library, of which these settings are stored. */
export const wordsOf = (stored: StoredSettings): LibraryWords => completeSettings(stored, defaultSettings(''))

const partNames: Record<LibraryPart, PartLabel> = {
  types: { one: 'type', many: 'types' },
  concepts: { one: 'concept', many: 'concepts' },
  frameworks: { one: 'framework', many: 'frameworks' },
  gaps: { one: 'gap', many: 'gaps' },
  briefs: { one: 'brief', many: 'briefs' },
}

/** How a part is called, as within a sentence. */
export const partName = (part: LibraryPart, { labels }: Pick<LibraryWords, 'labels'>): PartLabel =>
  labels[part] ?? partNames[part]

/** A name as at the beginning of a sentence. */
export const capitalized = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** How a part is called in a heading. */
export const partHeading = (part: LibraryPart, words: Pick<LibraryWords, 'labels'>): string =>
  capitalized(partName(part, words).many)

export const isOn = (part: LibraryPart, { off }: Pick<LibraryWords, 'off'>): boolean => !off.includes(part)

/** Whether papers have places on a map: it takes both scores. */
export const hasMap = ({ scores }: Pick<LibraryWords, 'scores'>): boolean => scores.length === scoreKinds.length

/** The name of a field of papers in a library. */
export const fieldName = (field: PaperField, words: LibraryWords): string => {
  if (field === 'longHorizon' || field === 'enterprise')
    return findScore(words.scores, field)?.name ?? fieldLabels[field]
  if (field === 'type') return capitalized(partName('types', words).one)
  return field === 'concepts' || field === 'frameworks' ? partHeading(field, words) : fieldLabels[field]
}

/** Whether a library shows a field of papers. */
export const showsField = (field: PaperField, { scores, off }: LibraryWords): boolean => {
  if (field === 'longHorizon' || field === 'enterprise') return findScore(scores, field) !== undefined
  if (field === 'type') return isOn('types', { off })
  return field === 'concepts' || field === 'frameworks' ? isOn(field, { off }) : true
}

/** A paper without what the library has switched off, for pages; it stays stored, and in the APIs. */
export const shownPaper = <Given extends Paper>(paper: Given, words: Pick<LibraryWords, 'off'>): Given =>
  words.off.length === 0
    ? paper
    : {
        ...paper,
        type: isOn('types', words) ? paper.type : null,
        concepts: isOn('concepts', words) ? paper.concepts : [],
        frameworks: isOn('frameworks', words) ? paper.frameworks : [],
      }
