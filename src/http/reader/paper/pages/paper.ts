import { authorSearch } from '#core/following/describe-search.ts'
import { isWithinLimits } from '#http/reader/library/orders.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { EditorialMentions } from '#core/editorial/editorial-mentions.ts'
import { html, markdown, type Html, type Renderable } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { markPassages } from '#core/passages/mark-passages.ts'
import { shortPassages } from '#core/passages/paper-passages.ts'
import { isInlineText, markedSections, textParts } from '#core/passages/text-parts.ts'
import type { SectionedText } from '#core/text/split-sections.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { weekLabel } from '#core/editorial/week.ts'
import type { RelatedPaper } from '#ports/store/related.ts'
import { briefPath, conceptPath, gapPath, paperPath } from '#http/reader/addresses.ts'
import { layout } from '#http/pages/layout.ts'
import { linkPaperIds } from '#http/reader/paper-links.ts'
import { paperLine } from '#http/reader/paper-line.ts'
import { truncate, paperMetadata } from '#http/reader/paper/present.ts'
import { citeSection } from './cite.ts'
import { earlierVersionNotice, versionQuery, type EarlierVersion } from './earlier-version.ts'
import { factList, scoreList, paperLinks } from './facts.ts'
import { markedParagraphs, sectionId, textContents, textSections } from './full-text.ts'

export type PaperView = {
  paper: PaperWithText
  /** Null for the present version. */
  earlier: EarlierVersion | null
  chapters: readonly NamedChapter[]
  /** Ids of concepts by name. */
  conceptIds: ReadonlyMap<string, string>
  citations: EditorialMentions
  related: readonly RelatedPaper[]
  /** Papers that the commentary names by their ids and that are public. */
  mentioned: ReadonlySet<string>
  /** The full text, if there is one. */
  text: SectionedText | null
  /** Of the commentary, and of the full text where it stands on the page. */
  markupOf: MarkupOf
}

type Site = { houseName: string; publicUrl: string }

/** More names than these are folded away. */
const MAX_AUTHORS = 24
export const isInline = ({ fullText }: PaperWithText): boolean => fullText !== null && isInlineText(fullText)

/** A name, which leads to what the library has by that author, and to the feeds of it. */
const authorName = (name: string): Html => {
  const search = authorSearch(name)
  return isWithinLimits(search)
    ? html`<a href="/?${new URLSearchParams({ q: search }).toString()}"><bdi>${name}</bdi></a>`
    : html`<bdi>${name}</bdi>`
}

const names = (some: readonly string[], show = authorName): Html[] =>
  some.map((name, index) => html`${index > 0 && ', '}${show(name)}`)

const authorLine = (authors: readonly string[]): Html => {
  if (authors.length <= MAX_AUTHORS + 1) return html`<p class="authors">${names(authors)}</p>`
  const rest = authors.slice(MAX_AUTHORS)
  return html`<p class="authors">${names(authors.slice(0, MAX_AUTHORS))}</p>
    <details class="authors"><summary>and ${rest.length} more authors</summary><p>${names(rest, (name) => html`<bdi>${name}</bdi>`)}</p></details>`
}

