import type { FieldChange } from '#core/paper-diff.ts'
import { toUnit } from '#core/score.ts'
import type { DiffPart } from '#core/text-diff.ts'
import { html, type Html, type Part } from '#html.ts'
import { fieldWords } from './words.ts'

/** What stayed is shown only near what changed. */
const KEPT_AROUND = 200

const around = (text: string, first: boolean, last: boolean): string => {
  if (text.length <= 2 * KEPT_AROUND) return text
  const head = first ? '' : text.slice(0, KEPT_AROUND)
  const tail = last ? '' : text.slice(-KEPT_AROUND)
  return `${head} … ${tail}`
}

const part = ({ kind, text }: DiffPart, index: number, all: readonly DiffPart[]): Html => {
  if (kind === 'gone') return html`<del>${text}</del>`
  if (kind === 'new') return html`<ins>${text}</ins>`
  return html`${around(text, index === 0, index === all.length - 1)}`
}

const plain = ({ field }: FieldChange, value: FieldChange['before']): Part => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return false
  if (Array.isArray(value)) return value.join(', ')
  const isScore = field === 'longHorizon' || field === 'enterprise'
  return isScore && typeof value === 'number' ? toUnit(value) : value
}

const values = (change: FieldChange): Html[] => {
  const [before, after] = [plain(change, change.before), plain(change, change.after)]
  return [
    ...(before === false ? [] : [html`<del>${before}</del> `]),
    ...(after === false ? [] : [html`<ins>${after}</ins>`]),
  ]
}

/** What a resubmission changed, field by field. */
export const changeList = (changes: readonly FieldChange[], version: number): Html | false =>
  version > 1 &&
  html`<section aria-labelledby="changes"><h2 id="changes">Changed since version ${version - 1}</h2>
      ${
        changes.length === 0
          ? html`<p class="quiet">Nothing.</p>`
          : html`<dl class="changes">${changes.map(
              (change) =>
                html`<dt>${fieldWords[change.field]}</dt><dd dir="auto">${change.parts.length > 0 ? change.parts.map(part) : values(change)}</dd>`,
            )}</dl>`
      }</section>`
