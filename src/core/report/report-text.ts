/** The outline of a text that cites: what is prose, what is quoted in a block, and which entries its lists of references have. */

export type TextSpan = { start: number; end: number }

/** `quote`: a block quotation. A heading, an item of a list and a row of a table are blocks of their own. */
export type ReportBlock = TextSpan & { kind: 'prose' | 'quote' }

/** An entry of a list of references. `name`: its number, the name of a footnote, or the key of an entry of BibTeX. */
export type Entry = TextSpan & { name: string | null; text: string; isBibtex: boolean }

export type ReportText = {
  /** The text with code, comments and the signs before quoted lines as spaces, so that offsets stay as they are. */
  masked: string
  blocks: ReportBlock[]
  entries: Entry[]
  /** The line of an offset, from 1. */
  lineAt: (offset: number) => number
}

type Line = TextSpan & { text: string }

const blanked = (text: string): string => text.replaceAll(/[^\r\n]/gu, (sign) => ' '.repeat(sign.length))

const splitLines = (text: string): Line[] => {
  const lines: Line[] = []
  let start = 0
  for (const { index, 0: end } of [...text.matchAll(/\r\n|\n|\r/gu), { index: text.length, 0: '' }]) {
    lines.push({ start, end: index, text: text.slice(start, index) })
    start = index + end.length
  }
  return lines
}

