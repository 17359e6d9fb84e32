import { plainMathematics } from '#core/text/mathematics.ts'
import { capitalized, fieldName, isOn, type LibraryWords, partHeading, partName } from '#core/papers/library-words.ts'
import { assetUrl, layout } from '#http/pages/layout.ts'
import { markFormulas } from '#core/text/formula-marks.ts'
import { html, type Html, type Renderable, markdown, withFormulas } from '#html.ts'
import type { PublicProvenance, PublicValueProvenance } from '#core/assessment/provenance.ts'
import { describePublicProvenance } from '#core/assessment/provenance-phrases.ts'
import type { paperLinker } from '#core/papers/paper-mentions.ts'
import type { Paper, PaperWithText, ResearchType } from '#core/papers/paper.ts'
import {
  paperPath,
  alternateLinks,
  chapterLink,
  briefPath,
  conceptPath,
  gapPath,
  likeUrl,
  comparePath,
  authorPath,
  venuePath,
} from '#http/reader/addresses.ts'
import { paperFormats } from './forms.ts'
import { citationTags, jsonLd } from './metadata.ts'
import { earlierEvidenceList, evidenceList } from '#http/reader/evidence/pages.ts'
import type { Citing, EarlierEvidence, ShownEvidence } from '#http/reader/evidence/present.ts'
import { citePanel, copyButton, panelButtons, sharePanel } from './panels.ts'
import { orcidAddress } from '#core/papers/orcid.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import { fieldLabels } from '#core/papers/paper-fields.ts'
import { abstractName, judgedFrom, textName } from '#core/papers/text-kinds.ts'
import { namedFacets, type NamedFacet } from '#core/search/facet-token.ts'
import { filePath } from '#core/files.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { kindOf, scoreWord, valueOf } from '#core/papers/shown-scores.ts'
import type { ScoreSetting } from '#core/settings.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import { scoreMeter } from '#http/reader/library/pages.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { markPassages } from '#core/passages/mark-passages.ts'
import { type Passage, placeName, shortPassages } from '#core/passages/anchor.ts'
import type { Quotable } from '#core/passages/quotable.ts'
import {
  type MarkedSection,
  type PlacedPassage,
  isInlineText,
  markedSections,
  textParts,
} from '#core/passages/text-parts.ts'
import { plainMarkup } from '#core/text/markdown.ts'
import type { SectionedText, TextSection } from '#core/text/split-sections.ts'
import { authorSearch } from '#core/following/followed-search.ts'
import { isWithinLimits } from '#http/reader/library/orders.ts'
import type { EditorialMentions } from '#core/editorial/gap.ts'
import { weekLabel } from '#core/editorial/week.ts'
import type { PublicVersion, RelatedPaper } from '#ports/store/ranking.ts'
import { dateElement } from '#http/reader/dates.ts'
import { paperLine, firstAuthors } from '#http/reader/phrases.ts'
import { citationLists, type CitationView } from './citations.ts'
import { earlierVersionNotice, versionQuery, withVersion, type EarlierVersion } from './public-paper.ts'
import { saveButton } from '#http/reader/reading-list/save-button.ts'
import type { LiveSite } from '#ports/site.ts'

const DESCRIPTION_LENGTH = 200

