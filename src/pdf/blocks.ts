import type { Line, ReadColumn } from '#pdf/layout/line.ts'
import type { DocumentPart } from './document.ts'

/** `aside`: small print that interrupts the text, such as notes and the words in a figure. */
type BlockKind = 'heading' | 'paragraph' | 'caption' | 'aside'

const CAPTION =
  /^(?:supplementary |extended data )?(?:fig(?:ure|\.)?|tab(?:le|\.)|algorithm|listing|scheme|plate|box) ?(?:[A-Z]\.?)?(?:\d{1,3}(?:\.\d{1,2})?|[IVX]{1,5})[a-z]?\b/iu
/** A sentence may also begin with the name of a figure; in captions one of these marks follows. */
const CAPTION_MARK = /^[^.:|]{3,30}?\d[a-z]? ?[.:|—–-]/u
const NUMBERED =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.(?:\d{1,2}\.?)*|[A-Z]\.?\d{1,2}(?:\.\d{1,2})*|appendix [A-Z\d]\b[.:]?) +\S/u
const COMMON =
  /^(?:abstract|summary|introduction|background|related works?|preliminaries|methods?|materials and methods|methodology|approach|experiments?|evaluation|results?(?: and discussion)?|discussion|limitations?|ethics statement|broader impact|conclusions?(?: and future work)?|future work|acknowledge?ments?|references(?: and notes)?|bibliography|literature cited|appendix(?:es)?|appendices|contents|keywords|supplementary (?:materials?|information))[.:]?$/iu
const SENTENCE_END = /[.,;:!]$/u
const MAX_HEADING = 180

/** A heading without its number. */
export const headingWords = (text: string): string =>
  text.replace(/^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.) +/u, '').replace(/[.:]$/u, '')

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

const isHeading = ({ lines, size, isBold, isItalic }: Block, text: string, style: TextStyle): boolean => {
  if (lines.length > 3 || text.length > MAX_HEADING || letters(text) < 3) return false
  const isCommon = isCommonHeading(text)
  const isNumbered = NUMBERED.test(text)
  if (SENTENCE_END.test(text) && !isCommon && !(isNumbered && isBold && text.length < 80)) return false
  if (isCommon) return size > 0.85 * style.size
  // Rows of a table may also be bold; a heading has one cell.
  if (lines.some(({ cells }) => cells.length > 2) || letters(text) * 2 < text.length) return false
  const begins = /^[\p{Lu}\p{N}“"‘'¿¡]/u.test(text)
  if (!begins || size < 0.97 * style.size) return false
  if (size > 1.07 * style.size) return true
  if (isBold && !style.isBold) return isNumbered || lines.length < 3
  const isCapitals = letters(text) > 5 && text === text.toUpperCase()
  return isNumbered && lines.length < 3 && text.length < 100 && (isItalic || isCapitals)
}

/** The kind of a block. @param text its joined lines */
const blockKind = (block: Block, text: string, style: TextStyle): BlockKind => {
  const { size } = block
  if (CAPTION.test(text) && (CAPTION_MARK.test(text) || size < 0.95 * style.size || block.isBold)) return 'caption'
  if (isHeading(block, text, style)) return 'heading'
  return size < 0.94 * style.size ? 'aside' : 'paragraph'
}

/** Whether a heading is a common first-level one, such as "Introduction". */
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

/** The style of the running text of a document. */
type TextStyle = { size: number; isBold: boolean; leading: number }

const heaviest = (weights: ReadonlyMap<number, number>, otherwise: number): number => {
  let [best, most] = [otherwise, 0]
  for (const [value, weight] of weights) if (weight > most) [best, most] = [value, weight]
  return best
}

const add = (weights: Map<number, number>, value: number, weight: number): void => {
  weights.set(value, (weights.get(value) ?? 0) + weight)
}

/** The most common distance between the baselines of neighbouring lines of similar size, as a multiple of their size. */
const leadingOf = (lines: readonly Line[]): number => {
  const weights = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    if (next === undefined || next.page !== line.page || Math.abs(next.size - line.size) > 0.06 * line.size) continue
    const distance = (next.baseline - line.baseline) / line.size
    if (distance > 0.9 && distance < 3) add(weights, Math.round(distance * 20) / 20, line.text.length)
  }
  return heaviest(weights, 1.2)
}

