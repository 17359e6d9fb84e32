import type { MapRegion } from '#core/papers/map-grid.ts'
import { html, type Html } from '#html.ts'
import { chapters } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { toUnit, type Millionths } from '#core/papers/score.ts'
import type { ChapterLabel } from '#http/reader/plots/chapter-marks.ts'

const AUTHORS_SHOWN = 3

const numberField = (name: string, label: string, value: Millionths | null): Html =>
  html`<p><label for="${name}">${label}</label><input type="number" id="${name}" name="${name}" min="0" max="1" step="any" inputmode="decimal" value="${value === null ? '' : toUnit(value)}" /></p>`

/** Four numbers that cut a region out of the map. */
export const regionForm = (region: MapRegion | null, chapter: number | null, labelOf: ChapterLabel): Html => {
  const [lh, e] = [region?.longHorizon ?? [null, null], region?.enterprise ?? [null, null]]
  return html`<form class="region no-print" action="/map#region" method="get">
<fieldset><legend>Long-horizon score</legend>${numberField('lh_min', 'from', lh[0])}${numberField('lh_max', 'to', lh[1])}</fieldset>
<fieldset><legend>Enterprise score</legend>${numberField('e_min', 'from', e[0])}${numberField('e_max', 'to', e[1])}</fieldset>
<p><label for="chapter">Chapter</label><select id="chapter" name="chapter"><option value="">all</option>${chapters.map(
    (number) => html`<option value="${number}"${number === chapter && html` selected`}>${labelOf(number)}</option>`,
  )}</select></p>
<p><button type="submit">List these papers</button></p>
</form>`
}

const authorsOf = ({ authors }: Paper): string => {
  const more = authors.length - AUTHORS_SHOWN
  return `${authors.slice(0, AUTHORS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const score = (value: Millionths | null): string => toUnit(value ?? 0).toFixed(2)

const entry =
  (labelOf: ChapterLabel) =>
  (paper: Paper): Html =>
    html`<li><a href="/papers/${paper.id}" data-entry dir="auto">${paper.title}</a>
<p class="quiet"><bdi>${authorsOf(paper)}</bdi>, ${paper.year} · ${labelOf(paper.chapter)} · long-horizon ${score(paper.longHorizon)} · enterprise ${score(paper.enterprise)}</p></li>
`

const rangeText = ([from, to]: [Millionths, Millionths]): string => `${toUnit(from)} to ${toUnit(to)}`

const regionText = ({ longHorizon, enterprise, chapter }: MapRegion, labelOf: ChapterLabel): string => {
  const where = `Long-horizon ${rangeText(longHorizon)}, enterprise ${rangeText(enterprise)}`
  return chapter === null ? where : `${where}, chapter ${labelOf(chapter)}`
}

type RegionPage = {
  labelOf: ChapterLabel
  region: MapRegion
  papers: readonly Paper[]
  isFirstPage: boolean
  firstUrl: string
  nextUrl: string | null
}

/** A page of the papers in a region. */
export const regionList = ({
  labelOf,
  region,
  papers,
  isFirstPage,
  firstUrl,
  nextUrl,
}: RegionPage): Html => html`<section id="region" aria-labelledby="region-title">
<h2 id="region-title">Papers in this region</h2>
<p class="quiet">${regionText(region, labelOf)}; best long-horizon score first.</p>
${
  papers.length === 0
    ? html`<p>${isFirstPage ? 'No paper lies here. Draw a larger region, or leave a bound empty.' : 'There are no further papers.'}</p>`
    : html`<ol class="entries">${papers.map(entry(labelOf))}</ol>`
}
<nav class="pages" aria-label="Pages of this region">${!isFirstPage && html`<a href="${firstUrl}">Back to the first</a>`}${nextUrl !== null && html`<a rel="next" href="${nextUrl}">Next papers</a>`}</nav>
</section>`
