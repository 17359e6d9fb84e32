import { doSteps, type Steps } from '#core/steps.ts'

/** Splits a full text into sections, and these into parts short enough for one page. */

/** The text under one heading; `title` is null before the first heading. Level 1 is the highest in use. */
export type TextSection = { number: number; level: number; title: string | null; body: string }

/** `markdown` when headings are marked, `plain` for text extracted from a printed page. */
export type SectionedText = { format: 'markdown' | 'plain'; sections: TextSection[] }

const MARKDOWN_HEADING = /^ {0,3}(?<marks>#{1,6})[ \t]+(?=\S)/u
const FENCE = /^ {0,3}(?:```|~~~)/u
const NUMBERED_HEADING = /^(?<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(?<title>[\p{Lu}\p{Lo}].{1,90})$/u
const SUBSECTION = /^\d{1,2}\.\d/u
const ROMAN_HEADING = /^(?<number>[IVX]{1,5})\.[ \t]+(?<title>\p{Lu}.{1,90})$/u
const COMMON_HEADING =
  /^(?:abstract|introduction|background|related work|preliminaries|methods?|methodology|approach|experiments?|evaluation|results|discussion|limitations?|ethics statement|broader impact|conclusions?|acknowledge?ments?|references|bibliography|appendix(?: [a-z])?|supplementary materials?)[.:]?$/iu
/** A heading is not a sentence and does not continue on the next line. */
const SENTENCE_END = /[.,;:]$/u

/** Far more than any paper has; later ones are text. */
const MAX_HEADINGS = 2_000
/** Number, spaces and title; a longer line is not a heading. */
const MAX_PLAIN_HEADING = 200
/** The rest of a longer title becomes text below it. */
const MAX_TITLE_LENGTH = 1_000

type Heading = { level: number; title: string }

/** Is given each line in turn; returns the headings. */
type HeadingDetector = (line: string) => Heading | null

/** Removes closing hash signs. By hand, since a pattern would backtrack over every run of spaces in a long line. */
const stripClosingMarks = (title: string): string => {
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  return end < title.length && /[ \t]/u.test(title[end - 1] ?? ' ') ? title.slice(0, end).trimEnd() : title
}

const markdownHeadings = (): HeadingDetector => {
  let inFence = false
  return (line) => {
    if (FENCE.test(line)) inFence = !inFence
    const found = inFence ? null : MARKDOWN_HEADING.exec(line)
    const title = found === null ? '' : stripClosingMarks(line.slice(found[0].length).trim())
    return title === '' ? null : { level: found?.groups?.marks?.length ?? 1, title }
  }
}

/** Headings in plain text that begin with a letter. */
const wordHeading = (text: string): Heading | null => {
  if (COMMON_HEADING.test(text)) return { level: 1, title: text.replace(/[.:]$/u, '') }
  return ROMAN_HEADING.test(text) && !SENTENCE_END.test(text) ? { level: 1, title: text } : null
}

/** A number must continue that of the last heading: rows of tables and lists begin with numbers too. */
const plainTextHeadings = (): HeadingDetector => {
  let chapter = 0
  const numberedHeading = (text: string): Heading | null => {
    const first = Number.parseInt(text.slice(0, 2), 10)
    const isNext = first === chapter + 1 || (first === chapter && SUBSECTION.test(text))
    if (!isNext || SENTENCE_END.test(text)) return null
    const { number } = NUMBERED_HEADING.exec(text)?.groups ?? {}
    if (number === undefined) return null
    chapter = first
    return { level: number.split('.').length, title: text }
  }
  return (line) => {
    const text = line.trim()
    if (text.length > MAX_PLAIN_HEADING) return null
    if (/^\d/u.test(text)) return numberedHeading(text)
    return /^[a-z]/iu.test(text) ? wordHeading(text) : null
  }
}

/** A quick test of the whole text, which spares most texts the check of each line. */
const MAY_BE_MARKDOWN = /^ {0,3}#{1,6}[ \t]/mu

/** Shorter lines are skipped, since a text may consist of nothing else. */
const MIN_HEADING_LINE = 3

const LINES_IN_STEP = 10_000

/** @param text with line feeds only */
function* splitAtHeadings(text: string, read: HeadingDetector): Steps<TextSection[]> {
  const sections: TextSection[] = []
  let heading: Heading | null = null
  let headings = 0
  let begin = 0
  /** The part of the last heading beyond the longest title. */
  let overflow = ''
  const close = (end: number): void => {
    const rest = text.slice(begin, end)
    const body = (overflow === '' ? rest : `${overflow}\n${rest}`).trim()
    if (heading === null && body === '') return
    sections.push({ number: sections.length + 1, level: heading?.level ?? 1, title: heading?.title ?? null, body })
  }
  let lines = 0
  for (let at = 0; at < text.length && headings < MAX_HEADINGS; lines += 1) {
    if (lines % LINES_IN_STEP === LINES_IN_STEP - 1) yield
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const next = end - at < MIN_HEADING_LINE ? null : read(text.slice(at, end))
    if (next !== null) {
      close(at)
      headings += 1
      heading = { ...next, title: next.title.slice(0, MAX_TITLE_LENGTH).toWellFormed() }
      overflow = next.title.slice(MAX_TITLE_LENGTH).toWellFormed()
      begin = end + 1
    }
    at = end + 1
  }
  close(text.length)
  return sections
}

/** `splitSections` in steps, for texts of any length. */
export function* splitSectionsInSteps(given: string): Steps<SectionedText> {
  const text = given.replaceAll(/\r\n?/gu, '\n')
  yield
  const marked = MAY_BE_MARKDOWN.test(text) ? yield* splitAtHeadings(text, markdownHeadings()) : []
  const isMarkdown = marked.some(({ title }) => title !== null)
  const sections = isMarkdown ? marked : yield* splitAtHeadings(text, plainTextHeadings())
  const highest = sections.reduce((least, { title, level }) => (title === null ? least : Math.min(least, level)), 6)
  return {
    format: isMarkdown ? 'markdown' : 'plain',
    sections: sections.map((section) => ({ ...section, level: Math.max(1, section.level - highest + 1) })),
  }
}

/** Splits a text at its headings. Everything after the 2,000th is one section. */
export const splitSections = (text: string): SectionedText => doSteps(splitSectionsInSteps(text))

/** Paragraphs of plain text, which end at an empty line or before a list item. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-•*–]|\(?\d{1,2}[.)]|\[\d{1,3}\])[ \t])/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')

const NEWLINE = 0x0a
/** UTF-8 for a UTF-16 unit. */
const MAX_BYTES_OF_UNIT = 3

/** Moves a cut back to a character boundary: continuation bytes in UTF-8 begin with the bits 10. */
const endOfCharacter = (bytes: Buffer, at: number): number => {
  let end = at
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end
}

/** Cuts a body that is too long at empty lines, or anywhere if there are none. */
function* splitBody(body: string, most: number): Steps<string[]> {
  if (body.length * MAX_BYTES_OF_UNIT <= most) return [body]
  const bytes = Buffer.from(body)
  yield
  const found: string[] = []
  let begin = 0
  while (bytes.byteLength - begin > most) {
    const emptyLine = bytes.subarray(begin, begin + most).lastIndexOf('\n\n')
    const end = emptyLine > 0 ? begin + emptyLine : endOfCharacter(bytes, begin + most)
    found.push(bytes.toString('utf8', begin, end).trimEnd())
    begin = end
    while (bytes[begin] === NEWLINE) begin += 1
    yield
  }
  return [...found, bytes.toString('utf8', begin)]
}

/** Needed since sections may have empty bodies, which do not count towards the size. */
const MAX_SECTIONS_IN_PART = 200

/** `paginateSections` in steps, for texts of any length. */
export function* paginateInSteps(sections: readonly TextSection[], mostBytes: number): Steps<TextSection[][]> {
  const parts: TextSection[][] = []
  let part: TextSection[] = []
  let size = 0
  for (const section of sections)
    for (const [index, body] of (yield* splitBody(section.body, mostBytes)).entries()) {
      const bytes = Buffer.byteLength(body)
      if (part.length === MAX_SECTIONS_IN_PART || (part.length > 0 && size + bytes > mostBytes)) {
        parts.push(part)
        part = []
        size = 0
      }
      part.push({ ...section, body, title: index === 0 ? section.title : null })
      size += bytes
    }
  return part.length === 0 ? parts : [...parts, part]
}

/**
 * Groups sections into parts of at most `mostBytes` bytes and 200 sections. A section continued in the next part has no title
 * there.
 */
export const paginateSections = (sections: readonly TextSection[], mostBytes: number): TextSection[][] =>
  doSteps(paginateInSteps(sections, mostBytes))