/** The style of most characters. */
export const textStyleOf = (lines: readonly Line[]): TextStyle => {
  const sizes = new Map<number, number>()
  for (const { size, text } of lines) add(sizes, Math.round(size * 2) / 2, text.length)
  const about = heaviest(sizes, 10)
  const own = lines.filter(({ size }) => Math.abs(size - about) <= 0.3)
  const exact = new Map<number, number>()
  for (const { size, text } of own) add(exact, size, text.length)
  const bold = own.reduce((sum, { isBold, text }) => sum + (isBold ? text.length : -text.length), 0)
  return { size: heaviest(exact, about), isBold: bold > 0, leading: leadingOf(own) }
}

/** A full stop after a word, followed by the possible start of a sentence. */
const END = /(?<word>[\p{L}\p{N})\]%”’"']+)[.?!][)\]”’"']? +(?=[“‘"'([]?[\p{Lu}\p{N}])/gu
/** Abbreviations that are followed by a number or a name. */
const ABBREVIATION =
  /^(?:\p{L}|al|approx|art|ca|cf|ch|chap|co|corp|def|dept|dr|ed|eds|eg|eq|eqs|eqn|eqns|esp|et|fig|figs|ie|inc|ltd|mr|mrs|ms|no|nos|nr|pp|prof|prop|ref|refs|resp|sec|secs|sect|st|tab|thm|univ|viz|vol|vols|vs|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/iu

/** The indices at which sentences of a paragraph begin, except the first. */
export const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(END)].flatMap(({ 0: { length }, index, groups }) =>
    ABBREVIATION.test(groups?.word ?? '') ? [] : [index + length],
  )

/** A line with nothing but the collaboration that wrote the paper, as it stands between title and names. */
export const isCollaboration = (text: string): boolean =>
  /^\(?(?:(?:For|On behalf of) the|The) (?:\p{Lu}[\p{L}\p{N}-]* ){1,6}(?:Collaborations?|COLLABORATIONS?|Consortium)\)?$/u.test(
    text,
  )

/** Whether a text ends in the middle of a sentence. */
export const isCutOff = (text: string): boolean =>
  /(?:[,:;&–—-]|(?<![\p{L}])(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|via|with))$/iu.test(text)

/** Lines that belong together: a paragraph or part of one, a heading, a caption, or a row of a table. */
export type Block = {
  lines: Line[]
  page: number
  /** The index of its column in the document. */
  column: number
  left: number
  right: number
  size: number
  isBold: boolean
  isItalic: boolean
  /** Whether its first line is indented. */
  isIndented: boolean
}

/** A baseline distance of more than this many leadings separates paragraphs. */
const GAP = 1.3
/** The range of paragraph indents, as multiples of the size; wider ones are centred lines. */
const INDENT = 0.7
const WIDEST_INDENT = 4.5
const SENTENCE_CLOSED = /[.?!:…][)\]"'”’\d†‡*∗]*$/u
const BULLET = /^(?:[•▪◦‣∙●■–]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]) ?\S/u

const firstWordWidth = ({ text, left, right }: Line): number =>
  ((right - left) * (text.indexOf(' ') === -1 ? text.length : text.indexOf(' '))) / Math.max(1, text.length)

const isIndented = (line: Line, left: number): boolean =>
  line.left - left > INDENT * line.size && line.left - left < WIDEST_INDENT * line.size

const isCentred = (line: Line, { left, right }: ReadColumn): boolean =>
  line.left - left > line.size && Math.abs(line.left - left - (right - line.right)) < 1.5 * line.size

