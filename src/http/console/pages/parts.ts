import { markdownBoundExceeded } from '#core/text/markdown.ts'
import { html, type Html, markdown } from '#html.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { hiddenInput } from './form.ts'

type ActionButton = {
  path: string
  label: string
  /** Hidden fields. */
  fields?: Record<string, string | number>
  style?: 'as-link' | 'plain'
  /** Whether the answer takes the place of the page's content (`console-in-place.js`). */
  isInPlace?: boolean
}

/** A form with a single button, such as an action in a table row. */
export const actionButton = ({ path, label, fields = {}, style = 'as-link', isInPlace = false }: ActionButton): Html =>
  html`<form method="post" action="${path}"${isInPlace && html` data-in-place`}>${Object.entries(fields).map(([name, value]) => hiddenInput(name, value))}<button class="${style}" type="submit">${label}</button></form>`

/** Isolates text from submitters, so that its direction does not affect the text around it. */
export const isolated = (text: string | Html): Html => html`<bdi>${text}</bdi>`

/** An instant to the minute, in UTC. */
export const dateTime = (instant: string): Html =>
  html`<time datetime="${instant}">${instant.slice(0, 16).replace('T', ' ')}</time>`

/** Facts about one thing, each with a name and a value. */
export const factList = (facts: readonly (readonly [string, string | number | Html])[]): Html =>
  html`<dl class="facts fact-list">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A link to the next page of a list; empty parameters are left out of the URL. */
export const nextPageLink = (path: string, parameters: Record<string, string | number | null>, label: string): Html => {
  const filled = Object.entries(parameters).filter(([, value]) => value !== null && value !== '')
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return html`<p><a href="${path}?${search}" rel="next">${label}</a></p>`
}

/** Markdown as readers see it, with the reason if they see it as plain text. */
export const renderedText = (text: string, markupOf: MarkupOf, firstHeading = 3): Html => {
  const reason = markdownBoundExceeded(text)
  return html`${reason !== null && html`<p class="error">Readers see this as plain text: it ${reason}.</p>`}
${markdown(markupOf(text), firstHeading)}`
}

/** Copies the text of the element with this id; `name` says of what. Without a script one selects the text. */
export const copyButton = (id: string, name: string): Html =>
  html`<button class="plain" type="button" data-copies="${id}" hidden aria-label="Copy ${name}">Copy</button>
      <script type="module" src="${assetUrl('copy.js')}"></script>`

/** Sends the forms that say so without leaving the page. */
export const inPlaceScript = (): Html => html`<script type="module" src="${assetUrl('console-in-place.js')}"></script>`

/** What is shown once, with a button that copies it. */
export const copiedText = (id: string, name: string, text: string): Html =>
  html`<span id="${id}"><code class="secret">${text}</code></span> ${copyButton(id, name)}`

/** A secret that was just created; the sentence says what it is. */
export type ShownSecret = { sentence: string; secret: string }

/** Shows it for the only time. */
export const secretNotice = (shown: ShownSecret | null): Html | false =>
  shown !== null &&
  html`<div class="notice good" role="status"><p>${shown.sentence} Copy it now: it is shown only once.</p><p>${copiedText('new-secret', 'the secret', shown.secret)}</p></div>`
