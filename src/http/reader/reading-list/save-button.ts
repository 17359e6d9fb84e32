import { plainMathematics } from '#core/text/mathematics.ts'
import { html, type Html } from '#html.ts'

/** Saves a paper in this browser. Its place is kept, and `saved-papers.js` shows it. */
export const saveButton = ({ id, title }: { id: string; title: string }): Html =>
  html`<button class="plain save no-print" type="button" data-save="${id}" aria-pressed="false" aria-label="Save: ${plainMathematics(title)}">Save</button>`
