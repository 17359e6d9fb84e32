import type { FieldChange } from '#core/papers/paper-diff.ts'
import { html, type Html } from '#html.ts'
import { fieldDifferences } from '#http/console/pages/difference.ts'

/** What a resubmission changed, field by field. */
export const changeList = (changes: readonly FieldChange[], version: number): Html | false =>
  version > 1 &&
  html`<section aria-labelledby="changes"><h2 id="changes">Changed since version ${version - 1}</h2>
      ${fieldDifferences(changes)}</section>`
