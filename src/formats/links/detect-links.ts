import { isTableRow } from '#formats/text/identifiers.ts'
import { type PaperLink, paperLink } from '#core/papers/paper-link.ts'
import { writtenParts } from './written-parts.ts'

/** Fewer links are those of a document that merely mentions papers, unless they are in many of its lines. */
const FEWEST_LINKS = 3
const LINES_FOR_A_LINK = 5

const FENCED = /^[ \t]{0,3}(?<mark>```|~~~)[^\n]*\n(?:(?![ \t]{0,3}\k<mark>)[^\n]*\n)*/gmu
const TARGETS =
  /\]\(\s?<?(?<address>https?:[^\s<>)]{4,2000})|\]:\s{0,4}<?(?<defined>https?:[^\s<>]{4,2000})|\bhref\s?=\s?["']?(?<href>https?:[^\s"'<>]{4,2000})/giu

/** Text without blocks of code, such as the BibTeX of a README. */
export const withoutCode = (text: string): string => text.replaceAll(FENCED, '\n')

/** Where links lead. Lines such as "[1]: https://…" are those of a list, unless something refers to them. */
const linksIn = (text: string): (PaperLink | null)[] => {
  const isReferred = text.includes('][')
  return [...text.matchAll(TARGETS)].map(({ groups: { address, defined, href } = {} }) =>
    paperLink(address ?? (isReferred ? defined : undefined) ?? href ?? ''),
  )
}

/** Whether the links of a text in Markdown, or of HTML, lead to papers: several do, or one in every few lines. */
export const hasPaperLinks = (text: string): boolean => {
  const found = linksIn(text).filter((link) => link !== null).length
  if (found === 0 || found >= FEWEST_LINKS) return found > 0
  return found * LINES_FOR_A_LINK >= text.split('\n').filter((line) => line.trim() !== '').length
}

/** Whether addresses of papers are written in a plain text, in every few lines, and not in a table. */
export const hasWrittenAddresses = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const known = lines.filter((line) => writtenParts(line).some((part) => 'link' in part && part.link !== null))
  if (known.some(isTableRow)) return false
  return known.length > 0 && known.length * LINES_FOR_A_LINK >= lines.length
}
