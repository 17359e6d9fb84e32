import {
  type Block,
  type KnownBlock,
  joinLines,
  isAbstractHeading,
  isCollaboration,
  isCommonHeading,
  isCutOff,
} from './blocks.ts'
import { isPersonName } from '#pdf/front/person-names.ts'
import { splitNames } from '#pdf/front/split-names.ts'
import type { Line } from '#pdf/layout/line.ts'
import type { DocumentPart } from './document.ts'
import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'

const MARKS_AT_END = /[\s*∗†‡§¶⋆✩☆★]+$/u
/** Note marks after a word; a star after a single letter is part of a name such as A*. */
const MARKS_WITHIN = /(?<=\p{L}{3})[*∗†‡§¶⋆]+(?=[\s:])/gu
const RAISED_NUMBER = /(?<=\p{Ll}{3})(?<number>\d{1,2})$/u
/** Mathematical alphanumeric characters. */
const FORMULA = /[\u{1d400}-\u{1d7ff}]+(?: [\u{1d400}-\u{1d7ff}]+)*/gu

/** A line without a raised note number at its end. */
const withoutNote = ({ text, cells }: Line): string => {
  const number = RAISED_NUMBER.exec(text)?.groups?.number
  return number === undefined || (cells.at(-1) ?? '').endsWith(number) ? text : text.slice(0, -number.length)
}

/** The text of a title without note marks, and with plain letters in formulas. */
const titleText = (blocks: readonly KnownBlock[]): string =>
  blocks
    .map(({ text, block: { lines } }) =>
      lines.some((line) => withoutNote(line) !== line.text) ? joinLines(lines.map(withoutNote), new Map()) : text,
    )
    .join(' ')
    .replace(MARKS_AT_END, '')
    .replaceAll(MARKS_WITHIN, '')
    .replaceAll(FORMULA, (signs) => signs.normalize('NFKC').replaceAll(' ', ''))

/** The title of a document, and its blocks on the first page. */
export type ProposedTitle = {
  title: string | null
  blocks: ReadonlySet<KnownBlock>
  /** Whether it may be wrong or incomplete. */
  isUnsure: boolean
  /** Whether it may be no title at all, so that what stands below it is unsure, too. */
  isDoubtful: boolean
}

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Names of files and programs, which many documents have as their title. */
const NO_TITLE =
  /^(?:untitled|title|microsoft word|powerpoint|paper|manuscript|layout \d)\b|\.(?:dvi|tex|docx?|pdf|ps|rtf|indd|qxd|html?)$|^https?:|^[\w.-]+$/iu
/** Article types and names of volumes, which journals print above the title. */
const NO_OWN_TITLE =
  /^(?:(?:original|research|review|regular|full|short|brief|invited|technical|survey|data|case|clinical|methodology|software|open access) ?)*(?:articles?|papers?|research|reports?|communications?|stud(?:y|ies)|letters?|notes?|reviews?|editorials?|commentar(?:y|ies)|perspectives?|open access)$|^proceedings of\b|^(?:the )?journal of [\p{L} ]+$|^typeset using|^draft(?: version)?\b.*\d{4}|^(?:the )?univers(?:it|id)\p{L}* (?:of|de|do|da|di|zu|van) [^:]+$/iu
/** The title is in this upper part of the first page. */
const UPPER = 0.6
const MAX_BLOCKS = 4
/** The same, with notes in the margin. */
const MAX_BLOCKS_NEAR = 16

/** Han, kana and their like, which are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{5}/u

/** Whether a text has more than one word. */
const hasSeveralWords = (text: string): boolean => /\S\s+\S/u.test(text) || UNSPACED.test(text)

const isPlausibleTitle = (title: string): boolean =>
  !NO_TITLE.test(title.trim()) &&
  !NO_OWN_TITLE.test(title.trim()) &&
  (title.trim().split(/\s+/u).length > 2 || letters(title).length > 14)

const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map(letters)
    .filter((word) => word !== '')

/** Whether a page contains words in their order, possibly with others in between. */
const hasWords = (page: string, title: string): boolean => {
  const [wanted, words] = [wordsOf(title), wordsOf(page)]
  const mostWords = 2 * wanted.length + 8
  return words.some((word, start) => {
    if (word !== wanted[0]) return false
    let found = 0
    for (const next of words.slice(start, start + mostWords)) if (next === wanted[found]) found += 1
    return found === wanted.length
  })
}

