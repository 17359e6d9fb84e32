import { pluralize } from '#core/numbers/pluralize.ts'
import type { BriefSummary, PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import { weekLabel } from '#core/editorial/week.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { headingsBelow } from './paper-markdown.ts'
import { inlineText } from './untrusted-text.ts'

/** What editors write, in Markdown. A heading of level 1 makes it a document, a lower one a part of one. */

/** The whole addresses of pages. */
export type PageUrls = {
  paper(id: string): string
  concept(id: string): string
  gap(id: string): string
  brief(id: string): string
  chapter(number: number): string
}

const heading = (level: number, text: string): string => `${'#'.repeat(level)} ${text}\n\n`

/** A paper in one line, as lists name it. */
export const paperLine = (urls: PageUrls, { id, title, authors, year }: Paper): string => {
  const [first = 'unnamed'] = authors
  const written = authors.length > 1 ? `${inlineText(first)} et al.` : inlineText(first)
  return `- [${inlineText(title)}](${urls.paper(id)}), ${written} (${year}), ${id}\n`
}

const paperLines = (urls: PageUrls, papers: readonly Paper[]): string =>
  papers.map((paper) => paperLine(urls, paper)).join('')

/** Papers of a list with their number, of which these are the first. */
export const paperList = (urls: PageUrls, level: number, papers: readonly Paper[], total: number): string => {
  if (papers.length === 0) return ''
  const note =
    total > papers.length ? `The first ${papers.length} of ${total}, the highest long-horizon score first.\n\n` : ''
  return `\n${heading(level, 'Papers')}${note}${paperLines(urls, papers)}`
}

export const chapterMarkdown = ({ number, name, introduction }: ChapterRecord, level = 1): string =>
  `${heading(level, `Chapter ${number}: ${inlineText(name)}`)}${headingsBelow(introduction.trim(), level)}\n`

export const gapMarkdown = (urls: PageUrls, gap: GapWithPapers, level = 1): string =>
  [
    heading(level, inlineText(gap.title)),
    `- Id: ${gap.id}\n- Severity: ${gap.severity}\n- Page: <${urls.gap(gap.id)}>\n\n`,
    `${headingsBelow(gap.explanation.trim(), level)}\n`,
    paperList(urls, level + 1, gap.papers, gap.papers.length),
  ].join('')

/** A concept in one line. */
export const conceptLine = (urls: PageUrls, { id, name, papers, evidence, definition }: ConceptWithTrend): string =>
  `- [${inlineText(name)}](${urls.concept(id)}): ${pluralize(papers, 'paper', 'papers')}, ${evidence.trend}${definition === null ? '' : `. ${inlineText(definition)}`}\n`

/** @param reasons why the concept has its trend, in sentences */
export const conceptMarkdown = (urls: PageUrls, concept: ConceptWithTrend, reasons: readonly string[]): string =>
  [
    heading(1, inlineText(concept.name)),
    concept.definition === null ? '' : `${inlineText(concept.definition)}\n\n`,
    `- Id: ${concept.id}\n- Papers: ${concept.papers}\n- Trend: ${concept.evidence.trend}\n- Page: <${urls.concept(concept.id)}>\n\n`,
    `${reasons.join(' ')}\n`,
  ].join('')

/** @param featured its papers, as far as they are public */
export const briefMarkdown = (
  urls: PageUrls,
  { brief, featured, houseName }: { brief: PublishedBrief; featured: readonly Paper[]; houseName: string },
  level = 1,
): string =>
  [
    heading(level, `${weekLabel(brief.week)}: ${inlineText(brief.title)}`),
    `- Published: ${brief.publishedAt.slice(0, 10)}\n- Page: <${urls.brief(brief.id)}>\n\n`,
    `${headingsBelow(brief.summary.trim(), level + 1)}\n`,
    `\n${heading(level + 1, `The take of ${houseName}`)}${headingsBelow(brief.take.trim(), level + 1)}\n`,
    paperList(urls, level + 1, featured, featured.length),
  ].join('')

/** A brief in one line. */
export const briefLine = (urls: PageUrls, { id, week, title }: BriefSummary): string =>
  `- [${weekLabel(week)}: ${inlineText(title)}](${urls.brief(id)})\n`
