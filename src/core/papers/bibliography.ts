/** What kind of publication a paper is, as catalogues and reference managers tell them apart. */
export const publicationKinds = [
  'journal-article',
  'conference-paper',
  'preprint',
  'manuscript',
  'book',
  'chapter',
  'thesis',
  'report',
  'dataset',
  'software',
  'webpage',
  'other',
] as const
export type PublicationKind = (typeof publicationKinds)[number]

/** How bibliographies sort an author. `given` is null for a group, and for who has one name only. */
export type AuthorName = { name: string; family: string; given: string | null }

/** What records of catalogues know and citations need beside title, authors and year; all of it may be missing. */
export type Bibliography = {
  /** Those of `authors` whose parts are known; `name` is the entry there. */
  authorNames: AuthorName[]
  /** A day, month or year of ISO 8601: 2024-05-17, 2024-05, 2024. */
  date: string | null
  /** Lower case, as DOIs do not depend on case. */
  doi: string | null
  /** Without version. */
  arxivId: string | null
  /** Journal, proceedings or book that the paper stands in. */
  container: string | null
  volume: string | null
  issue: string | null
  /** The first and last page with a hyphen, or the number of the article. */
  pages: string | null
  publisher: string | null
  kind: PublicationKind | null
  /** Its address, such as that of a Creative Commons licence, or its name. */
  license: string | null
}

export const noBibliography: Readonly<Bibliography> = {
  authorNames: [],
  date: null,
  doi: null,
  arxivId: null,
  container: null,
  volume: null,
  issue: null,
  pages: null,
  publisher: null,
  kind: null,
  license: null,
}

export const bibliographyFields = Object.keys(noBibliography) as (keyof Bibliography)[]

/** "Lovelace, Ada", or the one name there is. */
export const sortName = ({ family, given }: Omit<AuthorName, 'name'>): string =>
  given === null ? family : `${family}, ${given}`