/** Whether a line begins a new block after the line before it. */
const begins = (line: Line, last: Line, column: ReadColumn & { leading: number }): boolean => {
  if (isCollaboration(last.text) || (isCollaboration(line.text) && !isCutOff(last.text))) return true
  if (Math.abs(line.size - last.size) > 0.08 * Math.max(line.size, last.size)) return true
  if (line.isBold !== last.isBold) return true
  const distance = (line.baseline - last.baseline) / line.size
  if (distance > GAP * column.leading || distance < 0) return true
  if (isCentred(line, column) && isCentred(last, column)) return false
  const { left, right } = column
  if (isIndented(line, left) && !isIndented(last, left) && last.left - left < INDENT * last.size) return true
  if (BULLET.test(line.text) && (SENTENCE_CLOSED.test(last.text) || /^[•▪◦‣∙●■]/u.test(line.text))) return true
  // The first word would have fitted on the line before.
  const room = right - last.right - firstWordWidth(line)
  return room > 1.2 * line.size && (SENTENCE_CLOSED.test(last.text) || room > 0.25 * (right - left))
}

const blockOf = (lines: Line[], column: ReadColumn, index: number): Block => {
  const signs = (wanted: (line: Line) => boolean): number =>
    lines.reduce((sum, line) => sum + (wanted(line) ? line.text.length : -line.text.length), 0)
  const [first] = lines
  return {
    lines,
    page: column.page,
    column: index,
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    size: first?.size ?? 0,
    isBold: signs(({ isBold }) => isBold) > 0,
    isItalic: signs(({ isItalic }) => isItalic) > 0,
    isIndented: first !== undefined && isIndented(first, column.left),
  }
}

/** The blocks of a column in their order. @param index of the column in the document */
const splitBlocks = (column: ReadColumn, index: number): Block[] => {
  const blocks: Line[][] = []
  const measured = { ...column, leading: leadingOf(column.lines) }
  let last: Line | undefined
  for (const line of column.lines) {
    if (last === undefined || begins(line, last, measured)) blocks.push([line])
    else blocks.at(-1)?.push(line)
    last = line
  }
  return blocks.map((lines) => blockOf(lines, column, index))
}

