import { type TextKinds, usualTextKinds } from './text-kinds.ts'

/** Kinds of publication, as catalogues and reference managers distinguish them. */
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

/** An author's sort name. `given` is null for groups and for people with a single name. */
export type AuthorName = { name: string; family: string; given: string | null }

/** What is known of an author apart from the name: `position` counts from 1 in `authors`, whose entry there is `name`. */
export type AuthorDetail = { position: number; name: string; orcid: string | null; affiliations: string[] }

/** Where a paper can be read for free, and who says so. */
export type OpenAccess = { url: string; source: string }

/** `most`: the longest value in characters. `description` is for those who send or type the field. TeX in prose becomes text. */
type BibliographicText = { label: string; most: number; description?: string; isProse?: boolean }

/**
 * Fields of one line that are kept as catalogues give them. A new one is an entry here: schemas, forms, the review queue, checks,
 * imports and references follow. Formats that know it take and write it under their own names.
 */
export const bibliographicTexts = {
  container: { label: 'Published in', most: 1_000, description: 'Journal, proceedings or book.', isProse: true },
  volume: { label: 'Volume', most: 100 },
  issue: { label: 'Issue', most: 100 },
  /** First and last page with a hyphen, or the article number. */
  pages: { label: 'Pages', most: 100 },
  publisher: { label: 'Publisher', most: 500, isProse: true },
  license: { label: 'Licence', most: 500, description: 'The address of a licence, or its name.' },
} as const satisfies Record<string, BibliographicText>
export type BibliographicTextName = keyof typeof bibliographicTexts
export type BibliographicTexts = Record<BibliographicTextName, string | null>

export const bibliographicTextNames = Object.keys(bibliographicTexts) as BibliographicTextName[]

export const ofEachBibliographicText = <T>(of: (name: BibliographicTextName, text: BibliographicText) => T) =>
  Object.fromEntries(bibliographicTextNames.map((name) => [name, of(name, bibliographicTexts[name])])) as Record<
    BibliographicTextName,
    T
  >

/** What catalogues provide and citations need in addition to title, authors and year, and what the texts are; all of it is optional. */
export type Bibliography = BibliographicTexts &
  TextKinds & {
    /** Those of `authors` whose name parts are known; `name` is the entry in `authors`. */
    authorNames: AuthorName[]
    /** ORCID iDs and affiliations, in the order of the authors. */
    authorDetails: AuthorDetail[]
    openAccess: OpenAccess | null
    /** ISO 8601 day, month or year: 2024-05-17, 2024-05, 2024. */
    date: string | null
    /** In lower case, since DOIs are case-insensitive. */
    doi: string | null
    /** Without version. */
    arxivId: string | null
    kind: PublicationKind | null
  }

export const noBibliography: Readonly<Bibliography> = {
  authorNames: [],
  authorDetails: [],
  openAccess: null,
  date: null,
  doi: null,
  arxivId: null,
  kind: null,
  ...usualTextKinds,
  ...ofEachBibliographicText(() => null),
}

export const bibliographyFields = Object.keys(noBibliography) as (keyof Bibliography)[]

/** "https://example.org/a.pdf (OpenAlex)" */
export const openAccessLine = (openAccess: OpenAccess | null): string | null =>
  openAccess && `${openAccess.url} (${openAccess.source})`

/** "Lovelace, Ada", or the only name. */
export const sortName = ({ family, given }: Omit<AuthorName, 'name'>): string =>
  given === null ? family : `${family}, ${given}`
