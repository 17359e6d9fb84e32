import { flowOf } from './blocks/document-flow.ts'
import { joinLine, knownWords } from './blocks/join-lines.ts'
import { classifyBlocks, type KnownBlock } from './blocks/classify-blocks.ts'
import { referenceEntries } from './blocks/reference-entries.ts'
import { takeReferences } from './blocks/take-references.ts'
import { textStyleOf } from './blocks/text-style.ts'
import type { DocumentPart } from '#pdf/document/document-part.ts'
import { readColumns } from './layout/read-columns.ts'
import { readSigns } from './layout/printed-signs.ts'
import type { PositionedText, TextItem } from '#pdf/document/positioned-text.ts'
import type { PaperProposal } from '#pdf/document/paper-proposal.ts'
import { proposeAbstract } from './proposals/propose-abstract.ts'
import { proposeAuthors } from './proposals/propose-authors.ts'
import { proposeArxivId, proposeDoi, proposeYear } from './proposals/propose-identifiers.ts'
import { proposeLicence } from './proposals/propose-licence.ts'
import { proposeTitle, type ProposedTitle } from './proposals/propose-title.ts'

/** A document as its parts in reading order, its references apart, and what it seems to say of itself. */
export type ReadDocument = { parts: DocumentPart[]; references: string[]; proposal: PaperProposal }

/** A first page has more text. */
const LEAST_SIGNS = 25

const signsOf = (items: readonly TextItem[]): number => items.reduce((sum, item) => sum + item.text.trim().length, 0)

/** The title is the one heading of the first level; names of authors in large letters are none. */
const settleFront = (blocks: readonly KnownBlock[], { blocks: title }: ProposedTitle): KnownBlock[] => {
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

/** Reads a document from the places of its text. @param latest the latest year that it can be from */
export const readDocument = (text: PositionedText, latest: number): ReadDocument => {
  const { columns, imprint } = readColumns(text)
  const lines = columns.flatMap((column) => column.lines)
  const style = textStyleOf(lines)
  const words = knownWords(lines.map((line) => line.text))
  const blocks = classifyBlocks(columns, style, words)
  // A cover may be a picture.
  const front = text.pages.findIndex(({ items }) => signsOf(items) >= LEAST_SIGNS)
  const page = text.pages[front]
  const first = blocks.filter(({ block }) => block.page === front)
  const pageLines = lines.filter((line) => line.page === front).map((line) => line.text)
  const pageText = [...imprint, ...pageLines].join(' ')
  const said = { title: readSigns(text.info.title), author: readSigns(text.info.author) }
  const title = proposeTitle(first, {
    said: said.title,
    pageText,
    pageHeight: page?.height ?? 0,
    textSize: style.size,
  })
  const { before, heading, list, after } = takeReferences(settleFront(blocks, title), columns)
  const references = referenceEntries(list, words)
  const parts: DocumentPart[] = [
    ...flowOf(before, words),
    ...(heading === null ? [] : [{ kind: 'heading' as const, text: heading.text, level: heading.level }]),
    ...references.map((entry) => ({ kind: 'reference' as const, text: entry })),
    ...flowOf(after, words),
  ]
  const sideways = page?.sideways.map(readSigns) ?? []
  const arxivId = proposeArxivId([...sideways, ...imprint])
  const authors = proposeAuthors(first, { title: title.blocks, said: said.author, pageText })
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
  const doi = proposeDoi([...imprint, readSigns(text.info.subject), ...sideways, ...pageLines])
  const abstract = proposeAbstract(parts)
  const license = proposeLicence(pageText)
  return { parts, references, proposal: { title: title.title, authors, year, arxivId, doi, abstract, license } }
}