/** The beginning of a text in one line, cut at a word. */
export const truncate = (text: string, length = DESCRIPTION_LENGTH): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length + 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > length / 2 ? cut.slice(0, end) : cut.slice(0, length)).toWellFormed()}…`
}

/** Machine-readable metadata for the head of a paper's page. */
const paperMetadata = (paper: Paper, pageUrl: string): Html => {
  const path = paperPath(paper.id)
  return html`${alternateLinks(path, paperFormats)}
    ${citationTags(paper, pageUrl).map(([name, content]) => html`<meta name="${name}" content="${content}" />\n`)}
    ${jsonLd(paper, pageUrl)}
    <script type="module" src="${assetUrl('copy.js')}"></script>
    <script type="module" src="${assetUrl('for-editors.js')}"></script>
    ${contentsScript()}`
}

/** Marks the present place in the contents. */
const contentsScript = (): Html => html`<script type="module" src="${assetUrl('contents.js')}"></script>`

/** Research types in words. */
const typeNames: Record<ResearchType, string> = {
  empirical: 'Empirical study',
  theoretical: 'Theory',
  benchmark: 'Benchmark',
  system: 'System',
  survey: 'Survey',
  position: 'Position paper',
  case_study: 'Case study',
  dataset: 'Dataset',
}

const fact = (name: string, value: Renderable): Html => html`<dt>${name}</dt><dd>${value}</dd>`

/** A link to another site: it sends no referrer and is no endorsement. */
const externalLink = (address: string, text: string, key: string | null = null): Html =>
  html`<a href="${address}" rel="noopener noreferrer nofollow"${key !== null && html` aria-keyshortcuts="${key}"`}>${text}</a>`

const siteName = (address: string): string => new URL(address).hostname.replace(/^www\./u, '')

/** What a reader does with a paper. A PDF of the library is shown by the browser's viewer. */
const paperActions = (paper: PaperWithText): Html => {
  const { url, storageUrl, openFile } = paper
  const source = safeUrl(url)
  const pdf = safeUrl(storageUrl)
  return html`<ul class="onward">
    ${source !== null && html`<li>${externalLink(source, `Read at ${siteName(source)}`)}</li>`}
    ${pdf !== null && html`<li>${openFile === undefined ? externalLink(pdf, 'PDF', 'p') : html`<a href="${filePath(openFile)}" type="application/pdf" aria-keyshortcuts="p">PDF</a>`}</li>`}
    <li>${saveButton(paper)}</li>
    ${panelButtons()}
    <li class="no-print" data-for-editors hidden><a href="/console/papers/${paper.id}/edit" aria-keyshortcuts="e" rel="nofollow">Edit</a></li>
  </ul>`
}

/** The name of an author or a venue, with a link to its page if it has one. */
const nameLink = (name: string, path: string | null): Html =>
  path === null ? html`<bdi>${name}</bdi>` : html`<a href="${path}"><bdi>${name}</bdi></a>`

/** "Journal of Examples 12 (3), 100-110": where a paper was published, as far as known. */
const publishedIn = ({ container, volume, issue, pages, publisher }: Paper): Html | null => {
  if (container === null) return publisher === null ? null : html`<bdi>${publisher}</bdi>`
  const number = issue === null ? '' : ` (${issue})`
  const rest = `${volume === null ? '' : ` ${volume}`}${number}${pages === null ? '' : `, ${pages}`}`
  return html`${nameLink(container, venuePath(container))}<bdi>${rest}${publisher !== null && `. ${publisher}`}</bdi>`
}

const licenseText = (license: string): Renderable => {
  const address = safeUrl(license)
  return address === null ? html`<bdi>${license}</bdi>` : externalLink(address, address.replace(/^https?:\/\//u, ''))
}

/** An institution and the like, with a link to all papers of it. */
const namedFact = (facet: NamedFacet, name: string | null): Html | false =>
  name !== null &&
  fact(
    fieldLabels[facet],
    html`<a href="/papers?${new URLSearchParams({ [facet]: name }).toString()}"><bdi>${name}</bdi></a>`,
  )

/** Who gave the value above it, if that was recorded. */
const origin = (value: PublicValueProvenance | undefined): Html | false =>
  value !== undefined && html` <small class="origin">${describePublicProvenance(value)}</small>`

/** More than these are folded away. */
const MAX_AFFILIATIONS_SHOWN = 12

/** What each author belongs to; several of one institution share a line. */
const affiliationFact = ({ authorDetails }: Paper): Html | false => {
  const pairs = authorDetails.flatMap(({ name, affiliations }) => affiliations.map((place) => ({ name, place })))
  const lines = [...Map.groupBy(pairs, ({ place }) => place)].map(
    ([place, of]) =>
      html`<li><bdi>${place}</bdi>: ${of.map(({ name }, index) => html`${index > 0 && ', '}<bdi>${name}</bdi>`)}</li>`,
  )
  if (lines.length === 0) return false
  const [first, rest] = [lines.slice(0, MAX_AFFILIATIONS_SHOWN), lines.slice(MAX_AFFILIATIONS_SHOWN)]
  const more = rest.length > 0 && html`<details><summary>and ${rest.length} more</summary><ul>${rest}</ul></details>`
  return fact('Affiliations', html`<ul>${first}</ul>${more}`)
}

/** The identifiers of a paper, as links to where they lead. */
const identifierFacts = (paper: Paper): (Html | false)[] => {
  const { doi, arxivId } = identifiersOf(paper)
  return [
    doi !== null && fact(fieldLabels.doi, externalLink(`https://doi.org/${doi}`, doi)),
    arxivId !== null && fact('arXiv', externalLink(`https://arxiv.org/abs/${arxivId}`, arxivId)),
  ]
}

