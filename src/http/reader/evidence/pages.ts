import type { Evidence, Support } from '#core/evidence/evidence.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { dateElement } from '#http/reader/dates.ts'
import { firstAuthors } from '#http/reader/phrases.ts'
import { passageUrl } from '#http/routing/passage-url.ts'
import type { CitedEvidence } from '#queries/evidence.ts'
import { shownMark } from '#schemas/present-evidence.ts'
import type { ShownEvidence } from './present.ts'

const places = { abstract: 'In the abstract', commentary: 'In the commentary', fullText: 'In the full text' } as const

const paperNames = ({ paper, evidence: { check } }: CitedEvidence): Html => {
  if (paper !== null)
    return html`<cite><a href="${paperPath(paper.id)}" dir="auto">${withFormulas(paper.title)}</a></cite> <span class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi>, ${paper.year}</span>`
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

const searched = ({ mark, check }: Evidence): Html | false => {
  if (mark.kind !== 'search') return false
  const address = `/api/v1/search?${mark.query}&match=all`
  const count = check?.count ?? null
  return html`A search for <a href="${address}"><code>${mark.query}</code></a> ${count === null ? 'cannot be made' : html`finds ${groupedNumber(count)} ${pluralize(count, 'paper', 'papers').replace(/^\S+ /u, '')}`}${check !== null && html` (${dateElement(check.checkedAt)})`}; the text says ${mark.expected.comparison} ${groupedNumber(mark.expected.count)}.`
}

const judgements: Record<Support, string> = {
  yes: 'bears its sentence',
  partly: 'bears its sentence in part',
  no: 'does not bear its sentence',
}

const judged = ({ judgement }: Evidence): Html | false =>
  judgement !== null &&
  html`<p class="quiet">It ${judgements[judgement.support]}, says <bdi>${judgement.by}</bdi> (${dateElement(judgement.at)}).</p>`

/** The evidence of a page, one entry for each mark in its texts. */
export const evidenceList = ({ cited }: ShownEvidence): Html =>
  html`<ol class="evidence">${cited.map(
    (one, index) =>
      html`<li id="e${index + 1}">${one.evidence.mark.kind === 'search' ? searched(one.evidence) : paperNames(one)} <a class="back" href="#m${index + 1}" aria-label="Back to the text of evidence ${index + 1}">↩</a>
      ${quotation(one)}${judged(one.evidence)}</li>\n`,
  )}</ol>`

/** The same with a heading; nothing for a page without marks. */
export const evidenceSection = (shown: ShownEvidence | null): Html | false =>
  shown !== null &&
  html`<section aria-labelledby="evidence"><h2 id="evidence">Evidence</h2>${evidenceList(shown)}</section>`
