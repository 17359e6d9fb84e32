import { type EvidenceKind, type EvidenceSubject, evidenceSubjects, shortenQuote } from '#core/evidence/evidence.ts'
import { type EvidenceMark, fillPlaceholders, findMarks, writeMarks } from '#core/text/evidence-marks.ts'
import { pluralize } from '#core/numbers.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { Paper } from '#core/papers/paper.ts'
import { html } from '#html.ts'
import { gapPath, paperPath } from '#http/reader/addresses.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { RenderingSubject } from '#ports/store/renderings.ts'
import type { Store } from '#ports/store/store.ts'
import { type CitedEvidence, readEvidence, withCitedPapers } from '#queries/evidence.ts'
import { renderMarkedTexts } from '#queries/rendered-texts.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { inlineText, type PageUrls } from '#schemas/markdown.ts'
import { shownMark } from '#schemas/present-evidence.ts'

export type EvidencePorts = { store: Store; clock: Clock }

/** What the texts of one page rest on, numbered from 1 over all of them. */
export type ShownEvidence = {
  cited: readonly CitedEvidence[]
  /** The texts with their marks. */
  texts: ReadonlyMap<EvidenceSubject, string>
}

/** Null for a page without marks, which costs one look-up. */
export const readShownEvidence = async (
  { store, clock }: EvidencePorts,
  kind: EvidenceKind,
  id: string,
): Promise<ShownEvidence | null> => {
  const reader = store.public
  const subjects = evidenceSubjects(kind, id)
  const found = await readEvidence({ reader, clock, doInTurns, parseSearch: parseEvidenceSearch }, subjects)
  if (found.length === 0) return null
  return { cited: await withCitedPapers({ reader, doInTurns }, found), texts: await reader.evidence.texts(subjects) }
}

/** How many marks the texts before this one have. */
export const marksBefore = ({ cited }: ShownEvidence, subject: EvidenceSubject): number =>
  Math.max(
    0,
    cited.findIndex(({ evidence }) => evidence.subject === subject),
  )

type Prepare = (markup: MarkdownMarkup) => MarkdownMarkup

type RenderingPorts = { store: Store; markdown: MarkdownRenderer }

/** A mark on the page that lists its evidence. */
const markOnPage = (place: number): string =>
  html`<sup class="cited"><a id="m${place}" href="#e${place}" aria-label="Evidence ${place}">${place}</a></sup>`.toString()

/**
 * Renders texts that have marks.
 *
 * @param writeIn writes the marks of a text by their numbers
 * @param keptAs names the stored markup of a text; by default that of the current one
 */
const renderMarks = async (
  { store, markdown }: RenderingPorts,
  texts: ReadonlyMap<EvidenceSubject, string>,
  writeIn: (subject: EvidenceSubject) => (number: number) => string,
  keptAs: (subject: EvidenceSubject) => RenderingSubject = (subject) => subject,
): Promise<Citing> => {
  const named = [...texts].map(([subject, text]) => ({ subject: keptAs(subject), text }))
  const markupOf = await renderMarkedTexts({ renderings: store.public.renderings, markdown }, named)
  return (subject, plain, prepare) => {
    const text = texts.get(subject)
    return text === undefined ? prepare(plain) : fillPlaceholders(prepare(markupOf(text)), writeIn(subject))
  }
}

/**
 * The markup of a text on its own page: that with links to the list of evidence, or for a text without marks the one given.
 * `prepare` puts in what other links a page has.
 */
export type Citing = (subject: EvidenceSubject, plain: MarkdownMarkup, prepare: Prepare) => MarkdownMarkup

export const renderCitingTexts = async (
  ports: RenderingPorts,
  shown: Pick<ShownEvidence, 'texts' | 'cited'> | null,
): Promise<Citing> =>
  shown === null
    ? (_subject, plain, prepare) => prepare(plain)
    : renderMarks(ports, shown.texts, (subject) => {
        const before = marksBefore(shown, subject)
        return (number) => markOnPage(before + number)
      })

/** Where a text has its evidence, if it has a page of its own. */
const ownPage = (subject: EvidenceSubject): string => {
  const [kind, id = ''] = subject.split(':')
  return kind === 'gap' ? gapPath(id) : paperPath(id)
}

/**
 * The markup of texts that stand on another page than their own, such as in a list: marks lead to the entries there. Only of papers and
 * gaps, each of which has one text with marks.
 */