const openAccessFact = ({ openAccess }: Paper): Html | false => {
  const address = safeUrl(openAccess?.url ?? null)
  return (
    address !== null &&
    fact(fieldLabels.openAccess, html`${externalLink(address, siteName(address))} (<bdi>${openAccess?.source}</bdi>)`)
  )
}

/** Year, institution and the like, as far as known. */
const factList = ({
  paper,
  provenance,
  chapters,
  words,
}: Pick<PaperView, 'paper' | 'provenance' | 'chapters' | 'words'>): Html => {
  const place = publishedIn(paper)
  return html`<dl class="facts">
    ${fact('Year', paper.year)}
    ${place !== null && fact(fieldLabels.container, place)}
    ${identifierFacts(paper)}
    ${namedFacets.map((facet) => facet !== 'container' && namedFact(facet, paper[facet]))}
    ${paper.type !== null && isOn('types', words) && fact(fieldName('type', words), html`${typeNames[paper.type]}${origin(provenance.type)}`)}
    ${paper.chapter !== null && fact('Chapter', html`${chapterLink(chapters, paper.chapter)}${origin(provenance.chapter)}`)}
    ${paper.topics.length > 0 && fact('Topics', html`<bdi>${paper.topics.join(', ')}</bdi>`)}
    ${paper.license !== null && fact('Licence', licenseText(paper.license))}
    ${openAccessFact(paper)}
    ${affiliationFact(paper)}
    ${fact('Number', paper.id)}
  </dl>`
}

type ScoredPaper = Pick<PaperView, 'paper' | 'provenance' | 'words'>

const scoreExplanation = (score: ScoreSetting, { paper, provenance }: ScoredPaper): Html | false => {
  const value = valueOf(score, paper)
  return (
    value !== null &&
    html`<dt>${scoreMeter(score, paper)}</dt><dd><bdi>${scoreWord(score, value)}</bdi>${origin(provenance[kindOf(score)])}</dd>`
  )
}

/** The scores, what they say about this paper and who gave them, and the scale. */
const scoreList = (view: ScoredPaper, site: LiveSite): Html | false =>
  view.words.scores.some((score) => valueOf(score, view.paper) !== null) &&
  html`<section class="scores" aria-labelledby="scores">
    <h2 id="scores">Scores</h2>
    <dl>${view.words.scores.map((score) => scoreExplanation(score, view))}</dl>
    <p class="quiet">From 0 to 1, published by ${site.current().name}, from ${judgedFrom(view.paper, view.paper.fullText !== null)}. They say what the paper studies, not how good it is.</p>
  </section>`

/** Paragraphs of plain text, with the ids of its passages. */
const markedParagraphs = (text: string, passages: readonly Passage[]): Html =>
  markdown(markFormulas(markPassages(plainMarkup(text), passages)))

const sectionId = ({ number }: TextSection): string => `text-${number}`

const headingLevel = (level: number): number => Math.min(6, level)

const heading = (level: number, id: string, title: string): Html => {
  // A tag's name cannot be a value of the template.
  if (level <= 2) return html`<h2 id="${id}" dir="auto">${withFormulas(title)}</h2>`
  if (level === 3) return html`<h3 id="${id}" dir="auto">${withFormulas(title)}</h3>`
  return html`<h4 id="${id}" dir="auto">${withFormulas(title)}</h4>`
}

/** Rendered text with links in place of the ids of papers. */
type LinkPapers = ReturnType<typeof paperLinker>

/** A text, or a part of one, to be shown. */
type ShownText = { format: SectionedText['format']; sections: readonly MarkedSection[] }

type RenderedSections = ShownText & { markupOf: MarkupOf; linked: LinkPapers }

/** What the authors wrote stays as it is: “p12” is a page there. */
const linksOfText = ({ fullTextKind }: Paper, linked: LinkPapers): LinkPapers =>
  fullTextKind === 'note' ? linked : (markup) => markup

