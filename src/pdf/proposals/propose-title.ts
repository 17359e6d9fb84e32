import type { KnownBlock } from '#pdf/blocks/classify-blocks.ts'
import { isPersonName } from './person-name.ts'
import { titleText } from './title-text.ts'

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
  /^(?:(?:original|research|review|regular|full|short|brief|invited|technical|survey|data|case|clinical|methodology|software|open access) ?)*(?:articles?|papers?|research|reports?|communications?|stud(?:y|ies)|letters?|notes?|reviews?|editorials?|commentar(?:y|ies)|perspectives?|open access)$|^proceedings of\b|^(?:the )?journal of [\p{L} ]+$|^typeset using|^draft(?: version)?\b.*\d{4}|^(?:the )?univers(?:it|id)\p{L}* (?:of|de|do|da|di|zu|van) [^:]+$/iu
/** The first page of a paper has its title in its upper part. */
const UPPER = 0.6
const MOST_BLOCKS = 4

const isSaid = (title: string): boolean =>
  !NO_TITLE.test(title.trim()) &&
  !NO_OWN_TITLE.test(title.trim()) &&
  (title.trim().split(/\s+/u).length > 2 || letters(title).length > 14)

const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map(letters)
    .filter((word) => word !== '')

/** Whether a page has words in their order, though others may stand between them. */
const hasWords = (page: string, said: string): boolean => {
  const [wanted, words] = [wordsOf(said), wordsOf(page)]
  const mostWords = 2 * wanted.length + 8
  return words.some((word, start) => {
    if (word !== wanted[0]) return false
    let found = 0
    for (const next of words.slice(start, start + mostWords)) if (next === wanted[found]) found += 1
    return found === wanted.length
  })
}

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
  for (const block of blocks.slice(first, first + MOST_BLOCKS + 1)) {
    const [own] = found
    // The sign of a root stands on a line of its own.
    if (own !== undefined && letters(block.text) === '') continue
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
  const first =
    bold ?? blocks.find(({ text }) => letters(text).length > 7 && !isPersonName(text) && !NO_OWN_TITLE.test(text))
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
  const printed = titleText(found)
  const plain = said.replaceAll(/\s+/gu, ' ').trim()
  const isPrinted = isSaid(plain) && (letters(pageText).includes(letters(plain)) || hasWords(pageText, plain))
  if (!isPrinted) return { title: printed === '' ? null : printed, blocks: new Set(found) }
  const named = blocks.filter(({ text }) => letters(text).length > 3 && letters(plain).includes(letters(text)))
  const own = letters(printed) === letters(plain) && printed !== printed.toUpperCase() ? printed : plain
  const isWhole = named.length === 0 || letters(plain).includes(letters(printed))
  return { title: own, blocks: new Set(isWhole ? found : named) }
}
