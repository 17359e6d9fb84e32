import { partName } from '#core/papers/library-words.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { html, markdown, type Html, withFormulas } from '#html.ts'
import type { PublishedBrief, BriefSummary } from '#core/editorial/brief.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { linkPaperIds, type MentionedPapers } from '#core/papers/paper-mentions.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { briefPath, paperPath, chapterLink } from '#http/reader/addresses.ts'
import { dateElement, firstAuthors } from '#http/reader/phrases.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
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
      ${briefs.length === 0 && html`<p>No ${one} has been published yet.</p>`}
      ${[...Map.groupBy(briefs, ({ week }) => week.year)].map(
        ([year, briefs]) =>
          html`<section aria-labelledby="y${year}"><h2 id="y${year}">${year}</h2><ul class="lines">${briefs.map(entry)}</ul></section>`,
      )}
      <p><a href="/subscribe">Get each ${one} by email</a></p>
      ${followLine('/briefs')}`,
  })
}

const card = (paper: Paper, { chapters, mentioned, markupOf, scores }: BriefView): Html => {
  const meters = scores.map((score) => scoreMeter(score, paper)).filter((meter) => meter !== false)
  return html`<li>
    <h3><a href="${paperPath(paper.id)}" dir="auto">${withFormulas(paper.title)}</a></h3>
    <p class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi> · ${paper.year}${paper.chapter !== null && html` · ${chapterLink(chapters, paper.chapter)}`}</p>
    ${meters.length > 0 && html`<p class="marks">${meters.map((meter) => html`${meter} `)}</p>`}
    ${paper.commentary !== null && markdown(linkPaperIds(markupOf(paper.commentary), mentioned), 4)}
  </li>\n`
}

export type BriefView = {
  scores: ShownScores
  brief: PublishedBrief
  /** The featured papers that are public. */
  featured: readonly Paper[]
  chapters: readonly NamedChapter[]
  /** Public papers that the texts mention by id. */
  mentioned: MentionedPapers
  /** For the texts of the brief and the commentaries. */
  markupOf: MarkupOf
  earlier: BriefSummary | null
  later: BriefSummary | null
}

const neighbours = ({ earlier, later }: BriefView): Html | false =>
  (earlier !== null || later !== null) &&
  html`<nav class="pages" aria-label="Other briefs">
    <span>${earlier !== null && html`<a rel="prev" href="${briefPath(earlier.id)}">${weekLabel(earlier.week)}</a>`}</span>
    <span>${later !== null && html`<a rel="next" href="${briefPath(later.id)}">${weekLabel(later.week)}</a>`}</span>
  </nav>`

/** One brief: its summary, the editors' take, and the papers it is about. */
export const briefPage = ({ site, publicUrl }: { site: LiveSite; publicUrl: string }, view: BriefView): Html => {
  const { brief, featured, mentioned, markupOf } = view
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
        <p class="quiet">${weekLabel(brief.week)} · published ${dateElement(brief.publishedAt)}</p>
        <h1>${withFormulas(brief.title)}</h1>
      </header>
      <div class="prose">${markdown(linkPaperIds(markupOf(brief.summary), mentioned), 2)}</div>
      <section class="apart" aria-labelledby="take"><h2 id="take">${site.current().name}’s take</h2>${markdown(linkPaperIds(markupOf(brief.take), mentioned), 3)}</section>
      ${
        featured.length > 0 &&
        html`<section aria-labelledby="featured"><h2 id="featured">Featured papers</h2><ul class="papers">${featured.map((paper) => card(paper, view))}</ul></section>`
      }
      ${neighbours(view)}
    </article>`,
  })
}