const sectionBody = ({ body, passages }: MarkedSection, format: ShownText['format'], markupOf: MarkupOf) =>
  markPassages(format === 'markdown' ? markupOf(body) : plainMarkup(body), passages)

/** Sections of a text; the highest of its headings has the level `top` on the page. */
const textSections = ({ format, sections, markupOf, linked }: RenderedSections, top: 2 | 3): Html[] =>
  sections.map(
    (section) => html`${section.title !== null && heading(top + section.level - 1, sectionId(section), section.title)}
${markdown(linked(sectionBody(section, format, markupOf)), headingLevel(top + section.level))}`,
  )

/** Limit of a table of contents: a text may have a heading in every line. */
const MAX_CONTENTS = 500

/** An entry of the contents. Level 1 is the highest; one without an address says how many are left out. */
type ContentsEntry = { address: string | null; title: string; level: number }

/** The headings of a text, each with the address of its section; none for fewer than two. */
const textEntries = (
  sections: readonly TextSection[],
  addressOf: (section: TextSection) => string,
): ContentsEntry[] => {
  const titled = sections.filter(({ title }) => title !== null)
  if (titled.length < 2) return []
  const shown = titled
    .slice(0, MAX_CONTENTS)
    .map((one) => ({ address: addressOf(one), title: one.title ?? '', level: one.level }))
  const more = titled.length - shown.length
  return more === 0 ? shown : [...shown, { address: null, title: `and ${more} more headings`, level: 1 }]
}

/** A part of the rail: open beside the text, where its heading is shown, and folded above it. */
const railPart = (title: string, body: Html): Html =>
  html`<details class="rail-part"><summary>${title}</summary><h2>${title}</h2>${body}</details>`

const contentsItem = ({ address, title, level }: ContentsEntry): Html =>
  html`<li class="level-${Math.min(3, level)}">${address === null ? html`<span class="quiet">${title}</span>` : html`<a href="${address}" dir="auto">${withFormulas(title)}</a>`}</li>\n`

/** The contents of a page, none for fewer than two entries. */
const contentsPart = (entries: readonly ContentsEntry[]): Html | false =>
  entries.length > 1 &&
  railPart(
    'Contents',
    html`<nav class="text-contents no-print" aria-label="Contents"><ol>
      ${entries.map(contentsItem)}
    </ol></nav>`,
  )

export type PaperView = {
  paper: PaperWithText
  /** Who gave the values of its assessment, as far as that was recorded. */
  provenance: PublicProvenance
  words: LibraryWords
  /** Null for the current version. */
  earlier: EarlierVersion | null
  chapters: readonly NamedChapter[]
  /** Ids of concepts by name. */
  conceptIds: ReadonlyMap<string, string>
  citations: EditorialMentions
  related: readonly RelatedPaper[]
  /** What the paper cites, and what cites it; null if nothing is known. */
  graph: CitationView | null
  /** Passages of the full text that are worth quoting. */
  quotable: readonly Quotable<PlacedPassage>[]
  /** For the public papers that the commentary and a note on the page mention by id. */
  linked: LinkPapers
  /** The full text, if there is one. */
  text: SectionedText | null
  /** The newest versions that were public, newest first. */
  versions: readonly PublicVersion[]
  /** For the commentary, and for the full text if it is on the page. */
  markupOf: MarkupOf
  citing: Citing
  /** What the commentary rests on; null for an earlier version. */
  evidence: ShownEvidence | null
  /** What that of an earlier version named. */
  earlierEvidence: EarlierEvidence | null
}

type Site = { site: LiveSite; publicUrl: string }

/** More names than these are folded away. */
const MAX_AUTHORS = 6
export const isInline = ({ fullText }: PaperWithText): boolean => fullText !== null && isInlineText(fullText)

/** A name, with a link to the page of the author. */
const authorName = (name: string): Html => nameLink(name, isWithinLimits(authorSearch(name)) ? authorPath(name) : null)

const orcidLink = (name: string, orcid: string): Html =>
  html` <a class="orcid" href="${orcidAddress(orcid)}" aria-label="ORCID iD of ${name}" rel="noopener noreferrer">ORCID</a>`

type ShownAuthor = { name: string; orcid: string | null }

