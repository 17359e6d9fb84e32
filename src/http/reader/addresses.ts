import type { PageUrls } from '#schemas/markdown.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import type { RelatedReader } from '#ports/store/ranking.ts'
import { html, type Html } from '#html.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { pathName } from '#core/text/path-name.ts'

/** Paths of pages. Ids of concepts are made from names and may contain letters of any script. */
export const paperPath = (id: string): string => `/papers/${id}`
/** The list of papers like one. */
export const likeUrl = (id: string): string => `/papers?like=${id}`
export const conceptPath = (id: string): string => `/concepts/${encodeURIComponent(id)}`
export const gapPath = (id: string): string => `/gaps/${encodeURIComponent(id)}`
export const briefPath = (id: string): string => `/briefs/${id}`

const namedPath = (folder: string, name: string): string | null => {
  const path = pathName(name)
  return path === null ? null : `/${folder}/${encodeURIComponent(path)}`
}
/** The page of an author or a venue, the same for every spelling of the name; null for a name that has no page. */
export const authorPath = (name: string): string | null => namedPath('authors', name)
export const venuePath = (name: string): string | null => namedPath('venues', name)

/** Absolute addresses of pages, for texts that are read elsewhere. */
export const pageUrls = (publicUrl: string): PageUrls => ({
  paper: (id) => `${publicUrl}${paperPath(id)}`,
  concept: (id) => `${publicUrl}${conceptPath(id)}`,
  gap: (id) => `${publicUrl}${gapPath(id)}`,
  brief: (id) => `${publicUrl}${briefPath(id)}`,
  chapter: (number) => `${publicUrl}/chapters/${number}`,
})

/** Editors name papers by their ids, as in "the ledger of MemStrata (p113)". */
const PAPER_ID_IN_TEXT = /(?<![\w[/.:-])p\d{1,15}\b(?![\]/])/gu

const MAX_LOOKUPS = 50

/** The public ones among the papers that these texts mention. */
export const findMentionedPapers = async (
  reader: Pick<RelatedReader, 'publicPapers'>,
  texts: readonly (string | null)[],
): Promise<ReadonlySet<string>> => {
  const named = texts.flatMap((text) => text?.match(PAPER_ID_IN_TEXT) ?? [])
  const ids = [...new Set(named)].slice(0, MAX_LOOKUPS)
  return new Set((await reader.publicPapers(ids)).map(({ id }) => id))
}

/** A tag, or the text up to the next one. Angle brackets that editors typed are escaped by now. */
const TAG_OR_TEXT = /<(?<slash>\/?)(?<name>[a-z\d]+)[^>]*>|[^<]+/gu
/** Within these an id is quoted, or is part of a link already. */
const WITHOUT_LINKS = new Set(['a', 'code', 'pre'])

/** Rendered Markdown with the ids of these papers turned into links. */
export const linkPaperIds = (markup: MarkdownMarkup, ids: ReadonlySet<string>): MarkdownMarkup => {
  if (ids.size === 0) return markup
  let closed = 0
  return markup.replaceAll(TAG_OR_TEXT, (part: string, slash: string | undefined, name: string | undefined) => {
    if (name !== undefined) {
      if (WITHOUT_LINKS.has(name)) closed += slash === '' ? 1 : -1
      return part
    }
    if (closed > 0) return part
    return part.replaceAll(PAPER_ID_IN_TEXT, (id) => (ids.has(id) ? `<a href="/papers/${id}">${id}</a>` : id))
  }) as MarkdownMarkup
}

/** Links in a page's head to its other forms. */
export const alternateLinks = (
  path: string,
  forms: readonly { ending: string; mediaType: string }[],
  search = '',
): Html =>
  html`${forms.map(({ ending, mediaType }) => html`<link rel="alternate" type="${mediaType.split(';')[0]}" href="${path}.${ending}${search}" />\n    `)}`

/** A link to a chapter by its number and name. */
export const chapterLink = (chapters: readonly NamedChapter[], chapter: number): Html =>
  html`<a href="/chapters/${chapter}">${chapter} ${chapters.find(({ number }) => number === chapter)?.name}</a>`