/** Whether a block of smaller letters is beside the title. */
const isInMargin = ({ left, right, size }: Block, title: Block): boolean =>
  size < 0.7 * title.size && (right < title.left || left > title.right)

/** Blocks with the largest letters, one after another. */
const largestBlocks = (blocks: readonly KnownBlock[], pageHeight: number): KnownBlock[] => {
  const upper = blocks.filter(
    ({ text, block }) => (block.lines[0]?.top ?? Infinity) < UPPER * pageHeight && letters(text).length > 3,
  )
  const worded = upper.filter(
    ({ text }) => hasSeveralWords(text) && letters(text).length > 7 && text.length < 400 && !NO_OWN_TITLE.test(text),
  )
  const largest = Math.max(...worded.map(({ block }) => block.size))
  const first = blocks.findIndex((block) => worded.includes(block) && block.block.size > 0.97 * largest)
  if (first === -1) return []
  const found: KnownBlock[] = []
  for (const block of blocks.slice(first, first + MAX_BLOCKS_NEAR)) {
    const [own] = found
    if (found.length > MAX_BLOCKS) break
    // Notes in the margin stand between the lines of the title.
    if (own !== undefined && isInMargin(block.block, own.block)) continue
    // A root sign is on a line of its own.
    if (own !== undefined && letters(block.text) === '') continue
    if (own !== undefined && isCollaboration(block.text)) break
    if (
      own !== undefined &&
      (Math.abs(block.block.size - largest) > 0.06 * largest || own.block.isBold !== block.block.isBold)
    )
      break
    found.push(block)
  }
  return found
}

/** The blocks of the title as printed. If it is no larger than the text, it is the first bold or plausible block. */
const printedBlocks = (blocks: readonly KnownBlock[], pageHeight: number, textSize: number): KnownBlock[] => {
  const largest = largestBlocks(blocks, pageHeight)
  if ((largest[0]?.block.size ?? 0) > 1.05 * textSize) return largest
  const bold = blocks.find(({ block, text }) => block.isBold && letters(text).length > 7)
  const first =
    bold ?? blocks.find(({ text }) => letters(text).length > 7 && !isPersonName(text) && !NO_OWN_TITLE.test(text))
  return first === undefined || first.text.length > 300 ? [] : [first]
}

/** Whether what is taken for a title consists of names or addresses. */
const isNoTitle = (text: string): boolean =>
  text === '' ||
  /@|https?:|www\./iu.test(text) ||
  // Many titles have no other words than names have; lists and initials are rare in them.
  (/,|\p{Lu}\./u.test(text) &&
    splitNames(text, [], new Set()).pieces.every(({ kind }) => kind === 'person' || kind === 'part'))

/** Whether a title is a single word, or ends in the middle of a sentence. */
const mayBeIncomplete = (text: string): boolean => !hasSeveralWords(text) || isCutOff(text)

/** Lines of a title are closer than this many of its sizes, or of the leadings of the text. */
const TITLE_LEADING = 1.75
const MOST_LEADINGS = 1.3

/** Whether a piece of a title differs from the rest: in its style, by a wide gap within its line, or by its distance from the line above. */
const hasOddPiece = (title: readonly KnownBlock[], textLeading: number): boolean => {
  const lines = title.flatMap(({ block }) => block.lines).filter(({ text }) => letters(text) !== '')
  const [first] = lines
  const steps = lines.slice(1).map(({ baseline, size }, index) => (baseline - (lines[index]?.baseline ?? 0)) / size)
  const closest = Math.min(...steps)
  const limit = Math.max(TITLE_LEADING, MOST_LEADINGS * textLeading)
  return (
    lines.some(
      ({ cells, isBold, isItalic }) => cells.length > 1 || isBold !== first?.isBold || isItalic !== first.isItalic,
    ) || steps.some((step) => step < 0.5 || step > limit || step > MOST_LEADINGS * closest)
  )
}

/** Whether another text of the upper part of the page is as large as the title, or the title as small as the text. */
const hasRival = (
  blocks: readonly KnownBlock[],
  title: readonly KnownBlock[],
  { pageHeight, textSize }: { pageHeight: number; textSize: number },
): boolean => {
  const [first] = title
  if (first === undefined) return true
  const { size, isBold } = first.block
  if (size <= 1.05 * textSize && !isBold) return true
  return blocks.some(
    (other) =>
      !title.includes(other) &&
      other.block.size >= Math.max(0.97 * size, 1.05 * textSize) &&
      (other.block.lines[0]?.top ?? Infinity) < UPPER * pageHeight &&
      letters(other.text).length > 7 &&
      !isCollaboration(other.text) &&
      !isCommonHeading(other.text),
  )
}