const section = (id: string, title: string, body: Renderable): Html =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`

const commentarySection = (
  { paper: { commentary }, mentioned, markupOf }: PaperView,
  houseName: string,
): Html | false => {
  if (commentary === null) return false
  const marked = markPassages(markupOf(commentary), shortPassages('commentary', commentary))
  return html`<section class="apart" aria-labelledby="commentary"><h2 id="commentary">Commentary by ${houseName}</h2>${markdown(linkPaperIds(marked, mentioned))}</section>`
}

const conceptTag = (name: string, id: string | undefined): Html =>
  html`<li>${id === undefined ? html`<span class="tag">${name}</span>` : html`<a href="${conceptPath(id)}">${name}</a>`}</li>`

const classification = ({ paper, conceptIds }: PaperView): Html => html`
  ${
    paper.concepts.length > 0 &&
    section(
      'concepts',
      'Concepts',
      html`<ul class="tags">${paper.concepts.map((name) => conceptTag(name, conceptIds.get(name)))}</ul>`,
    )
  }
  ${
    paper.frameworks.length > 0 &&
    section(
      'frameworks',
      'Framework mappings',
      html`<ul class="tags">${paper.frameworks.map((name) => html`<li><span class="tag">${name}</span></li>`)}</ul>`,
    )
  }`

const mentionedIn = ({ gaps, briefs }: EditorialMentions): Html | false =>
  gaps.length + briefs.length > 0 &&
  section(
    'cited',
    'In gaps and briefs',
    html`<ul>
      ${gaps.map(({ id, title, severity }) => html`<li>Gap (${severity}): <a href="${gapPath(id)}">${title}</a></li>\n`)}
      ${briefs.map(({ id, week, title }) => html`<li>Brief of ${weekLabel(week)}: <a href="${briefPath(id)}">${title}</a></li>\n`)}
    </ul>`,
  )

const relatedSection = (related: readonly RelatedPaper[]): Html | false =>
  related.length > 0 &&
  section(
    'related',
    'Related papers',
    html`<ul class="lines">
      ${related.map(({ paper, shares }) => paperLine(paper, html`<span class="quiet shares">shares: <bdi>${shares.join(', ')}</bdi></span>`))}
    </ul>`,
  )

/** Where each section is found when the text has pages of its own. */
const sectionUrls = ({ paper: { id }, earlier }: PaperView, text: SectionedText): ((number: number) => string) => {
  const parts = textParts(text)
  const partOf = new Map<number, number>()
  for (const [index, part] of parts.entries())
    for (const { number } of part) if (!partOf.has(number)) partOf.set(number, index + 1)
  return (number) => textPath(id, partOf.get(number) ?? 1, earlier)
}

export const textPath = (id: string, part: number, earlier: EarlierVersion | null): string => {
  const query = new URLSearchParams({
    ...versionQuery(earlier),
    ...(part === 1 ? {} : { part: String(part) }),
  }).toString()
  return `${paperPath(id)}/text${query === '' ? '' : `?${query}`}`
}

const fullText = (view: PaperView): Html | false => {
  const { paper, earlier, text, markupOf } = view
  if (text === null) return false
  const { sections } = text
  if (isInline(paper))
    return section(
      'text',
      'Full text',
      html`${textContents(sections, (entry) => `#${sectionId(entry)}`)}
        <div class="prose">${textSections({ format: text.format, sections: markedSections(text), markupOf }, 3)}</div>`,
    )
  const addressOf = sectionUrls(view, text)
  return section(
    'text',
    'Full text',
    html`<p><a class="button" href="${textPath(paper.id, 1, earlier)}">Read the full text</a></p>
      ${textContents(sections, (entry) => `${addressOf(entry.number)}#${sectionId(entry)}`)}`,
  )
}

/** One paper with its commentary by the editors and related papers. */
export const paperPage = ({ houseName, publicUrl }: Site, surroundings: PaperView): Html => {
  const { paper, chapters, citations, related } = surroundings
  const pageUrl = `${publicUrl}${paperPath(paper.id)}`
  return layout({
    title: paper.title,
    houseName,
    activePath: '/',
    description: truncate(paper.abstract ?? `A paper of ${paper.year} by ${paper.authors[0] ?? 'unnamed authors'}.`),
    address: pageUrl,
    kind: 'article',
    head: paperMetadata(paper, pageUrl),
    body: html`<article class="paper">
      <header>
        ${earlierVersionNotice(paper.id, surroundings.earlier)}
        <h1 dir="auto">${paper.title}</h1>
        ${authorLine(paper.authors)}
        ${paperLinks(paper)}
      </header>
      <aside aria-label="Facts and scores">${factList(paper, chapters)}${scoreList(paper, houseName)}</aside>
      <div class="reading">
        ${commentarySection(surroundings, houseName)}
        ${paper.abstract !== null && section('abstract', 'Abstract', markedParagraphs(paper.abstract, shortPassages('abstract', paper.abstract)))}
        ${classification(surroundings)}
        ${mentionedIn(citations)}
        ${relatedSection(related)}
        ${citeSection(referenceOf(paper, pageUrl))}
        ${fullText(surroundings)}
      </div>
    </article>`,
  })
}