const names = (some: readonly ShownAuthor[], show = authorName): Html[] =>
  some.map(
    ({ name, orcid }, index) => html`${index > 0 && ', '}${show(name)}${orcid !== null && orcidLink(name, orcid)}`,
  )

const authorLine = ({ authors, authorDetails }: Paper): Html => {
  const orcids = new Map(authorDetails.map(({ position, orcid }) => [position, orcid]))
  const all = authors.map((name, index) => ({ name, orcid: orcids.get(index + 1) ?? null }))
  if (all.length <= MAX_AUTHORS + 1) return html`<p class="authors">${names(all)}</p>`
  const rest = all.slice(MAX_AUTHORS)
  return html`<p class="authors">${names(all.slice(0, MAX_AUTHORS))}</p>
    <details class="authors"><summary>and ${rest.length} more authors</summary><p>${names(rest, (name) => html`<bdi>${name}</bdi>`)}</p></details>`
}

/** A section of the page, with what the contents say of it. */
type PageSection = { markup: Html; entries: ContentsEntry[] }

const section = (id: string, title: string, body: Renderable): PageSection => ({
  markup: html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`,
  entries: [{ address: `#${id}`, title, level: 1 }],
})

const withEntries = ({ markup, entries }: PageSection, inner: readonly ContentsEntry[]): PageSection => ({
  markup,
  entries: [...entries, ...inner.map((entry) => ({ ...entry, level: entry.level + 1 }))],
})

/** Why the paper matters: the commentary of the editors, and by whom it is. */
const commentarySection = ({ paper, linked, markupOf, citing }: PaperView, site: LiveSite): PageSection | false => {
  const { commentary } = paper
  if (commentary === null) return false
  const passages = shortPassages('commentary', commentary)
  const shown = citing(`paper:${paper.id}`, markupOf(commentary), (markup) => linked(markPassages(markup, passages)))
  const body = html`${markdown(shown)}<p class="origin">By the editors of ${site.current().name}, from ${judgedFrom(paper, paper.fullText !== null)}.</p>`
  return section('commentary', 'Why it matters', html`<div class="apart">${body}</div>`)
}

/** Each with a link to where it stands. */
const quotesSection = (view: PaperView): PageSection | false => {
  const { paper, earlier, quotable } = view
  const placeOf = ({ place, part }: PlacedPassage): string =>
    `${part === 0 ? '' : textPath(paper.id, part, earlier)}#${placeName(place)}`
  return (
    quotable.length > 0 &&
    section(
      'quotes',
      'Passages worth quoting',
      html`${quotable.map(
        ({ text, title, passage }, index) =>
          html`<figure class="quote"><blockquote><p id="quote-${index + 1}" dir="auto">${text}</p></blockquote>
            <figcaption>${copyButton(`quote-${index + 1}`, 'passage')}From ${paper.fullTextKind === 'note' && 'the editors’ note, '}<a href="${placeOf(passage)}" dir="auto">${title ?? textName(paper)}</a></figcaption></figure>`,
      )}`,
    )
  )
}

const conceptTag = (name: string, id: string | undefined): Html =>
  html`<li>${id === undefined ? html`<span class="tag">${name}</span>` : html`<a href="${conceptPath(id)}">${name}</a>`}</li>`

const classification = ({ paper, conceptIds, words }: PaperView): (PageSection | false)[] => [
  isOn('concepts', words) &&
    paper.concepts.length > 0 &&
    section(
      'concepts',
      partHeading('concepts', words),
      html`<ul class="tags">${paper.concepts.map((name) => conceptTag(name, conceptIds.get(name)))}</ul>`,
    ),
  isOn('frameworks', words) &&
    paper.frameworks.length > 0 &&
    section(
      'frameworks',
      words.labels.frameworks === undefined ? 'Framework mappings' : partHeading('frameworks', words),
      html`<ul class="tags">${paper.frameworks.map((name) => html`<li><span class="tag">${name}</span></li>`)}</ul>`,
    ),
]

