import type { DocumentPart, PositionedText, TextItem, PaperProposal } from './document.ts'
import {
  flowOf,
  isReferencesHeading,
  joinLine,
  knownWords,
  classifyBlocks,
  type KnownBlock,
  textStyleOf,
} from './blocks.ts'
import { referenceEntries, takeReferences } from './references.ts'
import { readColumns } from '#pdf/layout/read-columns.ts'
import { unsureFields } from '#core/review/unsure-fields.ts'
import { frontRows } from '#pdf/front/front-cells.ts'
import { readAuthors, type TitleBox } from '#pdf/front/read-authors.ts'
import { readSigns } from '#pdf/layout/printed-signs.ts'
import {
  proposeAbstract,
  proposeArxivId,
  proposeDoi,
  proposeYear,
  proposeLicence,
  proposeTitle,
  type ProposedTitle,
} from './proposals.ts'

/** Escapes characters that would become emphasis, code or a tag. Brackets are links only before a parenthesis. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\`*]/gu, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/<(?=[A-Za-z/!?])/gu, '\\<')
    .replaceAll('](', ']\\(')
    .replaceAll(/&(?=#?\w{1,31};)/gu, '\\&')

/** Escapes characters that have a meaning at the start of a line. */
const escapeStart = (text: string): string =>
  text
    .replace(/^(?=[#>+=|~-])/u, '\\')
    .replace(/^(?<number>\d{1,9})(?=[.)](?:\s|$))/u, '$<number>\\')
    .replace(/^(?<label>\[[^\]]{1,300}\])(?=:)/u, '$<label>\\')

const line = (text: string): string => escapeStart(escapeText(text))

const present = (part: DocumentPart): string => {
  if (part.kind === 'heading') return `${'#'.repeat(Math.min(6, part.level))} ${escapeText(part.text)}`
  return part.kind === 'reference' ? `- ${line(part.text)}` : line(part.text)
}

/** A document as Markdown that renders as the printed text. */
export const documentMarkdown = (parts: readonly DocumentPart[]): string => {
  let text = ''
  let last: DocumentPart | undefined
  for (const part of parts) {
    const isListed = part.kind === 'reference' && last?.kind === 'reference'
    text += `${last === undefined ? '' : isListed ? '\n' : '\n\n'}${present(part)}`
    last = part
  }
  return text
}

/** The parts of a document in reading order, its references, and the proposed fields of the paper. */
export type ReadDocument = { parts: DocumentPart[]; references: string[]; proposal: PaperProposal }

/** The least text on a first page. */
const MIN_SIGNS = 25

const signsOf = (items: readonly TextItem[]): number => items.reduce((sum, item) => sum + item.text.trim().length, 0)

/** Makes the title the only first-level heading; author names in large letters are not headings. */
const classifyFront = (blocks: readonly KnownBlock[], { blocks: title }: ProposedTitle): KnownBlock[] => {
  const last = blocks.findLastIndex((block) => title.has(block))
  const end = blocks.findIndex(
    ({ kind, text }, index) =>
      index > last && kind === 'heading' && /^(?:\d|[IVX]+\.|abstract|summary|introduction)/iu.test(text),
  )
  const [first] = title
  return blocks.flatMap((block, index) => {
    if (block === first)
      return [
        {
          ...block,
          kind: 'heading' as const,
          level: 1,
          text: [...title].reduce((text, { text: more }) => joinLine(text, more, new Map()), ''),
        },
      ]
    if (title.has(block)) return []
    const isFront = index < last || (index > last && end !== -1 && index < end)
    return [
      isFront && block.kind === 'heading' && block.block.page === first?.block.page
        ? { ...block, kind: 'aside' as const }
        : block,
    ]
  })
}

/** The box of a title; without one, the top of the page. */
const titleBox = (blocks: readonly KnownBlock[]): TitleBox => {
  const lines = blocks.flatMap(({ block }) => block.lines)
  if (lines.length === 0) return { left: 0, right: Infinity, top: 0, bottom: 0, size: 0 }
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    top: Math.min(...lines.map(({ baseline }) => baseline)),
    bottom: Math.max(...lines.map(({ baseline }) => baseline)),
    size: Math.max(...lines.map(({ size }) => size)),
  }
}

