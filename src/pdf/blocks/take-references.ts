import type { ReadColumn } from '#pdf/layout/line.ts'
import { isReferencesHeading, numberedLevel } from './block-kind.ts'
import type { KnownBlock } from './classify-blocks.ts'

/** A document in three: what comes before the list of references, the list itself, and what follows, such as an appendix. */
export type DividedBlocks = {
  before: KnownBlock[]
  heading: KnownBlock | null
  list: ReadColumn[]
  after: KnownBlock[]
}

const looksAlike = (a: KnownBlock, b: KnownBlock): boolean =>
  Math.abs(a.block.size - b.block.size) < 0.3 && a.block.isBold === b.block.isBold

/** A list ends at the next heading that looks like its own, or has a number. */
const endsList = (block: KnownBlock, heading: KnownBlock): boolean =>
  block.kind === 'heading' &&
  (looksAlike(block, heading) || (numberedLevel(block.text) !== null && block.block.size >= heading.block.size - 0.3))

/** Finds the list of references: the last one, for a book may have one in each chapter. */
export const takeReferences = (blocks: readonly KnownBlock[], columns: readonly ReadColumn[]): DividedBlocks => {
  const at = blocks.findLastIndex(({ kind, text }) => kind === 'heading' && isReferencesHeading(text))
  const heading = blocks[at]
  if (heading === undefined) return { before: [...blocks], heading: null, list: [], after: [] }
  const found = blocks.findIndex((block, index) => index > at && endsList(block, heading))
  const end = found === -1 ? blocks.length : found
  const listed = blocks.slice(at + 1, end).filter(({ kind }) => kind !== 'caption')
  const list = [...Map.groupBy(listed, ({ column }) => column)].flatMap(([index, own]) => {
    const column = columns[index]
    return column === undefined ? [] : [{ ...column, lines: own.flatMap(({ block }) => block.lines) }]
  })
  const captions = blocks.slice(at + 1, end).filter(({ kind }) => kind === 'caption')
  return { before: blocks.slice(0, at), heading, list, after: [...captions, ...blocks.slice(end)] }
}
