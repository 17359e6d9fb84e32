import type { FieldChange } from '#core/papers/paper-diff.ts'
import { fieldName, type LibraryWords } from '#core/papers/library-words.ts'
import type { PaperField } from '#core/papers/paper-fields.ts'
import { toUnit } from '#core/papers/score.ts'
import { type DiffPart, textDiff } from '#core/text/text-diff.ts'
import { html, type Html, type Renderable } from '#html.ts'

/** How much of an unchanged span is shown on each side of a change. */
const CONTEXT_CHARACTERS = 160

export const truncateMiddle = (text: string): string =>
  text.length <= 2 * CONTEXT_CHARACTERS
    ? text
    : `${text.slice(0, CONTEXT_CHARACTERS)} … ${text.slice(-CONTEXT_CHARACTERS)}`

const markedPart = ({ kind, text }: DiffPart): Renderable => {
  if (kind === 'gone') return html`<del>${text}</del>`
  if (kind === 'new') return html`<ins>${text}</ins>`
  return truncateMiddle(text)
}

const plainValue = (value: FieldChange['before'], field: PaperField): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '(empty)'
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value === 'number')
    return String(field === 'longHorizon' || field === 'enterprise' ? toUnit(value) : value)
  return truncateMiddle(value)
}

const lengthOf = (parts: readonly DiffPart[], kinds: readonly DiffPart['kind'][]): number =>
  parts.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { text }) => sum + text.length, 0)

/** With less than half in common, a word-by-word difference of two texts is hard to read. */
const isReadableDiff = (parts: readonly DiffPart[]): boolean => {
  const longer = Math.max(lengthOf(parts, ['same', 'gone']), lengthOf(parts, ['same', 'new']))
  return parts.length > 0 && 2 * lengthOf(parts, ['same']) >= longer
}

/** A difference word by word, or the two texts one after the other where that would be hard to read. */
export const textDifference = (
  parts: readonly DiffPart[],
  { before, after }: { before: string; after: string },
): Html =>
  isReadableDiff(parts)
    ? html`<div class="difference" dir="auto">${parts.map(markedPart)}</div>`
    : html`<div class="difference" dir="auto"><del>${before}</del> <ins>${after}</ins></div>`

export const fieldDifference = ({ field, before, after, parts }: FieldChange): Html =>
  textDifference(parts, { before: plainValue(before, field), after: plainValue(after, field) })

/** From one text to another, word by word; null for texts that have little in common. */
export const readableDifference = (before: string, after: string): Html | null => {
  const parts = textDiff(before, after)
  return isReadableDiff(parts) ? html`<div class="difference" dir="auto">${parts.map(markedPart)}</div>` : null
}

export const fieldDifferences = (changes: readonly FieldChange[], words: LibraryWords): Html =>
  changes.length === 0
    ? html`<p>No differences.</p>`
    : html`<dl class="differences">${changes.map(
        (change) => html`<dt>${fieldName(change.field, words)}</dt><dd>${fieldDifference(change)}</dd>`,
      )}</dl>`
