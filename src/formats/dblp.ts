import { paperFields } from './record.ts'
import { bareDoi } from './text/identifiers.ts'
import { parseDate, withoutMarkup } from './text/text.ts'

/** A publication of DBLP in the names of its XML; the JSON of its search calls some of them differently. */
type DblpPublication = {
  /** The element of the XML, or the type that the search gives. */
  type: string
  title: string | null
  authors: readonly string[]
  year: string | null
  venue: string | null
  volume: string | null
  number: string | null
  pages: string | null
  doi: string | null
  /** Addresses of electronic editions. */
  editions: readonly string[]
  publisher?: string | null
  school?: string | null
}

const kinds: Record<string, string> = {
  article: 'journal-article',
  inproceedings: 'conference-paper',
  proceedings: 'book',
  book: 'book',
  incollection: 'chapter',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  data: 'dataset',
  'journal articles': 'journal-article',
  'conference and workshop papers': 'conference-paper',
  'informal and other publications': 'preprint',
  'informal publications': 'preprint',
  'books and theses': 'book',
  editorship: 'book',
  'parts in books or collections': 'chapter',
  'data and artifacts': 'dataset',
}

/** DBLP tells namesakes apart by a number of four digits after the name. */
const NAMESAKE = /\s+\d{4}$/u

/** DBLP ends each title with a full stop, unless it ends with another sign. */
const titleOf = (title: string): string =>
  withoutMarkup(title)
    .trim()
    .replace(/(?<!\.)\.$/u, '')

/** The fields of a paper from a publication of DBLP. */
export const dblpFields = (found: DblpPublication): Record<string, unknown> => {
  const doi = [found.doi, ...found.editions].map((text) => (text === null ? null : bareDoi(text)))
  return paperFields({
    title: found.title === null ? null : titleOf(found.title),
    people: found.authors.map((name) => ({ name: withoutMarkup(name).trim().replace(NAMESAKE, '') })),
    date: parseDate(found.year ?? ''),
    doi: doi.find((text) => text?.startsWith('10.') === true) ?? null,
    url: found.editions[0] ?? null,
    container: found.venue === null ? null : withoutMarkup(found.venue),
    volume: found.volume,
    issue: found.number,
    pages: found.pages,
    publisher: found.publisher ?? null,
    institution: found.school ?? null,
    kind: kinds[found.type.toLowerCase()] ?? null,
  })
}