const mentionedIn = ({ gaps, briefs }: EditorialMentions, words: LibraryWords): PageSection | false =>
  gaps.length + briefs.length > 0 &&
  section(
    'cited',
    `In ${(['gaps', 'briefs'] as const)
      .filter((part) => isOn(part, words))
      .map((part) => partName(part, words).many)
      .join(' and ')}`,
    html`<ul>
      ${gaps.map(({ id, title, severity }) => html`<li>${capitalized(partName('gaps', words).one)} (${severity}): <a href="${gapPath(id)}">${withFormulas(title)}</a></li>\n`)}
      ${briefs.map(({ id, week, title }) => html`<li>${capitalized(partName('briefs', words).one)} of ${weekLabel(week)}: <a href="${briefPath(id)}">${withFormulas(title)}</a></li>\n`)}
    </ul>`,
  )

const relatedSection = ({ paper: { id }, related, words }: PaperView): PageSection | false =>
  related.length > 0 &&
  section(
    'related',
    'Related papers',
    html`<ul class="lines">
      ${related.map(({ paper, shares }) => paperLine(paper, words.scores, html`<span class="quiet shares">shares: <bdi>${shares.join(', ')}</bdi> · <a href="${comparePath(id, paper.id)}" aria-label="Compare with: ${plainMathematics(paper.title)}">Compare</a></span>`))}
    </ul>
    <p><a href="${likeUrl(id)}">More like this</a></p>`,
  )

const citationsSection = ({ paper: { id }, graph, words }: PaperView): PageSection | false =>
  graph !== null && section('citations', 'Citations', citationLists(id, graph, words))

/** The address of each section of a text that has its own pages. */
const sectionUrls = ({ paper: { id }, earlier }: PaperView, text: SectionedText): ((number: number) => string) => {
  const parts = textParts(text)
  const partOf = new Map<number, number>()
  for (const [index, part] of parts.entries())
    for (const { number } of part) if (!partOf.has(number)) partOf.set(number, index + 1)
  return (number) => textPath(id, partOf.get(number) ?? 1, earlier)
}

const textPath = (id: string, part: number, earlier: EarlierVersion | null): string => {
  const query = new URLSearchParams({
    ...versionQuery(earlier),
    ...(part === 1 ? {} : { part: String(part) }),
  }).toString()
  return `${paperPath(id)}/text${query === '' ? '' : `?${query}`}`
}

const fullText = (view: PaperView): PageSection | false => {
  const { paper, earlier, text, markupOf, linked } = view
  if (text === null) return false
  const { sections } = text
  if (isInline(paper))
    return withEntries(
      section(
        'text',
        textName(paper),
        html`<div class="prose">${textSections({ format: text.format, sections: markedSections(text), markupOf, linked: linksOfText(paper, linked) }, 3)}</div>`,
      ),
      textEntries(sections, (entry) => `#${sectionId(entry)}`),
    )
  const addressOf = sectionUrls(view, text)
  return withEntries(
    section(
      'text',
      textName(paper),
      html`<p><a class="button" href="${textPath(paper.id, 1, earlier)}">Read the ${textName(paper).toLowerCase()}</a></p>`,
    ),
    textEntries(sections, (entry) => `${addressOf(entry.number)}#${sectionId(entry)}`),
  )
}

/** The versions of a paper that changed while it was public. */
const versionsSection = ({ paper: { id }, earlier, versions }: PaperView): PageSection | false => {
  const current = versions[0]?.version ?? 1
  const item = ({ version, since }: PublicVersion): Html => {
    const name = `Version ${version}${version === current ? ', the current one' : ''}`
    const address = withVersion(paperPath(id), version === current ? null : { version, current })
    const isShown = version === (earlier?.version ?? current)
    return html`<li>${isShown ? html`<strong>${name}</strong>` : html`<a href="${address}">${name}</a>`}
      <span class="quiet">public since ${dateElement(since)}</span></li>`
  }
  return versions.length > 1 && section('versions', 'Versions', html`<ul class="lines">${versions.map(item)}</ul>`)
}

const evidencePart = ({ evidence, earlierEvidence }: PaperView): PageSection | false => {
  if (evidence !== null) return section('evidence', 'Evidence', evidenceList(evidence))
  return earlierEvidence !== null && section('evidence', 'Evidence', earlierEvidenceList(earlierEvidence))
}

const abstractSection = (paper: Paper): PageSection | false => {
  const { abstract } = paper
  if (abstract === null) return false
  return section('abstract', abstractName(paper), markedParagraphs(abstract, shortPassages('abstract', abstract)))
}