export const renderCitingElsewhere = async (
  ports: RenderingPorts,
  subjects: readonly (`paper:${string}` | `gap:${string}`)[],
): Promise<Citing> => {
  const texts = await ports.store.public.evidence.texts(subjects)
  return renderMarks(ports, texts, (subject) => {
    const page = ownPage(subject)
    return (number) =>
      html`<sup class="cited"><a href="${page}#e${number}" aria-label="Evidence ${number}">${number}</a></sup>`.toString()
  })
}

/** What the commentary of an earlier version names. Nothing was kept of what was found then, and nothing is looked up again. */
export type EarlierEvidence = {
  /** The commentary with its marks. */
  text: string
  /** The public papers by the ids that its marks have. */
  marks: readonly { mark: EvidenceMark; paper: Paper | null }[]
}

/** Null for a version whose commentary has no marks. */
export const readEarlierEvidence = async (
  { store }: Pick<EvidencePorts, 'store'>,
  { id, version }: { id: string; version: number },
): Promise<EarlierEvidence | null> => {
  const text = (await store.public.passages.markedCommentary(id, version)) ?? ''
  const marks = findMarks(text)
  if (marks.length === 0) return null
  const ids = new Set(marks.flatMap((mark) => (mark.kind === 'search' ? [] : [mark.paperId])))
  const papers = await store.public.related.publicPapersById([...ids])
  return {
    text,
    marks: marks.map((mark) => ({ mark, paper: mark.kind === 'search' ? null : (papers.get(mark.paperId) ?? null) })),
  }
}

/** The same as `renderCitingTexts` for the commentary of an earlier version. */
export const renderCitingVersion = (
  ports: RenderingPorts,
  { id, version }: { id: string; version: number },
  { text }: EarlierEvidence,
): Promise<Citing> =>
  renderMarks(
    ports,
    new Map([[`paper:${id}` as const, text]]),
    () => markOnPage,
    () => `version:${id}:${version}`,
  )

/** A text of a page in Markdown, with a reference to a footnote in the place of each mark. */
export const footnotedText = (shown: ShownEvidence | null, subject: EvidenceSubject, plain: string): string => {
  const text = shown?.texts.get(subject)
  if (shown === null || text === undefined) return plain
  const before = marksBefore(shown, subject)
  return writeMarks(text, (_mark, number) => `[^${before + number}]`)
}

const namedPaper = (paper: Paper, urls: Pick<PageUrls, 'paper'>, place: string): string =>
  `[${inlineText(paper.title)}](${urls.paper(paper.id)}), ${inlineText(paper.authors[0] ?? 'unnamed')} (${paper.year}), ${place}.`

const unnamedPaper = (id: string): string => `A paper that is not public here (${id}).`

const footnote = ({ evidence, paper }: CitedEvidence, urls: Pick<PageUrls, 'paper'>): string => {
  const { mark, check } = evidence
  if (mark.kind === 'search') {
    const found = check?.count ?? null
    const result = found === null ? 'no result' : pluralize(found, 'paper', 'papers')
    return `Search ${inlineText(mark.query)}: ${result}${check === null ? '' : ` on ${check.checkedAt.slice(0, 10)}`}.`
  }
  const { quote } = shownMark(evidence)
  const named = paper === null ? unnamedPaper(mark.paperId) : namedPaper(paper, urls, check?.anchor ?? paper.id)
  if (quote === null) return named
  const match =
    check?.match === 'near' || check?.match === 'missing' ? ` The match of these words is ${check.match}.` : ''
  return `“${inlineText(quote)}” ${named}${match}`
}

/** The footnotes, for the end of a document; nothing without marks. */
export const footnotes = (shown: ShownEvidence | null, urls: Pick<PageUrls, 'paper'>): string =>
  shown === null ? '' : `\n${shown.cited.map((cited, index) => `[^${index + 1}]: ${footnote(cited, urls)}\n`).join('')}`

/** The commentary of an earlier version in Markdown, and its footnotes. */
export const earlierInMarkdown = (
  { text, marks }: EarlierEvidence,
  urls: Pick<PageUrls, 'paper'>,
): { text: string; footnotes: string } => {
  const lines = marks.map(({ mark, paper }, index) => {
    if (mark.kind === 'search') return `[^${index + 1}]: Search ${inlineText(mark.query)}.\n`
    const named = paper === null ? unnamedPaper(mark.paperId) : namedPaper(paper, urls, paper.id)
    return `[^${index + 1}]: ${mark.kind === 'quote' ? `“${inlineText(shortenQuote(mark.quote))}” ` : ''}${named}\n`
  })
  return { text: writeMarks(text, (_mark, number) => `[^${number}]`), footnotes: `\n${lines.join('')}` }
}
