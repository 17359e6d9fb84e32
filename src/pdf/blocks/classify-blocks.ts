import type { ReadColumn } from '#pdf/layout/line.ts'
import { blockKind, isCommonHeading, numberedLevel } from './block-kind.ts'
import type { ReadBlock } from './document-flow.ts'
import { joinLines, type KnownWords } from './join-lines.ts'
import { splitBlocks, type Block } from './split-blocks.ts'
import type { TextStyle } from './text-style.ts'

/** A block that was read, with its lines. */
export type KnownBlock = ReadBlock & { block: Block }

const styleKey = ({ size, isBold, isItalic }: Block): string => `${Math.round(size * 2)} ${isBold} ${isItalic}`

/** Headings without a number are as high as those that look like them; else larger ones are higher. */
const giveLevels = (blocks: readonly KnownBlock[], style: TextStyle): void => {
  const levels = new Map<string, number>()
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  for (const heading of headings) {
    const numbered = numberedLevel(heading.text)
    if (numbered === null) continue
    heading.level = numbered + 1
    const key = styleKey(heading.block)
    levels.set(key, Math.min(levels.get(key) ?? 6, heading.level))
  }
  for (const heading of headings) {
    if (heading.level > 0) continue
    const alike = levels.get(styleKey(heading.block))
    const isFirst = isCommonHeading(heading.text) || (alike === undefined && heading.block.size > 1.07 * style.size)
    heading.level = isFirst ? 2 : (alike ?? 3)
  }
}

/** The blocks of all columns, with what they are. */
export const classifyBlocks = (columns: readonly ReadColumn[], style: TextStyle, words: KnownWords): KnownBlock[] => {
  const blocks = columns.flatMap((column, index) => splitBlocks(column, index))
  const known = blocks.map((block): KnownBlock => {
    const text = joinLines(
      block.lines.map((line) => line.text),
      words,
    )
    const { column, isIndented } = block
    return { kind: blockKind(block, text, style), text, level: 0, column, isIndented, block }
  })
  giveLevels(known, style)
  return known
}
