import type { KnownBlock } from '#pdf/blocks/classify-blocks.ts'
import { isPersonName } from './person-name.ts'

/** The title of a document, and its blocks on the first page. */
export type ProposedTitle = { title: string | null; blocks: ReadonlySet<KnownBlock> }

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Names of files and of programs, which many documents have for a title. */
const NO_TITLE =
  /^(?:untitled|title|microsoft word|powerpoint|paper|manuscript|layout \d)\b|\.(?:dvi|tex|docx?|pdf|ps|rtf|indd|qxd|html?)$|^https?:|^[\w.-]+$/iu
/** What kind of text it is, which journals print above the title, and the volume that it is in. */
const NO_OWN_TITLE =
  /^(?:(?:original|research|review|regular|full|short|brief|invited|technical|survey|data|case|clinical|methodology|software|open access) ?)*(?:articles?|papers?|research|reports?|communications?|stud(?:y|ies)|letters?|notes?|reviews?|editorials?|commentar(?:y|ies)|perspectives?|open access)$|^proceedings of\b/iu
const MARKS_AT_END = /[\s*∗†‡§¶⋆]+$/u
/** The first page of a paper has its title in its upper part. */
const UPPER = 0.6
const MOST_BLOCKS = 4

const isSaid = (title: string): boolean =>
  !NO_TITLE.test(title.trim()) &&
  !NO_OWN_TITLE.test(title.trim()) &&
  (title.trim().split(/\s+/u).length > 2 || letters(title).length > 14)

/** The blocks of the largest letters, one after another. */
const largestBlocks = (blocks: readonly KnownBlock[], pageHeight: number): KnownBlock[] => {
  const upper = blocks.filter(
    ({ text, block }) => (block.lines[0]?.top ?? Infinity) < UPPER * pageHeight && letters(text).length > 3,
  )
  const worded = upper.filter(
    ({ text }) => /\S\s+\S/u.test(text) && letters(text).length > 7 && text.length < 400 && !NO_OWN_TITLE.test(text),
  )
  const largest = Math.max(...worded.map(({ block }) => block.size))
  const first = blocks.findIndex((block) => worded.includes(block) && block.block.size > 0.97 * largest)
  if (first === -1) return []
  const found: KnownBlock[] = []
  for (const block of blocks.slice(first, first + MOST_BLOCKS)) {
    const [own] = found
    if (
      own !== undefined &&
      (Math.abs(block.block.size - largest) > 0.06 * largest || own.block.isBold !== block.block.isBold)
    )
      break
    found.push(block)
  }
  return found
}

/** Where the title is no larger than the text, it is what comes first. */
const printedBlocks = (blocks: readonly KnownBlock[], pageHeight: number, textSize: number): KnownBlock[] => {
  const largest = largestBlocks(blocks, pageHeight)
  if ((largest[0]?.block.size ?? 0) > 1.05 * textSize) return largest
  const bold = blocks.find(({ block, text }) => block.isBold && letters(text).length > 7)
  const first = bold ?? blocks.find(({ text }) => letters(text).length > 7 && !isPersonName(text))
  return first === undefined || first.text.length > 300 ? [] : [first]
}

/**
 * The title: what the document says of itself, if it is printed on the first page; else the largest letters there.
 * @param blocks of the first page in reading order
 */
export const proposeTitle = (
  blocks: readonly KnownBlock[],
  { said, pageText, pageHeight, textSize }: { said: string; pageText: string; pageHeight: number; textSize: number },
): ProposedTitle => {
  const found = printedBlocks(blocks, pageHeight, textSize)
  const printed = found
    .map(({ text }) => text)
    .join(' ')
    .replace(MARKS_AT_END, '')
  const plain = said.replaceAll(/\s+/gu, ' ').trim()
  const isPrinted = isSaid(plain) && letters(pageText).includes(letters(plain))
  if (!isPrinted) return { title: printed === '' ? null : printed, blocks: new Set(found) }
  const named = blocks.filter(({ text }) => letters(text).length > 3 && letters(plain).includes(letters(text)))
  const own = letters(printed) === letters(plain) && printed !== printed.toUpperCase() ? printed : plain
  return { title: own, blocks: new Set(letters(plain).includes(letters(printed)) ? found : named) }
}
