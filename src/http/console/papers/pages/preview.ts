import type { PaperWithText } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import { html, type Html } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { renderedText } from '#http/console/pages/rendered-text.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

const paragraphs = (text: string): Html[] => text.split(/\n{2,}/u).map((block) => html`<p dir="auto">${block}</p>`)

const link = (label: string, url: string | null): Html | false => {
  const safe = url === null ? null : safeUrl(url)
  return safe !== null && html`<li><a href="${safe}" rel="noopener noreferrer nofollow">${label}</a></li>`
}

const tags = (label: string, names: readonly string[]): Html | false =>
  names.length > 0 &&
  html`<h3>${label}</h3><ul class="tags">${names.map((name) => html`<li class="tag">${name}</li>`)}</ul>`

const score = (label: string, value: number | null): string => (value === null ? '' : ` · ${label} ${toUnit(value)}`)

/** A paper as its public page would show it. */
export const paperPreview = (paper: PaperWithText, markupOf: MarkupOf): Html =>
  html`<article class="proof">
      <h2 dir="auto">${paper.title}</h2>
      <p dir="auto">${paper.authors.join(', ')}</p>
      <p class="facts">${paper.year}${paper.institution !== null && ` · ${paper.institution}`}${
        paper.chapter !== null && ` · chapter ${paper.chapter}`
      }${paper.type !== null && ` · ${paper.type.replaceAll('_', ' ')}`}${score('long-horizon', paper.longHorizon)}${score(
        'enterprise',
        paper.enterprise,
      )}</p>
      <ul class="facts">${link('Paper', paper.url)}${link('PDF', paper.storageUrl)}</ul>
      ${paper.abstract !== null && html`<h3>Abstract</h3>${paragraphs(paper.abstract)}`}
      ${paper.commentary !== null && html`<div class="apart"><h3>Commentary</h3>${renderedText(paper.commentary, markupOf)}</div>`}
      ${tags('Concepts', paper.concepts)}
      ${tags('Topics', paper.topics)}
      ${tags('Frameworks', paper.frameworks)}
      ${paper.fullText !== null && html`<p class="quiet">With a full text of ${paper.fullText.length} characters.</p>`}
    </article>`
