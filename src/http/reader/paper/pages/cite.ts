import { paperPath } from '#http/reader/addresses.ts'
import { html, type Html } from '#html.ts'
import { citationFormats } from '#schemas/citation/citation-formats.ts'
import { plainCitation } from '#schemas/citation/plain-citation.ts'
import type { Reference } from '#schemas/citation/reference.ts'

/** The script of the page shows it where it can work. */
const copyButton = (id: string, name: string): Html =>
  html`<button class="plain copy no-print" type="button" data-copies="${id}" hidden>Copy ${name}</button>`

/** How to cite a paper: one line to copy, files to fetch, and their text folded away. */
export const citeSection = (reference: Reference): Html =>
  html`<section class="cite" aria-labelledby="cite">
    <h2 id="cite">Cite</h2>
    ${copyButton('cite-plain', 'citation')}
    <p id="cite-plain" dir="auto">${plainCitation(reference)}</p>
    <p class="quiet no-print">Download:
      ${citationFormats.map(({ name, fileExtension }, index) => html`${index > 0 && ' · '}<a href="${paperPath(reference.id)}.${fileExtension}" download>${name}</a>`)}</p>
    <details class="no-print">
      <summary>Show to copy</summary>
      ${citationFormats.map(({ name, fileExtension, write }) => html`<h3>${name}</h3>${copyButton(`cite-${fileExtension}`, name)}<pre id="cite-${fileExtension}" tabindex="0" role="region" aria-label="${name}">${write(reference)}</pre>`)}
    </details>
  </section>`
