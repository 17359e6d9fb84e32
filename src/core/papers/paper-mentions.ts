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
/** Further mentions on a page have no preview, so that a text of ids alone makes no page of megabytes. */
const MAX_PREVIEWS = 50

/** What the preview of a paper says. */
const preview = ({ title, authors, year }: MentionedPaper): string => {
  const more = authors.length > MAX_AUTHORS ? ' and others' : ''
  return `${plainMathematics(title)} · ${authors.slice(0, MAX_AUTHORS).join(', ')}${more}, ${year}`
}

/** A tag, or the text up to the next one. Angle brackets that editors typed are escaped by now. */
const TAG_OR_TEXT = /<(?<slash>\/?)(?<name>[a-z\d]+)[^>]*>|[^<]+/gu
/** Within these an id is quoted, or is part of a link or a formula already. */
const WITHOUT_LINKS = new Set(['a', 'code', 'pre', 'math'])

/** A link, given the words for its paper. */
type Link = (paper: MentionedPaper, words: string) => string

/** One text without tags, with a link instead of each id; after the name or the title of its paper, the link takes the place of both. */
const linkInText = (text: string, papers: MentionedPapers, link: Link): string => {
  let written = ''
  let from = 0
  for (const { 0: id, index } of text.matchAll(PAPER_ID_IN_TEXT)) {
    const paper = papers.get(id)
    if (paper === undefined) continue
    const short = escapeMarkup(shortTitle(paper.title))
    const before = (name: string): number => {
      const start = index - name.length - ' ('.length
      return start >= from && text.startsWith(`${name} (`, start) ? start : -1
    }
    const names = text[index + id.length] === ')' ? [escapeMarkup(plainMathematics(paper.title)), short] : []
    const name = names.find((one) => before(one) !== -1)
    written += text.slice(from, name === undefined ? index : before(name)) + link(paper, name ?? short)
    from = index + id.length + (name === undefined ? 0 : 1)
  }
  return written + text.slice(from)
}

type Links = {
  /** Where the site is, for texts that are read elsewhere; nothing for links within it, which also have previews. */
  site?: string
}

/**
 * Turns the ids of these papers into their short titles, each a link to its paper, in the rendered Markdown of one page, feed or
 * email: previews are counted over all of its texts.
 */
export const paperLinker = (
  papers: MentionedPapers,
  { site }: Links = {},
): ((markup: MarkdownMarkup) => MarkdownMarkup) => {
  let previews = 0
  const link: Link = (paper, words) => {
    previews += 1
    const about =
      site === undefined && previews <= MAX_PREVIEWS
        ? ` class="mention" aria-description="${escapeMarkup(preview(paper))}"`
        : ''
    return `<a href="${site ?? ''}/papers/${paper.id}" dir="auto"${about}>${words}</a>`
  }
  return (markup) => {
    if (papers.size === 0) return markup
    let closed = 0
    return markup.replaceAll(TAG_OR_TEXT, (part: string, slash: string | undefined, name: string | undefined) => {
      if (name !== undefined) {
        if (WITHOUT_LINKS.has(name)) closed += slash === '' ? 1 : -1
        return part
      }
      return closed > 0 ? part : linkInText(part, papers, link)
    }) as MarkdownMarkup
  }
}

/** One text of rendered Markdown with its ids turned into links. */
export const linkPaperIds = (markup: MarkdownMarkup, papers: MentionedPapers, links: Links = {}): MarkdownMarkup =>
  paperLinker(papers, links)(markup)

/** A text without markup, such as the opening of a commentary, with short titles in place of the ids of these papers. */
export const nameMentions = (text: string, papers: MentionedPapers): string =>
  text.replaceAll(PAPER_ID_IN_TEXT, (id) => {
    const paper = papers.get(id)
    return paper === undefined ? id : shortTitle(paper.title)
  })
