import { escapeMarkup } from '#core/text/escape-markup.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { Paper } from './paper.ts'

/** What readers see of a paper that a text mentions by its id, as in "the ledger of MemStrata (p113)". */
export type MentionedPaper = Pick<Paper, 'id' | 'title' | 'authors' | 'year'>
/** Public papers by id. */
export type MentionedPapers = ReadonlyMap<string, MentionedPaper>

export const byId = (papers: readonly MentionedPaper[]): MentionedPapers =>
  new Map(papers.map((paper) => [paper.id, paper]))

const PAPER_ID_IN_TEXT = /(?<![\w[/.:-])p\d{1,15}\b(?![\]/])/gu

/** The ids of papers in these texts, each once, at most so many. */
export const mentionedIds = (texts: readonly (string | null)[], most: number): string[] =>
  [...new Set(texts.flatMap((text) => text?.match(PAPER_ID_IN_TEXT) ?? []))].slice(0, most)

const SHORT_TITLE = 40

/** The title up to its colon, or its first words, with formulas in plain signs. */
export const shortTitle = (title: string): string => {
  const plain = plainMathematics(title)
  const [main = plain] = plain.split(/:\s/u, 1)
  if (main.length <= SHORT_TITLE) return main
  const cut = main.slice(0, SHORT_TITLE + 1).replace(/\s\S*$/u, '')
  return `${cut
    .slice(0, SHORT_TITLE)
    .replace(/[\s,;–—-]+$/u, '')
    .toWellFormed()}…`
}

const MAX_AUTHORS = 3
/** Further mentions in a text have no preview, so that a text of ids alone makes no page of megabytes. */
const MAX_PREVIEWS = 50

/** What the preview of a paper says. */
const preview = ({ title, authors, year }: MentionedPaper): string => {
  const more = authors.length > MAX_AUTHORS ? ' and others' : ''
  return `${plainMathematics(title)} · ${authors.slice(0, MAX_AUTHORS).join(', ')}${more}, ${year}`
}

/** A tag, or the text up to the next one. Angle brackets that editors typed are escaped by now. */
const TAG_OR_TEXT = /<(?<slash>\/?)(?<name>[a-z\d]+)[^>]*>|[^<]+/gu
/** Within these an id is quoted, or is part of a link already. */
const WITHOUT_LINKS = new Set(['a', 'code', 'pre'])

/** One text without tags, with a link instead of each id; after the name that the link has, the link takes its place. */
const linkInText = (text: string, papers: MentionedPapers, link: (paper: MentionedPaper) => string): string => {
  let written = ''
  let from = 0
  for (const { 0: id, index } of text.matchAll(PAPER_ID_IN_TEXT)) {
    const paper = papers.get(id)
    if (paper === undefined) continue
    const named = `${escapeMarkup(shortTitle(paper.title))} (`
    const isNamed = text[index + id.length] === ')' && text.slice(from, index).endsWith(named)
    written += text.slice(from, isNamed ? index - named.length : index) + link(paper)
    from = index + id.length + (isNamed ? 1 : 0)
  }
  return written + text.slice(from)
}

type Links = {
  /** Where the site is, for texts that are read elsewhere; nothing for links within it, which also have previews. */
  site?: string
}

/** Rendered Markdown with the ids of these papers turned into their short titles, each a link to its paper. */
export const linkPaperIds = (markup: MarkdownMarkup, papers: MentionedPapers, { site }: Links = {}): MarkdownMarkup => {
  if (papers.size === 0) return markup
  let closed = 0
  let previews = 0
  const link = (paper: MentionedPaper): string => {
    previews += 1
    const about =
      site === undefined && previews <= MAX_PREVIEWS
        ? ` class="mention" aria-description="${escapeMarkup(preview(paper))}"`
        : ''
    return `<a href="${site ?? ''}/papers/${paper.id}" dir="auto"${about}>${escapeMarkup(shortTitle(paper.title))}</a>`
  }
  return markup.replaceAll(TAG_OR_TEXT, (part: string, slash: string | undefined, name: string | undefined) => {
    if (name !== undefined) {
      if (WITHOUT_LINKS.has(name)) closed += slash === '' ? 1 : -1
      return part
    }
    return closed > 0 ? part : linkInText(part, papers, link)
  }) as MarkdownMarkup
}