/**
 * The title in the metadata of the document, if it is printed on the first page; otherwise the largest letters there.
 * @param blocks of the first page in reading order
 */
export const proposeTitle = (
  blocks: readonly KnownBlock[],
  {
    stated,
    pageText,
    pageHeight,
    textSize,
    textLeading,
  }: { stated: string; pageText: string; pageHeight: number; textSize: number; textLeading: number },
): ProposedTitle => {
  const found = printedBlocks(blocks, pageHeight, textSize)
  const printed = titleText(found)
  const plain = stated.replaceAll(/\s+/gu, ' ').trim()
  const isPrinted = isPlausibleTitle(plain) && (letters(pageText).includes(letters(plain)) || hasWords(pageText, plain))
  if (!isPrinted) {
    // Names may be among its pieces.
    const isDoubtful = isNoTitle(printed) || hasOddPiece(found, textLeading)
    return {
      title: printed === '' ? null : printed,
      blocks: new Set(found),
      isUnsure: isDoubtful || mayBeIncomplete(printed) || hasRival(blocks, found, { pageHeight, textSize }),
      isDoubtful,
    }
  }
  const named = blocks.filter(({ text }) => letters(text).length > 3 && letters(plain).includes(letters(text)))
  const own = letters(printed) === letters(plain) && printed !== printed.toUpperCase() ? printed : plain
  const isWhole = named.length === 0 || letters(plain).includes(letters(printed))
  return { title: own, blocks: new Set(isWhole ? found : named), isUnsure: false, isDoubtful: false }
}

const INLINE = /^(?:abstract|summary)\s?(?:[.:—–-]+\s*|(?=\p{Lu}))(?=\S)/iu
const ENDS =
  /^(?:key ?words|index terms|ccs concepts|categories and subject|general terms|acm reference|1\.? introduction)\b/iu
const MAX_PARAGRAPHS = 6
const LONGEST = 20_000

/** The abstract: the text under its heading, or the paragraph that starts with "Abstract". */
export const proposeAbstract = (parts: readonly DocumentPart[]): string | null => {
  const near = parts.slice(0, 80)
  const at = near.findIndex(({ kind, text }) => kind === 'heading' && isAbstractHeading(text))
  const found: string[] = []
  if (at !== -1)
    for (const { kind, text } of near.slice(at + 1)) {
      if (kind === 'heading' || kind === 'reference' || ENDS.test(text) || found.length >= MAX_PARAGRAPHS) break
      if (kind === 'paragraph' || (kind === 'aside' && found.length === 0)) found.push(text)
      else if (text.length > 200 && kind === 'aside') found.push(text)
    }
  if (found.length === 0) {
    const named = near.find(({ kind, text }) => kind !== 'heading' && INLINE.test(text))
    if (named !== undefined) found.push(named.text.replace(INLINE, ''))
  }
  const text = found.join('\n\n').trim()
  return text === '' || text.length > LONGEST ? null : text
}

const NAMED_DOI =
  /(?:doi\.org\/|\/doi\/(?:abs\/|full\/|pdf\/|epdf\/)?|\b(?:doi|digital object identifier) ?[:=]? ?(?:https?:\/\/(?:dx\.)?doi\.org\/)?)(?<doi>10\.\d{4,9}\/\S+)/iu
/** arXiv's stamp on a submission that has no id yet. */
const SUBMISSION = /\bsubmit\/\d+/iu
const YEAR = /(?<![\d.])(?:19|20)\d{2}(?![\d.]\d|\d)/gu

/** The DOI that a text gives with its scheme or address, not one within a reference. */
export const proposeDoi = (texts: readonly string[]): string | null => {
  for (const text of texts) {
    const found = NAMED_DOI.exec(text)?.groups?.doi
    if (found !== undefined) return doiIn(found)
  }
  return null
}

