import type { PaperWithText } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import { html, type Html, type Renderable } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { renderedText } from '#http/console/pages/rendered-text.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import { isolated } from './labels.ts'
import { proposedTextDetails, type ProposedText } from './proposed-text.ts'

const link = (address: string | null): Html | false => {
  const url = safeUrl(address)
  return (
    url !== null && html`<a href="${url}" rel="noopener noreferrer nofollow" target="_blank"><bdi>${address}</bdi></a>`
  )
}

const fact = (name: string, value: Renderable): Html | false =>
  value !== null && value !== false && value !== '' && html`<dt>${name}</dt><dd>${value}</dd>`

const tags = (values: readonly string[]): Html | false =>
  values.length > 0 &&
  html`<ul class="tags">${values.map((value) => html`<li><span class="tag">${isolated(value)}</span></li>`)}</ul>`

const paragraphs = (text: string): Html[] =>
  text.split(/\n{2,}/u).map((paragraph) => html`<p dir="auto">${paragraph}</p>`)

const bibliographyFacts = (paper: PaperWithText): (Html | false)[] => [
  fact('Date', paper.date),
  fact('DOI', paper.doi),
  fact('arXiv id', paper.arxivId),
  fact('Published in', paper.container !== null && isolated(paper.container)),
  fact('Volume', paper.volume),
  fact('Issue', paper.issue),
  fact('Pages', paper.pages),
  fact('Publisher', paper.publisher !== null && isolated(paper.publisher)),
  fact('Kind', paper.kind?.replaceAll('-', ' ') ?? null),
  fact('Licence', paper.license !== null && isolated(paper.license)),
]

/** The proposed paper with everything that its public page would show. */
export const proposedPaper = (paper: PaperWithText, text: ProposedText | null, markupOf: MarkupOf): Html =>
  html`<article class="proposal" aria-label="The proposal">
      <h1>${isolated(paper.title)}</h1>
      <p>${isolated(paper.authors.join(', '))} <span class="quiet">${paper.year}</span></p>
      ${
        paper.abstract === null
          ? html`<p class="quiet">No abstract.</p>`
          : html`<div class="prose">${paragraphs(paper.abstract)}</div>`
      }
      ${
        paper.commentary !== null &&
        html`<section class="apart" aria-label="Commentary"><h2>Commentary</h2>${renderedText(paper.commentary, markupOf)}</section>`
      }
      <dl class="facts">
        ${fact('Address', link(paper.url))}
        ${fact('PDF', link(paper.storageUrl))}
        ${fact('Institution', paper.institution !== null && isolated(paper.institution))}
        ${fact('Chapter', paper.chapter)}
        ${fact('Type', paper.type?.replace('_', ' ') ?? null)}
        ${fact('Long-horizon score', paper.longHorizon === null ? null : toUnit(paper.longHorizon))}
        ${fact('Enterprise score', paper.enterprise === null ? null : toUnit(paper.enterprise))}
        ${bibliographyFacts(paper)}
        ${fact('Topics', tags(paper.topics))}
        ${fact('Concepts', tags(paper.concepts))}
        ${fact('Frameworks', tags(paper.frameworks))}
      </dl>
      ${text !== null && proposedTextDetails(paper.id, text, markupOf)}
    </article>`
