/** How a full text is read as a page: its sections, and parts short enough for one page. */

/** A part of a text under one heading; `title` is null before the first heading. Level 1 is the highest in use. */
export type TextSection = { number: number; level: number; title: string | null; body: string }

/** `markdown` when its headings are marked as such, `plain` for text taken from a printed page. */
export type SectionedText = { format: 'markdown' | 'plain'; sections: TextSection[] }

const MARKDOWN_HEADING = /^ {0,3}(?<marks>#{1,6})[ \t]+(?=\S)/u
const FENCE = /^ {0,3}(?:```|~~~)/u
const NUMBERED_HEADING = /^(?<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(?<title>[\p{Lu}\p{Lo}].{1,90})$/u
const SUBSECTION = /^\d{1,2}\.\d/u
const ROMAN_HEADING = /^(?<number>[IVX]{1,5})\.[ \t]+(?<title>\p{Lu}.{1,90})$/u
const COMMON_HEADING =
  /^(?:abstract|introduction|background|related work|preliminaries|methods?|methodology|approach|experiments?|evaluation|results|discussion|limitations?|ethics statement|broader impact|conclusions?|acknowledge?ments?|references|bibliography|appendix(?: [a-z])?|supplementary materials?)[.:]?$/iu
/** A heading is no sentence and no line that goes on. */
const SENTENCE_END = /[.,;:]$/u

/** Far more than any paper has; what follows is text. */
const MAX_HEADINGS = 2_000
/** Number, blanks and title; what is longer is no heading. */
const MAX_PLAIN_HEADING = 200
/** What is longer goes on as text below it. */
const MAX_TITLE_LENGTH = 1_000

type Heading = { level: number; title: string }

/** Reads one line after another; says which are headings. */
type HeadingDetector = (line: string) => Heading | null

/** Marks may close a heading as they open it. By hand: a pattern would try every run of blanks in a long line. */
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

/** The headings of a printed page that begin with a letter. */
const wordHeading = (text: string): Heading | null => {
  if (COMMON_HEADING.test(text)) return { level: 1, title: text.replace(/[.:]$/u, '') }
  return ROMAN_HEADING.test(text) && !SENTENCE_END.test(text) ? { level: 1, title: text } : null
}

/** Numbers must go on where the last heading stood: rows of tables and lists begin with numbers too. */
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

/** Whether any line may be a heading: most texts are told from this without a look at each line. */
const MAY_BE_MARKDOWN = /^ {0,3}#{1,6}[ \t]/mu

/** Shorter lines are no headings; a text may consist of nothing else. */
const MIN_HEADING_LINE = 3

/** Parts a text, whose lines end in single characters, where headings are found. */
const splitAtHeadings = (text: string, read: HeadingDetector): TextSection[] => {
  const sections: TextSection[] = []
  let heading: Heading | null = null
  let headings = 0
  let begin = 0
  /** What of the last heading was too long for a title. */
  let overflow = ''
  const close = (end: number): void => {
    const rest = text.slice(begin, end)
    const body = (overflow === '' ? rest : `${overflow}\n${rest}`).trim()
    if (heading === null && body === '') return
    sections.push({ number: sections.length + 1, level: heading?.level ?? 1, title: heading?.title ?? null, body })
  }
  for (let at = 0; at < text.length && headings < MAX_HEADINGS;) {
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

/** Parts a text at its headings. What follows the 2,000th is one section. */
export const splitSections = (given: string): SectionedText => {
  const text = given.replaceAll(/\r\n?/gu, '\n')
  const marked = MAY_BE_MARKDOWN.test(text) ? splitAtHeadings(text, markdownHeadings()) : []
  const isMarkdown = marked.some(({ title }) => title !== null)
  const sections = isMarkdown ? marked : splitAtHeadings(text, plainTextHeadings())
  const highest = sections.reduce((least, { title, level }) => (title === null ? least : Math.min(least, level)), 6)
  return {
    format: isMarkdown ? 'markdown' : 'plain',
    sections: sections.map((section) => ({ ...section, level: Math.max(1, section.level - highest + 1) })),
  }
}

/** Paragraphs of plain text: an empty line ends one, and so does the next entry of a list. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-•*–]|\(?\d{1,2}[.)]|\[\d{1,3}\])[ \t])/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')

const NEWLINE = 0x0a

/** The last byte that a piece may end before: no character may be cut, and those after the first byte begin with 10. */
const endOfCharacter = (bytes: Buffer, at: number): number => {
  let end = at
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end
}

/** A body that is too long by itself, cut at empty lines, or anywhere when there are none. */
const splitBody = (body: string, most: number): string[] => {
  const bytes = Buffer.from(body)
  const found: string[] = []
  let begin = 0
  while (bytes.byteLength - begin > most) {
    const emptyLine = bytes.subarray(begin, begin + most).lastIndexOf('\n\n')
    const end = emptyLine > 0 ? begin + emptyLine : endOfCharacter(bytes, begin + most)
    found.push(bytes.toString('utf8', begin, end).trimEnd())
    begin = end
    while (bytes[begin] === NEWLINE) begin += 1
  }
  return [...found, bytes.toString('utf8', begin)]
}

/** Headings on one page: a text of nothing else has no bytes between them. */
const MAX_SECTIONS_IN_PART = 200

/**
 * Sections in parts of at most so many bytes, and of at most 200 sections. A section that goes on in the next part has
 * no title there.
 */
export const paginateSections = (sections: readonly TextSection[], mostBytes: number): TextSection[][] => {
  const parts: TextSection[][] = []
  let part: TextSection[] = []
  let size = 0
  for (const section of sections)
    for (const [index, body] of splitBody(section.body, mostBytes).entries()) {
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
