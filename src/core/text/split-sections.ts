/** How a full text is read as a page: its sections, and parts short enough for one page. */

/** A stretch of text under one heading; `title` is null before the first heading. Level 1 is the highest in use. */
export type TextSection = { number: number; level: number; title: string | null; body: string }

/** `markdown` when its headings are marked as such, `plain` for text taken from a printed page. */
export type SectionedText = { format: 'markdown' | 'plain'; sections: TextSection[] }

const MARKDOWN_HEADING = /^ {0,3}(?<marks>#{1,6})[ \t]+(?=\S)/u
const FENCE = /^ {0,3}(?:```|~~~)/u
const NUMBERED_HEADING = /^(?<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(?<title>[\p{Lu}\p{Lo}].{1,90})$/u
const ROMAN_HEADING = /^(?<number>[IVX]{1,5})\.[ \t]+(?<title>\p{Lu}.{1,90})$/u
const COMMON_HEADING =
  /^(?:abstract|introduction|background|related work|preliminaries|methods?|methodology|approach|experiments?|evaluation|results|discussion|limitations?|ethics statement|broader impact|conclusions?|acknowledge?ments?|references|bibliography|appendix(?: [a-z])?|supplementary materials?)[.:]?$/iu
/** A heading is no sentence and no line that goes on. */
const SENTENCE_END = /[.,;:]$/u

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

/** Numbers must go on where the last heading stood: rows of tables and lists begin with numbers too. */
const plainTextHeadings = (): HeadingDetector => {
  let chapter = 0
  return (line) => {
    const text = line.trim()
    if (text === '') return null
    if (COMMON_HEADING.test(text)) return { level: 1, title: text.replace(/[.:]$/u, '') }
    if (SENTENCE_END.test(text)) return null
    if (ROMAN_HEADING.test(text)) return { level: 1, title: text }
    const { number = '' } = NUMBERED_HEADING.exec(text)?.groups ?? {}
    const steps = number.split('.')
    const first = Number(steps[0])
    if (number === '' || (first !== chapter && first !== chapter + 1)) return null
    if (steps.length === 1 && first === chapter) return null
    chapter = first
    return { level: steps.length, title: text }
  }
}

/** Whether any line may be a heading: most texts are told from this without a look at each line. */
const MAY_BE_HEADING = /^ {0,3}#{1,6}[ \t]/mu

const isMarkdown = (text: string): boolean => {
  if (!MAY_BE_HEADING.test(text)) return false
  const read = markdownHeadings()
  return text.split('\n').some((line) => read(line) !== null)
}

/** Parts a text at its headings. */
export const splitSections = (text: string): SectionedText => {
  const format = isMarkdown(text) ? 'markdown' : 'plain'
  const read = format === 'markdown' ? markdownHeadings() : plainTextHeadings()
  const sections: TextSection[] = []
  let lines: string[] = []
  let heading: Heading | null = null
  const close = (): void => {
    const body = lines.join('\n').trim()
    if (heading !== null || body !== '')
      sections.push({ number: sections.length + 1, level: heading?.level ?? 1, title: heading?.title ?? null, body })
    lines = []
  }
  for (const line of text.split(/\r\n?|\n/u)) {
    const found = read(line)
    if (found === null) lines.push(line)
    else {
      close()
      heading = { ...found, title: found.title.slice(0, MAX_TITLE_LENGTH).toWellFormed() }
      if (found.title.length > MAX_TITLE_LENGTH) lines.push(found.title.slice(MAX_TITLE_LENGTH).toWellFormed())
    }
  }
  close()
  const highest = sections.reduce((least, { title, level }) => (title === null ? least : Math.min(least, level)), 6)
  return {
    format,
    sections: sections.map((section) => ({ ...section, level: Math.max(1, section.level - highest + 1) })),
  }
}

/** Paragraphs of plain text: an empty line ends one, and so does the next entry of a list. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-•*–]|\(?\d{1,2}[.)]|\[\d{1,3}\])[ \t])/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')

/** A body that is too long by itself, cut at empty lines, or anywhere when there are none. */
const splitBody = (body: string, most: number): string[] => {
  if (Buffer.byteLength(body) <= most) return [body]
  const found: string[] = []
  let piece: string[] = []
  let size = 0
  for (const paragraph of body.split(/\n{2,}/u).flatMap((text) => splitLongParagraph(text, most))) {
    const bytes = Buffer.byteLength(paragraph)
    if (piece.length > 0 && size + bytes > most) {
      found.push(piece.join('\n\n'))
      piece = []
      size = 0
    }
    size += bytes + (piece.length === 0 ? 0 : 2)
    piece.push(paragraph)
  }
  return [...found, piece.join('\n\n')]
}

const splitLongParagraph = (text: string, most: number): string[] => {
  if (Buffer.byteLength(text) <= most) return [text]
  const characters = Array.from(text)
  // Four bytes are the most that a character takes.
  const length = Math.floor(most / 4)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  )
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
