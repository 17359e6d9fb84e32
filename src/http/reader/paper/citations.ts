import type { CitedWork } from '#core/citations/cited-work.ts'
import type { LibraryWords } from '#core/papers/library-words.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { CitationCounts, PaperReferenceEntry } from '#ports/store/citations.ts'
import type { PublicReader } from '#ports/store/store.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { firstAuthors, paperLine } from '#http/reader/phrases.ts'

/** What the page of a paper shows of the graph of citations; the API has all of it. */
export type CitationView = CitationCounts & {
  listed: readonly PaperReferenceEntry[]
  citing: readonly Paper[]
  sharing: readonly { paper: Paper; shared: number }[]
}

const MAX_LISTED = 100
const MAX_CITING = 30
const MAX_SHARING = 10

/** Null for a paper that cites nothing and that nothing cites, as far as is known. */
export const findCitations = async (
  { citations }: Pick<PublicReader, 'citations'>,
  paperId: string,
): Promise<CitationView | null> => {
  const counts = await citations.counts(paperId)
  if (counts.references + counts.citations === 0) return null
  const [{ references: listed }, { papers: citing }, sharing] = await Promise.all([
    citations.references(paperId, null, MAX_LISTED),
    citations.citing(paperId, null, MAX_CITING),
    citations.sharing(paperId, MAX_SHARING),
  ])
  return { ...counts, listed, citing, sharing }
}

/** Where a work outside the library can be found. */
const addressOf = ({ doi, arxivId, openalexId }: CitedWork): string | null => {
  if (doi !== null) return `https://doi.org/${doi}`
  if (arxivId !== null) return `https://arxiv.org/abs/${arxivId}`
  return openalexId === null ? null : `https://openalex.org/${openalexId}`
}

const outside = (work: CitedWork): Html => {
  const name = work.title ?? work.text ?? work.doi ?? work.openalexId ?? work.arxivId ?? ''
  const address = addressOf(work)
  const facts = [work.authors.length === 0 ? null : firstAuthors(work.authors), work.year].filter((one) => one !== null)
  return html`${address === null ? html`<bdi>${name}</bdi>` : html`<a href="${address}" dir="auto" rel="noopener noreferrer nofollow">${name}</a>`}${facts.length > 0 && html` <span class="quiet"><bdi>${facts.join(' · ')}</bdi></span>`}`
}

/** A reference: the title of the paper here, or what the reference says of a work elsewhere. */
const referenceLine = ({ work, paper, citations }: PaperReferenceEntry): Html =>
  html`<li>${paper === null ? outside(work) : html`<a href="${paperPath(paper.id)}" dir="auto">${withFormulas(paper.title)}</a> <span class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi> · ${paper.year} · in this library</span>`}${citations > 1 && html` <span class="quiet">cited by ${citations} here</span>`}</li>\n`

const folded = (id: string, title: string, body: Renderable): Html =>
  html`<details id="${id}"><summary>${title}</summary>${body}</details>`

const allInJson = (paperId: string, list: string, isAll: boolean): Html | false =>
  !isAll && html`<p><a href="/api/v1/papers/${paperId}/${list}?limit=500">All, as JSON</a></p>`

/** The folded lists of citations on the page of a paper. */
export const citationLists = (paperId: string, view: CitationView, words: LibraryWords): Html => {
  const { references, inLibrary, citations, listed, citing, sharing } = view
  const more = references - listed.length
  return html`${references > 0 && folded('references', `References: ${references}, of which ${inLibrary} in this library`, html`<ol>${listed.map(referenceLine)}</ol>${more > 0 && html`<p class="quiet">and ${more} more</p>`}${allInJson(paperId, 'references', more <= 0)}`)}
    ${citing.length > 0 && folded('cited-by', `Cited in this library: ${citations}`, html`<ul class="lines">${citing.map((paper) => paperLine(paper, words.scores))}</ul>${allInJson(paperId, 'citations', citing.length >= citations)}`)}
    ${sharing.length > 0 && folded('shared-references', 'Papers that cite the same works', html`<ul class="lines">${sharing.map(({ paper, shared }) => paperLine(paper, words.scores, html`<span class="quiet shares">${shared} in common</span>`))}</ul>`)}`
}
