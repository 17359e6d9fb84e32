import type { NamedChapter } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { inlineText } from './markdown.ts'

/** The lines between which `longview readme` writes; each stands alone in its line. */
export const BEGIN_MARK = '<!-- longview:begin -->'
export const END_MARK = '<!-- longview:end -->'

/** A text with its list: what stands before, between and after the marks, which belong to the parts around the list. */
export type MarkedText = { before: string; list: string; after: string; lineEnd: string }

const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})/u

/** The places of the marks in a text, without those in blocks of code. */
const marksIn = (text: string): { mark: string; from: number; to: number }[] => {
  const marks: { mark: string; from: number; to: number }[] = []
  let fence: string | null = null
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from)
    const to = newline === -1 ? text.length : newline + 1
    const line = text.slice(from, to)
    const opened = FENCE.exec(line)?.groups?.mark?.slice(0, 3) ?? null
    if (opened !== null) fence = fence === null ? opened : fence === opened ? null : fence
    const mark = line.trim()
    if (fence === null && (mark === BEGIN_MARK || mark === END_MARK)) marks.push({ mark, from, to })
    from = to
  }
  return marks
}

/** Splits a text at its marks; or what is wrong with them. */
export const splitAtMarks = (text: string): MarkedText | { fault: string } => {
  const marks = marksIn(text)
  const [begin, end, ...more] = marks
  if (begin === undefined)
    return {
      fault: `has no line "${BEGIN_MARK}": add it and a line "${END_MARK}" where the papers belong, or use --init`,
    }
  if (end === undefined || more.length > 0 || begin.mark !== BEGIN_MARK || end.mark !== END_MARK)
    return { fault: `must have one line "${BEGIN_MARK}" and below it one line "${END_MARK}"` }
  return {
    before: text.slice(0, begin.to),
    list: text.slice(begin.to, end.from),
    after: text.slice(end.from),
    lineEnd: text.slice(begin.from, begin.to).endsWith('\r\n') ? '\r\n' : '\n',
  }
}

/** A text with marks at its end, for one that has none. */
export const withMarks = (text: string): string => {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? lineEnd : lineEnd + lineEnd
  return `${text}${gap}${BEGIN_MARK}${lineEnd}${END_MARK}${lineEnd}`
}

/** An address within a link: brackets and spaces would end it. */
export const linkTarget = (url: string): string =>
  url.replaceAll(/[ ()<>"\\[\]`|]/gu, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Where a paper can be read: its own address, or else that of its DOI, of arXiv, or of the file. */
export const addressOf = ({ url, doi, arxivId, storageUrl }: Paper): string | null =>
  url ??
  (doi === null ? null : `https://doi.org/${doi}`) ??
  (arxivId === null ? null : `https://arxiv.org/abs/${arxivId}`) ??
  storageUrl

const NAMED_AUTHORS = 3

const authorsOf = ({ authors }: Paper): string => {
  const named = authors.slice(0, NAMED_AUTHORS).map(inlineText).join(', ')
  return authors.length > NAMED_AUTHORS ? `${named} et al.` : named
}

/** A paper as an item of the list. */
export const listedPaper = (paper: Paper): string => {
  const address = addressOf(paper)
  const title = inlineText(paper.title)
  const linked = address === null ? `**${title}**` : `[${title}](${linkTarget(address)})`
  return `- ${linked} - ${authorsOf(paper)}, ${paper.year}`
}

/** Papers without a chapter stand last. */
const OTHERS = 'Other papers'

type Listed = { chapters: readonly NamedChapter[]; papers: readonly Paper[] }

/** The papers of a library as a list in Markdown: chapters as headings, papers in the given order. */
export const readmeList = (
  { chapters, papers }: Listed,
  { level, lineEnd }: { level: number; lineEnd: string },
): string => {
  const last = { number: null, name: chapters.length === 0 ? 'Papers' : OTHERS }
  const groups = Map.groupBy(papers, ({ chapter }) => chapter)
  const parts = [...chapters, last].flatMap(({ number, name }) => {
    const own = groups.get(number) ?? []
    return own.length === 0 ? [] : ['', `${'#'.repeat(level)} ${inlineText(name)}`, '', ...own.map(listedPaper)]
  })
  return parts.length === 0 ? '' : [...parts, '', ''].join(lineEnd)
}