/** The lines of a page before its list of references, whose identifiers are those of other papers. */
const beforeReferences = (lines: readonly string[]): string[] => {
  const end = lines.findIndex(isReferencesHeading)
  return end === -1 ? [...lines] : lines.slice(0, end)
}

const MAIL = /[\w.+-]{1,64}@[\w.-]+/gu

/** Words that occur in lower case; addresses of mail have names in lower case. */
const lowerWords = (lines: readonly string[]): Set<string> => {
  const words = new Set<string>()
  for (const line of lines)
    for (const [word] of line
      .replaceAll(MAIL, ' ')
      .matchAll(/(?<![\p{L}\p{M}@.])\p{Ll}[\p{L}\p{M}]{2,}(?![\p{L}\p{M}@])/gu))
      words.add(word)
  return words
}

/** Reads a document from its positioned text. @param latest the latest possible year */
export const readDocument = (text: PositionedText, latest: number): ReadDocument => {
  const { columns, pages, imprint } = readColumns(text)
  const lines = columns.flatMap((column) => column.lines)
  const style = textStyleOf(lines)
  const words = knownWords(lines.map((line) => line.text))
  const blocks = classifyBlocks(columns, style, words)
  // A cover may be an image.
  const front = text.pages.findIndex(({ items }) => signsOf(items) >= MIN_SIGNS)
  const page = text.pages[front]
  const first = blocks.filter(({ block }) => block.page === front)
  const pageLines = lines.filter((line) => line.page === front).map((line) => line.text)
  const pageText = [...imprint, ...pageLines].join(' ')
  const stated = { title: readSigns(text.info.title), author: readSigns(text.info.author) }
  const title = proposeTitle(first, {
    stated: stated.title,
    pageText,
    pageHeight: page?.height ?? 0,
    textSize: style.size,
    textLeading: style.leading,
  })
  const { before, heading, list, after } = takeReferences(classifyFront(blocks, title), columns)
  const references = referenceEntries(list, words)
  const parts: DocumentPart[] = [
    ...flowOf(before, words),
    ...(heading === null ? [] : [{ kind: 'heading' as const, text: heading.text, level: heading.level }]),
    ...references.map((entry) => ({ kind: 'reference' as const, text: entry })),
    ...flowOf(after, words),
  ]
  const sideways = page?.sideways.map(readSigns) ?? []
  const arxivId = proposeArxivId([...sideways, ...imprint], beforeReferences(pageLines))
  const { authors, doubts } = readAuthors({
    rows: frontRows(pages[front]?.fragments ?? [], text.fonts),
    title: titleBox([...title.blocks]),
    textSize: style.size,
    words: lowerWords(lines.map((line) => line.text)),
    stated: stated.author,
  })
  const unsure = unsureFields.filter((field) =>
    field === 'title' ? title.isUnsure : title.isDoubtful || doubts.length > 0,
  )
  const stop = first.findLastIndex((block) => title.blocks.has(block))
  const above = first.findIndex((block) => title.blocks.has(block))
  const around = [...first.slice(stop + 1, stop + 8), ...first.slice(0, Math.max(0, above))]
  const year = proposeYear({
    sideways,
    edges: imprint,
    front: around.map((block) => block.text),
    pageLines,
    arxivId,
    created: text.info.created,
    latest,
  })
  const doi = proposeDoi([...imprint, readSigns(text.info.subject), ...sideways, ...beforeReferences(pageLines)])
  const abstract = proposeAbstract(parts)
  const license = proposeLicence(pageText)
  return { parts, references, proposal: { title: title.title, authors, year, arxivId, doi, abstract, license, unsure } }
}
