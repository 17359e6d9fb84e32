import { type EvidenceKind, type EvidenceSubject, evidenceSubjects } from '#core/evidence/evidence.ts'
import { fillPlaceholders, writeMarks } from '#core/text/evidence-marks.ts'
import { pluralize } from '#core/numbers.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { html } from '#html.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
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

/**
 * The markup of a text on its own page: that with links to the list of evidence, or for a text without marks the one given.
 * `prepare` puts in what other links a page has.
 */
export type Citing = (subject: EvidenceSubject, plain: MarkdownMarkup, prepare: Prepare) => MarkdownMarkup

export const renderCitingTexts = async (
  { store, markdown }: { store: Store; markdown: MarkdownRenderer },
  shown: ShownEvidence | null,
): Promise<Citing> => {
  if (shown === null) return (_subject, plain, prepare) => prepare(plain)
  const { renderings } = store.public
  const texts = [...shown.texts].map(([subject, text]) => ({ subject, text }))
  const markupOf = await renderMarkedTexts({ renderings, markdown }, texts)
  return (subject, plain, prepare) => {
    const text = shown.texts.get(subject)
    if (text === undefined) return prepare(plain)
    const before = marksBefore(shown, subject)
    const link = (number: number): string => {
      const place = before + number
      return html`<sup class="cited"><a id="m${place}" href="#e${place}" aria-label="Evidence ${place}">${place}</a></sup>`.toString()
    }
    return fillPlaceholders(prepare(markupOf(text)), link)
  }
}

/** A text of a page in Markdown, with a reference to a footnote in the place of each mark. */
export const footnotedText = (shown: ShownEvidence | null, subject: EvidenceSubject, plain: string): string => {
  const text = shown?.texts.get(subject)
  if (shown === null || text === undefined) return plain
  const before = marksBefore(shown, subject)
  return writeMarks(text, (_mark, number) => `[^${before + number}]`)
}

const footnote = ({ evidence, paper }: CitedEvidence, urls: Pick<PageUrls, 'paper'>): string => {
  const { mark, check } = evidence
  if (mark.kind === 'search') {
    const found = check?.count ?? null
    const result = found === null ? 'no result' : pluralize(found, 'paper', 'papers')
    return `Search ${inlineText(mark.query)}: ${result}${check === null ? '' : ` on ${check.checkedAt.slice(0, 10)}`}.`
  }
  const { quote } = shownMark(evidence)
  const named =
    paper === null
      ? `A paper that is not public here (${mark.paperId}).`
      : `[${inlineText(paper.title)}](${urls.paper(paper.id)}), ${inlineText(paper.authors[0] ?? 'unnamed')} (${paper.year}), ${check?.anchor ?? paper.id}.`
  if (quote === null) return named
  const match =
    check?.match === 'near' || check?.match === 'missing' ? ` The match of these words is ${check.match}.` : ''
  return `“${inlineText(quote)}” ${named}${match}`
}

/** The footnotes, for the end of a document; nothing without marks. */
export const footnotes = (shown: ShownEvidence | null, urls: Pick<PageUrls, 'paper'>): string =>
  shown === null ? '' : `\n${shown.cited.map((cited, index) => `[^${index + 1}]: ${footnote(cited, urls)}\n`).join('')}`
