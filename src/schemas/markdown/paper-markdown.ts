import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import { inlineText, quotedText, untrustedNote } from './untrusted-text.ts'

/** Where a paper's page is, and what the library is called. */
export type PaperPlace = { houseName: string; pageUrl: string }

const names = (list: readonly string[]): string | null => (list.length === 0 ? null : list.map(inlineText).join('; '))

/** An address stands between angle brackets, which it cannot hold itself. */
const link = (url: string | null): string | null =>
  url === null ? null : `<${url.replaceAll(/[<>\s]/gu, encodeURIComponent)}>`

const facts = (paper: Paper, pageUrl: string): string => {
  const { doi, arxivId } = identifiersOf(paper)
  const rows: [string, string | number | null][] = [
    ['Id', paper.id],
    ['Authors', names(paper.authors)],
    ['Year', paper.year],
    ['Institution', paper.institution === null ? null : inlineText(paper.institution)],
    ['Type', paper.type],
    ['Chapter', paper.chapter],
    ['Long-horizon score (0 to 1)', paper.longHorizon === null ? null : toUnit(paper.longHorizon)],
    ['Enterprise score (0 to 1)', paper.enterprise === null ? null : toUnit(paper.enterprise)],
    ['DOI', doi === null ? null : inlineText(doi)],
    ['arXiv', arxivId],
    ['Published at', link(paper.url)],
    ['PDF', link(paper.storageUrl)],
    ['Page', link(pageUrl)],
    ['Topics', names(paper.topics)],
    ['Concepts', names(paper.concepts)],
    ['Frameworks', names(paper.frameworks)],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${value}\n`])).join('')
}

/** Headings of the editors' texts move below those of the document. */
export const headingsBelow = (text: string, level: number): string =>
  text.replaceAll(/^#{1,6}(?= )/gmu, (sign) => '#'.repeat(Math.min(6, sign.length + level)))

/** A heading with what stands below it; nothing where there is nothing to say. */
export const markdownPart = (level: number, heading: string, text: string | null): string =>
  text === null ? '' : `\n${'#'.repeat(level)} ${heading}\n\n${text.trim()}\n`

const quoted = (text: string | null): string | null => (text === null ? null : quotedText(text))

/** A paper without its full text, as a section that begins with a heading of this level. */
export const paperSection = (paper: Paper, { houseName, pageUrl }: PaperPlace, level = 1): string =>
  [
    `${'#'.repeat(level)} ${inlineText(paper.title)}\n\n`,
    facts(paper, pageUrl),
    markdownPart(
      level + 1,
      `Commentary by ${houseName}`,
      paper.commentary === null ? null : headingsBelow(paper.commentary, level + 1),
    ),
    markdownPart(level + 1, 'Abstract', quoted(paper.abstract)),
  ].join('')

const textsOf = ({
  title,
  authors,
  institution,
  abstract,
  topics,
  concepts,
  frameworks,
  fullText,
}: PaperWithText): string[] =>
  [title, ...authors, institution, abstract, ...topics, ...concepts, ...frameworks, fullText].filter(
    (text) => text !== null,
  )

/** All that is public of a paper as a document in Markdown. */
export const paperMarkdown = (paper: PaperWithText, place: PaperPlace): string =>
  `${paperSection(paper, place)}${markdownPart(2, 'Full text', quoted(paper.fullText))}\n---\n\n${untrustedNote(textsOf(paper))}\n`