const FENCE = /^\s{0,3}(?<sign>`{3,}|~{3,})\s*(?<language>[\w-]*)/u
const BIBTEX_LANGUAGE = /^(?:bib|bibtex|biblatex|latex|tex)$/iu
const INLINE_CODE = /(?<!`)(?<ticks>`{1,3})(?!`)[^`\r\n]{1,300}(?:\r?\n[^`\r\n]{1,300})?\k<ticks>(?!`)/gu

/** Without code between fences, unless it is BibTeX. */
const withoutFences = (text: string): string => {
  let fence: { sign: string; isKept: boolean } | null = null
  const kept: string[] = []
  let at = 0
  for (const line of splitLines(text)) {
    const found = FENCE.exec(line.text)?.groups
    const sign = found?.sign ?? ''
    const isFence: boolean = fence === null ? sign !== '' : sign.startsWith(fence.sign)
    const isCode = isFence || (fence !== null && !fence.isKept)
    kept.push(text.slice(at, line.start), isCode ? ' '.repeat(line.text.length) : line.text)
    at = line.end
    if (isFence) fence = fence === null ? { sign, isKept: BIBTEX_LANGUAGE.test(found?.language ?? '') } : null
  }
  return kept.join('') + text.slice(at)
}

const withoutComments = (text: string): string => {
  let rest = ''
  let at = 0
  for (let from = text.indexOf('<!--'); from !== -1; from = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', from)
    if (end === -1) break
    rest += text.slice(at, from) + blanked(text.slice(from, end + 3))
    at = end + 3
  }
  return rest + text.slice(at)
}

const HEADING = /^\s{0,3}(?<marks>#{1,6})\s+\S/u
const UNDERLINE = /^\s{0,3}(?:={3,}|-{3,}|\*{3,}|_{3,})\s*$/u
const BOLD_LINE = /^\s{0,3}\*\*[^*\n]{1,100}\*\*:?\s*$/u
const REFERENCES =
  /^\s{0,3}(?:#{1,6}\s+)?(?:\d{1,2}\.?\s+)?(?:\*\*|__)?(?:references?(?:\s+list)?|list of references|reference list|bibliography|works cited|literature(?:\s+cited)?|cited (?:works|papers|literature)|citations|sources|papers cited|footnotes|endnotes)(?:\s+cited)?:?(?:\*\*|__)?:?\s*#*\s*$/iu
const LONGEST_HEADING = 60

const isReferences = (line: string): boolean => line.length <= LONGEST_HEADING && REFERENCES.test(line)

const QUOTED = /^\s{0,3}>/u
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/u
const ROW = /^\s*\|/u
const BLANK = /^\s*$/u

/** What an entry of a list begins with. */
const MARKED =
  /^\s{0,3}(?:[-*+•]\s+)?(?:\[(?<number>\d{1,3})\]:?|\[\^(?<note>[\w-]{1,20})\]:|(?<item>\d{1,3})[.)])\s+(?=\S)|^\s{0,3}[-*+•]\s+(?=\S)/u
/** The same outside of a list of references, where only a number in brackets or a footnote begins an entry. */
const MARKED_ANYWHERE = /^\s{0,3}(?:\[(?<number>\d{1,3})\]:?|\[\^(?<note>[\w-]{1,20})\]:)\s+(?=\S)/u
/** What such a line has if it is an entry and not a remark. */
const CITES = /(?<!\d)(?:19|20)\d{2}(?!\d)|https?:\/\/|\b10\.\d{4,9}\/|arxiv/iu
const YEAR_OR_ADDRESS = CITES
const MIN_ENTRY = 12
const BIBTEX_ENTRY = /^\s{0,3}@(?!comment|string|preamble)[a-z]{3,20}\s*\{\s*(?<key>[^\s,{}]{1,100})\s*,/iu
/** The longest entry, in lines. */
const ENTRY_LINES = 60

type Outline = { blocks: ReportBlock[]; entries: Entry[] }

/** The lines of an entry of BibTeX: up to the one that closes its first brace. */
const bibtexLines = (lines: readonly Line[], from: number): number => {
  let depth = 0
  for (let index = from; index < Math.min(lines.length, from + ENTRY_LINES); index += 1) {
    for (const sign of lines[index]?.text ?? '') depth += sign === '{' ? 1 : sign === '}' ? -1 : 0
    if (depth <= 0) return index - from + 1
  }
  return 1
}

const entryOf = (lines: readonly Line[], name: string | null, isBibtex = false): Entry | null => {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return null
  const mark = isBibtex ? 0 : (MARKED.exec(first.text)?.[0].length ?? 0)
  const [head, ...others] = lines.map(({ text }) => text)
  const text = [(head ?? '').slice(mark), ...others].map((part) => part.trim()).join(isBibtex ? '\n' : ' ')
  const indent = first.text.length - first.text.trimStart().length
  return { start: first.start + indent, end: last.end, name, text, isBibtex }
}

/** The entries of a list of references, each of one line or more. */
const listEntries = (lines: readonly Line[]): Entry[] => {
  const isMarked = lines.some(({ text }) => MARKED.test(text))
  const groups: Line[][] = []
  let wasBlank = true
  for (const line of lines) {
    const isBlank = BLANK.test(line.text)
    const last = groups.at(-1)
    const isIndented = /^\s/u.test(line.text)
    const lastHasYear = last !== undefined && YEAR_OR_ADDRESS.test(last.map(({ text }) => text).join(' '))
    const begins = isMarked
      ? MARKED.test(line.text)
      : wasBlank || (!isIndented && lastHasYear && YEAR_OR_ADDRESS.test(line.text))
    if (!isBlank) {
      if (begins || last === undefined) groups.push([line])
      // A list is over where text follows an empty line without a mark.
      else if (!(isMarked && wasBlank) && last.length < ENTRY_LINES) last.push(line)
      else groups.push([line])
    }
    wasBlank = isBlank
  }
  return groups.flatMap((group) => {
    const { number, note, item } = MARKED.exec(group[0]?.text ?? '')?.groups ?? {}
    return entryOf(group, number ?? note ?? item ?? null) ?? []
  })
}

const levelOf = ({ text }: Line): number | null =>
  HEADING.exec(text)?.groups?.marks?.length ?? (BOLD_LINE.test(text) ? 7 : null)

/** Where a list of references ends: at the next heading of its level. */
const endOfList = (lines: readonly Line[], from: number, level: number): number => {
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]
    const found = line === undefined ? null : levelOf(line)
    if (found !== null && found <= level) return index
    if (line !== undefined && isReferences(line.text)) return index
  }
  return lines.length
}

const outline = (lines: readonly Line[]): Outline => {
  const blocks: ReportBlock[] = []
  const entries: Entry[] = []
  let open: ReportBlock | null = null
  const close = (): void => {
    if (open !== null) blocks.push(open)
    open = null
  }
  const extend = (line: Line, kind: ReportBlock['kind'], isNew: boolean): void => {
    if (isNew || open?.kind !== kind) close()
    open = { kind, start: open?.start ?? line.start, end: line.end }
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (line === undefined) break
    const { text } = line
    if (BLANK.test(text)) {
      close()
      continue
    }
    const marked = text.includes('[') ? MARKED_ANYWHERE.exec(text) : null
    const bibtex = text.includes('@') ? BIBTEX_ENTRY.exec(text)?.groups?.key : undefined
    if (isReferences(text)) {
      close()
      const end = endOfList(lines, index + 1, levelOf(line) ?? 7)
      const listed = lines.slice(index + 1, end).filter(({ text: other }) => !UNDERLINE.test(other))
      if (listed.some(({ text: other }) => BIBTEX_ENTRY.test(other))) continue
      const found = listEntries(listed)
      entries.push(...found.filter(({ text: entry }) => entry.length >= MIN_ENTRY))
      index = end - 1
    } else if (bibtex !== undefined) {
      close()
      const count = bibtexLines(lines, index)
      entries.push(...[entryOf(lines.slice(index, index + count), bibtex, true) ?? []].flat())
      index += count - 1
    } else if (marked !== null && text.length - marked[0].length >= MIN_ENTRY) {
      close()
      let end = index + 1
      const isOver = (other: Line): boolean =>
        BLANK.test(other.text) || MARKED_ANYWHERE.test(other.text) || levelOf(other) !== null
      while (end < Math.min(lines.length, index + ENTRY_LINES) && !isOver(lines[end] ?? line)) end += 1
      const entry = entryOf(lines.slice(index, end), marked.groups?.number ?? marked.groups?.note ?? null)
      if (entry !== null && CITES.test(entry.text)) entries.push(entry)
      else extend({ ...line, end: lines[end - 1]?.end ?? line.end }, 'prose', true)
      index = end - 1
    } else if (UNDERLINE.test(text)) close()
    else if (QUOTED.test(text)) extend(line, 'quote', false)
    else if (levelOf(line) !== null || ROW.test(text)) {
      extend(line, 'prose', true)
      close()
    } else extend(line, 'prose', ITEM.test(text))
  }
  close()
  return { blocks, entries }
}

/** The index of the last number that is at most another. */
const lastUpTo = (sorted: readonly number[], value: number): number => {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sorted[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

const QUOTE_SIGNS = /^(?:\s{0,3}>)+\s?(?:\[![A-Z]+\])?/u

/** Reads the outline of a text in time that is linear in its length. */
export const readOutline = (text: string): ReportText => {
  const code = withoutComments(withoutFences(text)).replaceAll(INLINE_CODE, blanked)
  const lines = splitLines(code)
  const { blocks, entries } = outline(lines)
  const starts = lines.map(({ start }) => start)
  let masked = ''
  for (const [index, line] of lines.entries()) {
    const between = code.slice(line.end, lines[index + 1]?.start ?? code.length)
    masked += line.text.replace(QUOTE_SIGNS, blanked) + between
  }
  return { masked, blocks, entries, lineAt: (offset) => lastUpTo(starts, offset) + 1 }
}
