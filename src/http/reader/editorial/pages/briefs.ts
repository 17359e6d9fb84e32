import { partName } from '#core/papers/library-words.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { html, markdown, type Html, withFormulas } from '#html.ts'
import type { BriefCorrection, PublishedBrief, BriefSummary } from '#core/editorial/brief.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { linkPaperIds, type MentionedPapers } from '#core/papers/paper-mentions.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { briefPath, paperPath, chapterLink } from '#http/reader/addresses.ts'
import { dateElement } from '#http/reader/dates.ts'
import { firstAuthors } from '#http/reader/phrases.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { evidenceSection } from '#http/reader/evidence/pages.ts'
import type { ShownEvidence } from '#http/reader/evidence/present.ts'
import { layout } from '#http/pages/layout.ts'
import { scoreMeter } from '#http/reader/library/pages.ts'
import type { LiveSite } from '#ports/site.ts'

const entry = ({ id, week, title, publishedAt }: BriefSummary): Html =>
  html`<li><a href="${briefPath(id)}">${withFormulas(title)}</a> <span class="quiet">${weekLabel(week)} · ${dateElement(publishedAt)}</span></li>\n`

/** All published briefs by year. */
export const briefsPage = (site: LiveSite, briefs: readonly BriefSummary[]): Html => {
  const { one, many } = partName('briefs', site.current())
  return layout({
    title: `Weekly ${many}`,
    site,
    activePath: '/briefs',
    markdown: '/briefs.md',
    head: feedLinks('/briefs'),
    description: `The weekly ${many} of ${site.current().name}: what came into the library, and what to make of it.`,
    body: html`<h1>Weekly ${many}</h1>
      <p class="lead">What came into the library each week, and what ${site.current().name} thinks of it.</p>
      ${followLine('/briefs', { site, label: `Follow the ${many}`, what: `each new ${one}`, page: '/subscribe' })}
      ${briefs.length === 0 && html`<p>No ${one} has been published yet.</p>`}
      ${[...Map.groupBy(briefs, ({ week }) => week.year)].map(
        ([year, briefs]) =>
          html`<section aria-labelledby="y${year}"><h2 id="y${year}">${year}</h2><ul class="lines">${briefs.map(entry)}</ul></section>`,
      )}
`,
  })
}

const card = (paper: Paper, { chapters, commentaryOf, scores }: BriefView): Html => {
  const meters = scores.map((score) => scoreMeter(score, paper)).filter((meter) => meter !== false)
  return html`<li>
    <h3><a href="${paperPath(paper.id)}" dir="auto">${withFormulas(paper.title)}</a></h3>
    <p class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi> · ${paper.year}${paper.chapter !== null && html` · ${chapterLink(chapters, paper.chapter)}`}</p>
    ${meters.length > 0 && html`<p class="marks">${meters.map((meter) => html`${meter} `)}</p>`}
    ${paper.commentary !== null && markdown(commentaryOf(paper, paper.commentary), 4)}
  </li>\n`
}

export type BriefView = {
  scores: ShownScores
  brief: PublishedBrief
  /** Oldest first. */
  corrections: readonly BriefCorrection[]
  /** The featured papers that are public. */
  featured: readonly Paper[]
  chapters: readonly NamedChapter[]
  /** Public papers that the texts mention by id. */
  mentioned: MentionedPapers
  /** For the corrections. */
  markupOf: MarkupOf
  /** The commentary of a featured paper with links to the papers that it mentions, and to its evidence on the page of the paper. */
  commentaryOf: (paper: Paper, commentary: string) => MarkdownMarkup
  /** The texts with links to the papers that they mention, and to their evidence. */
  summary: MarkdownMarkup
  take: MarkdownMarkup
  evidence: ShownEvidence | null
  earlier: BriefSummary | null
  later: BriefSummary | null
}

const correctionSection = ({ corrections, mentioned, markupOf }: BriefView): Html | false =>
  corrections.length > 0 &&
  html`<section class="apart" aria-labelledby="corrections"><h2 id="corrections">${corrections.length === 1 ? 'Correction' : 'Corrections'}</h2>
      ${corrections.map(({ at, text }) => html`<p class="quiet">${dateElement(at)}</p>${markdown(linkPaperIds(markupOf(text), mentioned), 3)}`)}</section>`

const neighbours = ({ earlier, later }: BriefView): Html | false =>
  (earlier !== null || later !== null) &&
  html`<nav class="pages" aria-label="Other briefs">
    <span>${earlier !== null && html`<a rel="prev" href="${briefPath(earlier.id)}">${weekLabel(earlier.week)}</a>`}</span>
    <span>${later !== null && html`<a rel="next" href="${briefPath(later.id)}">${weekLabel(later.week)}</a>`}</span>
  </nav>`

/** One brief: its summary, the editors' take, and the papers it is about. */
export const briefPage = ({ site, publicUrl }: { site: LiveSite; publicUrl: string }, view: BriefView): Html => {
  const { brief, corrections, featured, summary, take, evidence } = view
  return layout({
    title: brief.title,
    site,
    activePath: '/briefs',
    markdown: `${briefPath(brief.id)}.md`,
    description: `${site.current().name}: brief of ${weekLabel(brief.week)}.`,
    address: `${publicUrl}${briefPath(brief.id)}`,
    image: `${publicUrl}${briefPath(brief.id)}/share.png`,
    kind: 'article',
    body: html`<article class="brief">
      <header>
        <p class="quiet">${weekLabel(brief.week)} · published ${dateElement(brief.publishedAt)}${corrections.length > 0 && html` · <a href="#corrections">corrected ${dateElement(corrections.at(-1)?.at ?? '')}</a>`}</p>
        <h1>${withFormulas(brief.title)}</h1>
      </header>
      <div class="prose">${markdown(summary, 2)}</div>
      <section class="apart" aria-labelledby="take"><h2 id="take">${site.current().name}’s take</h2>${markdown(take, 3)}</section>
      ${correctionSection(view)}
      ${evidenceSection(evidence)}
      ${
        featured.length > 0 &&
        html`<section aria-labelledby="featured"><h2 id="featured">Featured papers</h2><ul class="papers">${featured.map((paper) => card(paper, view))}</ul></section>`
      }
      ${neighbours(view)}
    </article>`,
  })
}