/** One paper with the editors' commentary and related papers. */
export const paperPage = ({ site, publicUrl }: Site, view: PaperView): Html => {
  const { paper, citations } = view
  const pageUrl = `${publicUrl}${paperPath(paper.id)}`
  const shown = { paper, earlier: view.earlier, pageUrl }
  const sections = [
    commentarySection(view, site),
    evidencePart(view),
    abstractSection(paper),
    quotesSection(view),
    ...classification(view),
    mentionedIn(citations, view.words),
    relatedSection(view),
    citationsSection(view),
    fullText(view),
    versionsSection(view),
  ].filter((one) => one !== false)
  return layout({
    title: paper.title,
    site,
    activePath: '/papers',
    description: truncate(
      paper.abstract === null
        ? `A paper of ${paper.year} by ${paper.authors[0] ?? 'unnamed authors'}.`
        : plainMathematics(paper.abstract),
    ),
    address: pageUrl,
    kind: 'article',
    image: `${pageUrl}/share.png`,
    head: paperMetadata(paper, pageUrl),
    body: html`<article class="paper">
      <header>
        ${earlierVersionNotice(paper.id, view.earlier)}
        <h1 dir="auto">${withFormulas(paper.title)}</h1>
        ${authorLine(paper)}
      </header>
      <aside class="rail" aria-label="About this paper">
        ${paperActions(paper)}
        ${contentsPart(sections.flatMap(({ entries }) => entries))}
        ${railPart(view.words.scores.length > 0 ? 'Facts and scores' : 'Facts', html`${factList(view)}${scoreList(view, site)}`)}
      </aside>
      <div class="reading">
        ${sections.map(({ markup }) => markup)}
        ${citePanel(shown)}${sharePanel(shown)}
      </div>
    </article>`,
  })
}

/** `text` has the sections of this part. */
type TextView = {
  paper: Paper
  earlier: EarlierVersion | null
  text: ShownText
  part: number
  parts: number
  markupOf: MarkupOf
  /** For the public papers that this part mentions, if it is of a note. */
  linked: LinkPapers
}

type TextPart = { id: string; earlier: EarlierVersion | null; part: number; parts: number }

/** @param name distinguishes the links above the text from those below it */
const neighbours = ({ id, earlier, part, parts }: TextPart, name: string): Html | false =>
  parts > 1 &&
  html`<nav class="pages" aria-label="${name}">
    <span>${part > 1 && html`<a rel="prev" href="${textPath(id, part - 1, earlier)}" aria-keyshortcuts="b">Previous part</a>`}</span>
    <span class="quiet">Part ${part} of ${parts}</span>
    <span>${part < parts && html`<a rel="next" href="${textPath(id, part + 1, earlier)}" aria-keyshortcuts="n">Next part</a>`}</span>
  </nav>`

/** One part of a long text. */
export const textPage = (
  { site, publicUrl }: { site: LiveSite; publicUrl: string },
  { paper, earlier, text, part, parts, markupOf, linked }: TextView,
): Html => {
  const place = { id: paper.id, earlier, part, parts }
  const contents = contentsPart(textEntries(text.sections, (section) => `#${sectionId(section)}`))
  return layout({
    title: `${textName(paper)}: ${truncate(plainMathematics(paper.title), 120)}`,
    site,
    activePath: '/papers',
    description: `${paper.fullTextKind === 'note' ? 'A note by the editors on' : 'The full text of'} a paper of ${paper.year}${parts > 1 ? `, part ${part} of ${parts}` : ''}.`,
    address: `${publicUrl}${textPath(paper.id, part, null)}`,
    head: contentsScript(),
    body: html`<article class="paper text">
      <header>
        ${earlierVersionNotice(paper.id, earlier)}
        <h1 dir="auto"><a href="${paperPath(paper.id)}">${withFormulas(paper.title)}</a></h1>
        <p class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi> · ${paper.year} · ${paper.fullTextKind === 'note' ? 'note by the editors' : 'full text'}</p>
      </header>
      ${contents !== false && html`<aside class="rail" aria-label="About this text">${contents}</aside>`}
      <div class="reading">
        ${neighbours(place, 'Parts of the text')}
        <div class="prose">${textSections({ ...text, markupOf, linked: linksOfText(paper, linked) }, 2)}</div>
        ${neighbours(place, 'Parts of the text, again')}
      </div>
    </article>`,
  })
}
