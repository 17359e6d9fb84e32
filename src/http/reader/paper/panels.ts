import { plainMathematics } from '#core/text/mathematics.ts'
import { html, type Html } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { type CopiedCitation, copiedCitations } from '#schemas/citation/copied-citations.ts'
import { type Reference, referenceOf } from '#schemas/citation/reference.ts'
import type { Paper } from '#core/papers/paper.ts'
import { type EarlierVersion, withVersion } from './public-paper.ts'

/**
 * Panels that buttons of the rail open. They are popovers, which browsers open without a script; one that does not know them shows
 * the panels at the end of the page.
 */

const CITE = 'cite-panel'
const SHARE = 'share-panel'

type ShownPaper = { paper: Paper; earlier: EarlierVersion | null; pageUrl: string }

/** Hidden until the script of the page shows it. */
export const copyButton = (id: string, name: string): Html =>
  html`<button class="plain copy no-print" type="button" data-copies="${id}" hidden>Copy ${name}</button>`

/** The buttons that open the panels. */
export const panelButtons =
  (): Html => html`<li class="no-print"><button class="plain" type="button" popovertarget="${CITE}" aria-keyshortcuts="c">Cite</button></li>
    <li class="no-print"><button class="plain" type="button" popovertarget="${SHARE}">Share</button></li>`

const closeButton = (panel: string): Html =>
  html`<button class="plain close no-print" type="button" popovertarget="${panel}" popovertargetaction="hide">Close</button>`

/** A text to select or copy. */
const copiedText = (id: string, name: string, text: string): Html =>
  html`<pre id="${id}" tabindex="0" role="region" aria-label="${name}" dir="auto">${text}</pre>`

const citation = (
  { id, name, fileExtension, write }: CopiedCitation,
  reference: Reference,
  earlier: EarlierVersion | null,
) =>
  html`<div class="form${id !== 'plain' && ' no-print'}">
    <h3>${name}</h3>
    ${fileExtension !== null && html`<a class="no-print" href="${withVersion(`${paperPath(reference.id)}.${fileExtension}`, earlier)}" aria-label="Download ${name}" download>Download</a>`}
    ${copyButton(`cite-${id}`, name)}
    ${copiedText(`cite-${id}`, name, write(reference))}
  </div>`

/** A citation in all forms, each as it will be copied. */
export const citePanel = ({ paper, earlier, pageUrl }: ShownPaper): Html => {
  const reference = referenceOf(paper, pageUrl)
  return html`<section class="panel cite" id="${CITE}" popover aria-labelledby="cite">
    <h2 id="cite">Cite</h2>${closeButton(CITE)}
    ${copiedCitations.map((form) => citation(form, reference, earlier))}
  </section>`
}

/** The address of the page, to send to somebody. */
export const sharePanel = ({ paper, earlier, pageUrl }: ShownPaper): Html => {
  const address = withVersion(pageUrl, earlier)
  const mail = `mailto:?subject=${encodeURIComponent(plainMathematics(paper.title).toWellFormed())}&body=${encodeURIComponent(address)}`
  return html`<section class="panel no-print" id="${SHARE}" popover aria-labelledby="share">
    <h2 id="share">Share</h2>${closeButton(SHARE)}
    <div class="form">
      <h3>Address of this page</h3>
      ${copyButton('share-address', 'address')}
      ${copiedText('share-address', 'Address of this page', address)}
    </div>
    <p><a href="${mail}">Send by email</a> <button class="plain" type="button" data-shares="share-address" hidden>Send with another app</button></p>
  </section>`
}