const HYPHEN_AT_END = /(?<before>[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)[-\u2010\u00ad]$/u
const WORD_AT_START = /^(?<after>[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)/u
const WORDS = /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*/gu

/** How often each word occurs within a line of the document, in lower case; hyphenated words are looked up there. */
export type KnownWords = ReadonlyMap<string, number>

export const knownWords = (lines: Iterable<string>): KnownWords => {
  const words = new Map<string, number>()
  for (const line of lines)
    for (const [word] of line.toLowerCase().matchAll(WORDS)) {
      const plain = word.replaceAll('\u2010', '-')
      words.set(plain, (words.get(plain) ?? 0) + 1)
    }
  return words
}

/** Whether a hyphen at the end of a line belongs to the word. Most do not: hyphenation is more common than compounds. */
const keepsHyphen = (before: string, after: string, words: KnownWords): boolean => {
  if (!/^\p{Ll}/u.test(after) || /\p{N}$/u.test(before)) return true
  const [first, last] = [before.toLowerCase(), after.toLowerCase()]
  const count = (word: string): number => words.get(word) ?? 0
  const joined = `${first.split('-').at(-1) ?? ''}${last.split('-')[0] ?? ''}`
  const [apart, whole] = [count(`${first}-${last}`), count(`${first}${last}`) + count(joined)]
  // For a word that does not occur elsewhere: if it has other hyphens, it has this one as well.
  return apart === 0 && whole === 0 ? last.includes('-') : apart > whole
}

/** Appends a line to a text, rejoining a word that was hyphenated. */
export const joinLine = (text: string, line: string, words: KnownWords): string => {
  if (text === '') return line
  const before = HYPHEN_AT_END.exec(text)?.groups?.before
  const after = WORD_AT_START.exec(line)?.groups?.after
  if (before !== undefined && after !== undefined) {
    const isHyphen = !text.endsWith('\u00ad') && keepsHyphen(before, after, words)
    return `${text.slice(0, -1)}${isHyphen ? '-' : ''}${line}`
  }
  return /[\u2014/]$/u.test(text) && WORD_AT_START.test(line) ? `${text}${line}` : `${text} ${line}`
}

export const joinLines = (lines: readonly string[], words: KnownWords): string => {
  let text = ''
  for (const line of lines) text = joinLine(text, line, words)
  return text
}

/** A classified block, with its lines. */
export type KnownBlock = ReadBlock & { block: Block }

const styleKey = ({ size, isBold, isItalic }: Block): string => `${Math.round(size * 2)} ${isBold} ${isItalic}`

/** Unnumbered headings get the level of numbered ones in the same style; otherwise larger ones rank higher. */
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

/** The blocks of all columns, with their kinds. */
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

/** A classified block: its kind, text and position. */
type ReadBlock = {
  kind: BlockKind
  text: string
  level: number
  column: number
  isIndented: boolean
}

const CONTINUES = /^[\p{Ll}(,;]/u
const BROKEN = /[-\u2010\u00ad,]$/u

/** Whether a paragraph continues in the next block: in another column or page, or after an interruption. */
const isContinued = (open: ReadBlock, next: ReadBlock): boolean => {
  if (next.column === open.column && !CONTINUES.test(next.text)) return false
  if (BROKEN.test(open.text)) return true
  if (SENTENCE_CLOSED.test(open.text)) return false
  return CONTINUES.test(next.text) || !next.isIndented
}

/** An interruption within this many characters of an end of its paragraph moves there, to keep the paragraph whole. */
const NEAR_END = 150

/** A part that interrupts a paragraph, and how many characters of the paragraph precede it. */
type Interruption = { part: DocumentPart; offset: number }

/** Where a paragraph may be split: at its ends and between sentences. */
const placesIn = (text: string): number[] => [0, ...sentenceEnds(text), text.length]

/** The place for an interruption: an end of the paragraph if one is near, otherwise the nearest end of a sentence. */
const placeOf = (offset: number, { text, places }: { text: string; places: readonly number[] }): number => {
  const distance = (place: number): number => Math.abs(place - offset)
  const end = 2 * offset < text.length ? 0 : text.length
  if (distance(end) <= NEAR_END) return end
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best), end)
}

/** Places interruptions of a paragraph where they do not break a sentence. */
const withInterruptions = (text: string, interruptions: readonly Interruption[]): DocumentPart[] => {
  const parts: DocumentPart[] = []
  const places = interruptions.length === 0 ? [] : placesIn(text)
  let from = 0
  for (const { part, offset } of interruptions) {
    const place = placeOf(offset, { text, places })
    if (place > from) parts.push({ kind: 'paragraph', text: text.slice(from, place).trim() })
    parts.push(part)
    from = place
  }
  if (from < text.length) parts.push({ kind: 'paragraph', text: text.slice(from).trim() })
  return parts
}

/** Joins the blocks of a document into parts. Captions and notes move between sentences of the paragraph that they interrupt, or to an end of it. */
export const flowOf = (blocks: readonly ReadBlock[], words: KnownWords): DocumentPart[] => {
  const parts: DocumentPart[] = []
  let open: ReadBlock | null = null
  let held: Interruption[] = []
  const flush = (): void => {
    if (open !== null) parts.push(...withInterruptions(open.text, held))
    open = null
    held = []
  }
  for (const block of blocks) {
    const { kind, text, level } = block
    if (kind === 'heading') {
      flush()
      parts.push({ kind, text, level })
    } else if (kind !== 'paragraph') {
      if (open === null) parts.push({ kind, text })
      else held.push({ part: { kind, text }, offset: open.text.length })
    } else if (open !== null && (held.length > 0 || block.column !== open.column) && isContinued(open, block)) {
      const before: ReadBlock = open
      open = { ...before, text: joinLine(before.text, text, words), column: block.column }
    } else {
      flush()
      open = block
    }
  }
  flush()
  return parts
}