/** A line with nothing but an arXiv id under its label, as journals print it: "ArXiv ePrint: 2002.31337". */
const LABELLED_ARXIV =
  /^(?:arxiv[ -]?)?(?:e-?prints?|preprints?|arxiv|id|identifiers?|no\.?|numbers?)(?: (?:id|identifier|no\.?|number))?\s?[:#]?\s*(?:arxiv:\s?)?(?<id>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,2})?(?:\s?\[[\w.-]{2,20}\])?\.?$/iu
/** The id alone, with the field of arXiv behind it, as in its stamp. */
const BARE_ARXIV =
  /^(?<id>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d{1,2})?\s?\[[a-z-]{2,12}(?:\.[A-Z]{2}|\.[a-z-]{2,12})?\](?:\s.{0,20})?$/u

const barelyIn = (text: string): string | null => {
  const id = (LABELLED_ARXIV.exec(text) ?? BARE_ARXIV.exec(text))?.groups?.id
  return id === undefined ? null : arxivIdIn(`arxiv:${id}`)
}

/**
 * The arXiv id in the margins of the first page, or in a line of its own there.
 * @param lines of the page, without its references
 */
export const proposeArxivId = (margins: readonly string[], lines: readonly string[]): string | null =>
  margins.map((text) => arxivIdIn(text.replace(SUBMISSION, ''))).find((id) => id !== null) ??
  [...margins, ...lines].map((text) => barelyIn(text.trim())).find((id) => id !== null) ??
  null

/** The year at the start of an arXiv id. */
const yearOfArxivId = (id: string | null): number | null => {
  const digits = /^(?:[a-z-]+\/)?(?<year>\d{2})\d{2}/u.exec(id ?? '')?.groups?.year
  if (digits === undefined) return null
  return Number(digits) + (Number(digits) > 90 ? 1900 : 2000)
}

const yearsIn = (text: string, latest: number): number[] =>
  [...text.matchAll(YEAR)].map(([year]) => Number(year)).filter((year) => year >= 1900 && year <= latest)

/** Lines whose year is that of the paper. */
const DATED =
  /©|\(c\)|copyright|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\b|vol(?:ume|\.)|proceedings|conference|workshop|symposium|\bpp\.|pages|published|accepted/iu

/** Whether a text is a date line; sentences may also contain years. */
const isDate = (text: string): boolean => text.length < 50 || (text.length < 200 && DATED.test(text))

type Dated = {
  sideways: readonly string[]
  /** The imprint of the first page. */
  edges: readonly string[]
  front: readonly string[]
  pageLines: readonly string[]
  arxivId: string | null
  /** A PDF date such as D:20200519234246Z. */
  created: string
  latest: number
}

/** The year in arXiv's stamp, around the text or below the title; otherwise that of the file. */
export const proposeYear = ({ sideways, edges, front, pageLines, arxivId, created, latest }: Dated): number | null => {
  const marked = sideways.filter((text) => /arxiv/iu.test(text)).flatMap((text) => yearsIn(text, latest))
  const printed = edges.flatMap((text) => yearsIn(text, latest))
  const nearTitle = front.filter(isDate).flatMap((text) => yearsIn(text, latest))
  const dated = pageLines
    .filter((text) => text.length < 160 && DATED.test(text) && !/\bet al\b|\(\d{4}\)/u.test(text))
    .flatMap((text) => yearsIn(text, latest))
  const file = /^D:(?<year>\d{4})/u.exec(created)?.groups?.year
  return (
    marked.at(-1) ??
    printed[0] ??
    yearOfArxivId(arxivId) ??
    nearTitle[0] ??
    dated[0] ??
    (file === undefined ? null : (yearsIn(file, latest)[0] ?? null))
  )
}

const ADDRESS =
  /(?:https?:\/\/)?(?:www\.)?creativecommons\.org\/(?:licenses\/[a-z-]+(?:\/\d\.\d)?|publicdomain\/(?:zero|mark)(?:\/\d\.\d)?)/iu
const NAME =
  /creative commons(?: license)?,? attribution(?<terms>(?:[- ]+(?:share ?alike|no[- ]?derivatives|non[- ]?commercial))*)(?: (?<version>\d\.\d))?/iu

const shortTerms: readonly (readonly [RegExp, string])[] = [
  [/non[- ]?commercial/iu, 'NC'],
  [/no[- ]?derivatives/iu, 'ND'],
  [/share ?alike/iu, 'SA'],
]

/** The Creative Commons licence named in a document, as its address or short name; null if there is none. */
export const proposeLicence = (text: string): string | null => {
  const address = ADDRESS.exec(text)?.[0]
  if (address !== undefined) return address.startsWith('http') ? address : `https://${address}`
  const named = NAME.exec(text)?.groups
  if (named === undefined) return null
  const terms = shortTerms.filter(([pattern]) => pattern.test(named.terms ?? '')).map(([, short]) => short)
  const name = ['CC BY', ...terms].join('-')
  return named.version === undefined ? name : `${name} ${named.version}`
}
