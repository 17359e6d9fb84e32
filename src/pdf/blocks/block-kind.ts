import type { Block } from './split-blocks.ts'
import type { TextStyle } from './text-style.ts'

/** `aside`: small print such as notes and the words of a figure, which interrupts what it stands in. */
export type BlockKind = 'heading' | 'paragraph' | 'caption' | 'aside'

const CAPTION =
  /^(?:supplementary |extended data )?(?:fig(?:ure|\.)?|tab(?:le|\.)|algorithm|listing|scheme|plate|box) ?(?:[A-Z]\.?)?(?:\d{1,3}(?:\.\d{1,2})?|[IVX]{1,5})[a-z]?\b/iu
/** A sentence may begin with the name of a figure, too; captions go on with one of these. */
const CAPTION_MARK = /^[^.:|]{3,30}?\d[a-z]? ?[.:|—–-]/u
const NUMBERED =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.(?:\d{1,2}\.?)*|[A-Z]\.?\d{1,2}(?:\.\d{1,2})*|appendix [A-Z\d]\b[.:]?) +\S/u
const COMMON =
  /^(?:abstract|summary|introduction|background|related works?|preliminaries|methods?|materials and methods|methodology|approach|experiments?|evaluation|results?(?: and discussion)?|discussion|limitations?|ethics statement|broader impact|conclusions?(?: and future work)?|future work|acknowledge?ments?|references(?: and notes)?|bibliography|literature cited|appendix(?:es)?|appendices|contents|keywords|supplementary (?:materials?|information))[.:]?$/iu
const SENTENCE_END = /[.,;:!]$/u
const MOST_HEADING = 180

/** What a heading says, without its number. */
export const headingWords = (text: string): string =>
  text.replace(/^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.) +/u, '').replace(/[.:]$/u, '')

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

const isHeading = ({ lines, size, isBold, isItalic }: Block, text: string, style: TextStyle): boolean => {
  if (lines.length > 3 || text.length > MOST_HEADING || letters(text) < 3) return false
  const isCommon = isCommonHeading(text)
  const isNumbered = NUMBERED.test(text)
  if (SENTENCE_END.test(text) && !isCommon && !(isNumbered && isBold && text.length < 80)) return false
  if (isCommon) return size > 0.85 * style.size
  // Rows of a table may be bold, too; a heading has one cell.
  if (lines.some(({ cells }) => cells.length > 2) || letters(text) * 2 < text.length) return false
  const begins = /^[\p{Lu}\p{N}“"‘'¿¡]/u.test(text)
  if (!begins || size < 0.97 * style.size) return false
  if (size > 1.07 * style.size) return true
  if (isBold && !style.isBold) return isNumbered || lines.length < 3
  const isCapitals = letters(text) > 5 && text === text.toUpperCase()
  return isNumbered && lines.length < 3 && text.length < 100 && (isItalic || isCapitals)
}

/** What a block is. @param text its lines put together */
export const blockKind = (block: Block, text: string, style: TextStyle): BlockKind => {
  const { size } = block
  if (CAPTION.test(text) && (CAPTION_MARK.test(text) || size < 0.95 * style.size || block.isBold)) return 'caption'
  if (isHeading(block, text, style)) return 'heading'
  return size < 0.94 * style.size ? 'aside' : 'paragraph'
}

/** Names that headings of the first level have in most papers. */
export const isCommonHeading = (text: string): boolean => COMMON.test(headingWords(text))

export const isReferencesHeading = (text: string): boolean =>
  /^(?:references(?: (?:and notes|cited))?|bibliography|literature(?: cited)?|works cited)$/iu.test(headingWords(text))

export const isAbstractHeading = (text: string): boolean => /^(?:abstract|summary)$/iu.test(headingWords(text))

/** The level of a heading by its number, 1 for the first; null for one without a number. */
export const numberedLevel = (text: string): number | null => {
  if (!NUMBERED.test(text)) return null
  const [number = ''] = text.split(' ')
  if (/^[A-Z]\.$/u.test(number)) return null
  return number.split('.').filter((part) => part !== '').length
}
