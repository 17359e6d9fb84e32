import { type Evidence, shortenQuote, type Support } from '#core/evidence/evidence.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { dateElement } from '#http/reader/dates.ts'
import { firstAuthors } from '#http/reader/phrases.ts'
import { passageUrl } from '#http/routing/passage-url.ts'
import type { CitedEvidence } from '#queries/evidence.ts'
import { shownMark } from '#schemas/present-evidence.ts'
import type { EarlierEvidence, ShownEvidence } from './present.ts'

const places = { abstract: 'In the abstract', commentary: 'In the commentary', fullText: 'In the full text' } as const

const namedPaper = ({ id, title, authors, year }: Paper): Html =>
  html`<cite><a href="${paperPath(id)}" dir="auto">${withFormulas(title)}</a></cite> <span class="quiet"><bdi>${firstAuthors(authors)}</bdi>, ${year}</span>`

const paperNames = ({ paper, evidence: { check } }: CitedEvidence): Html => {
  if (paper !== null) return namedPaper(paper)
  return check?.state === 'retracted'
    ? html`<a href="${paperPath(check.paperId ?? '')}">A paper that was retracted</a>`
    : html`A paper that is not in the library.`
}

const matchNote = ({ check }: Evidence): Renderable => {
  if (check?.match === 'near')
    return html`The paper has it in other words${check.isLimited ? '' : html`: <q dir="auto">${check.found}</q>`}.`
  return check?.match === 'missing' && check.state !== 'missing' && check.state !== 'retracted'
    ? 'The text that the library has of the paper does not have these words.'
    : null
}

const quotation = (cited: CitedEvidence): Html | false => {
  const { evidence, paper, place } = cited
  const { quote } = shownMark(evidence)
  if (quote === null) return false
  const isCut = evidence.mark.kind === 'quote' && quote !== evidence.mark.quote
  const where =
    place !== null &&
    paper !== null &&
    html`<a href="${passageUrl({ paperId: paper.id, version: null }, { place: place.passage.place, part: place.part })}">${places[place.passage.place.source]}</a>. `
  return html`<blockquote dir="auto">${quote}</blockquote>
    <p class="quiet">${where}${isCut && 'The first 25 words, since the full text may not be shown whole. '}${matchNote(evidence)}</p>`
}

const searchLink = (query: string): Html =>
  html`<a href="${`/api/v1/search?${query}&match=all`}"><code>${query}</code></a>`

const searched = ({ mark, check }: Evidence): Html | false => {
  if (mark.kind !== 'search') return false
  const count = check?.count ?? null
  return html`A search for ${searchLink(mark.query)} ${count === null ? 'cannot be made' : html`finds ${groupedNumber(count)} ${pluralize(count, 'paper', 'papers').replace(/^\S+ /u, '')}`}${check !== null && html` (${dateElement(check.checkedAt)})`}; the text says ${mark.expected.comparison} ${groupedNumber(mark.expected.count)}.`
}

const judgements: Record<Support, string> = {
  yes: 'bears its sentence',
  partly: 'bears its sentence in part',
  no: 'does not bear its sentence',
}

const judged = ({ judgement }: Evidence): Html | false =>
  judgement !== null &&
  html`<p class="quiet">It ${judgements[judgement.support]}, says <bdi>${judgement.by}</bdi> (${dateElement(judgement.at)}).</p>`

const backLink = (place: number): Html =>
  html`<a class="back" href="#m${place}" aria-label="Back to the text of evidence ${place}">↩</a>`

/** The evidence of a page, one entry for each mark in its texts. */
export const evidenceList = ({ cited }: ShownEvidence): Html =>
  html`<ol class="evidence">${cited.map(
    (one, index) =>
      html`<li id="e${index + 1}">${one.evidence.mark.kind === 'search' ? searched(one.evidence) : paperNames(one)} ${backLink(index + 1)}
      ${quotation(one)}${judged(one.evidence)}</li>\n`,
  )}</ol>`

/** The same with a heading; nothing for a page without marks. */
export const evidenceSection = (shown: ShownEvidence | null): Html | false =>
  shown !== null &&
  html`<section aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>${evidenceList(shown)}</section>`

const earlierEntry = ({ mark, paper }: EarlierEvidence['marks'][number], place: number): Html => {
  if (mark.kind === 'search')
    return html`A search for ${searchLink(mark.query)}; the text said ${mark.expected.comparison} ${groupedNumber(mark.expected.count)}. ${backLink(place)}`
  const named = paper === null ? html`A paper that is not in the library.` : namedPaper(paper)
  return html`${named} ${backLink(place)}${mark.kind === 'quote' && html`<blockquote dir="auto">${shortenQuote(mark.quote)}</blockquote>`}`
}

/** What an earlier version named, without what is found of it now. */
export const earlierEvidenceList = ({ marks }: EarlierEvidence): Html =>
  html`<p class="quiet">What the text of this version named. It was not looked up again.</p>
    <ol class="evidence">${marks.map((one, index) => html`<li id="e${index + 1}">${earlierEntry(one, index + 1)}</li>\n`)}</ol>`
