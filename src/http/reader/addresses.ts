import type { PageUrls } from '#schemas/markdown.ts'
import { html, type Html } from '#html.ts'
import { chapterLabel, type NamedChapter } from '#core/papers/chapter.ts'
import { pathName } from '#core/text/path-name.ts'

/** Paths of pages. Ids of concepts are made from names and may contain letters of any script. */
export const paperPath = (id: string): string => `/papers/${id}`
/** The list of papers like one. */
export const likeUrl = (id: string): string => `/papers?like=${id}`
/** The page that compares two papers. */
export const comparePath = (id: string, other: string): string => `/compare?ids=${id},${other}`
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

/** Links in a page's head to its other forms. */
export const alternateLinks = (
  path: string,
  forms: readonly { ending: string; mediaType: string }[],
  search = '',
): Html =>
  html`${forms.map(({ ending, mediaType }) => html`<link rel="alternate" type="${mediaType.split(';')[0]}" href="${path}.${ending}${search}" />\n    `)}`

/** A link to a chapter by its number and name. */
export const chapterLink = (chapters: readonly NamedChapter[], chapter: number): Html =>
  html`<a href="/chapters/${chapter}">${chapterLabel(chapters, chapter)}</a>`
