import { type BibliographicTexts, ofEachBibliographicText } from '#core/papers/bibliography.ts'
import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'
import type { RecordedNotice } from '#core/imports/notice.ts'
import { MAX_AFFILIATION_CHARACTERS, MAX_AFFILIATION_LENGTH, MAX_AFFILIATIONS } from '#core/papers/author-details.ts'
import { arxivIdIn } from '#core/papers/identifiers.ts'
import {
  bareArxivId,
  bareDoi,
  doiAddress,
  doiOfAddress,
  isArxivAsJournal,
  printedArxivId,
} from '#formats/text/identifiers.ts'
import { oneLine } from '#formats/text/text.ts'

/** The notices of a record, if it has any. */
export const noticed = (notices: readonly RecordedNotice[]): Pick<ImportedRecord, 'notices'> =>
  notices.length === 0 ? {} : { notices }

/** Reads one source, keeping only the current record. */
export type FormatReader = {
  /** The records that end in this piece of text. */
  push(text: string): ReadRecord[]
  /** The records that were still unfinished when the source ended. */
  end(): ReadRecord[]
}

/** Longer than any catalogue record; a full text with its tables may have a few million characters. */
export const MAX_RECORD_CHARACTERS = 20_000_000

/** How deep JSON and XML may be nested; catalogues use a few levels. */
export const MAX_DEPTH = 200

/**
 * Members and items of JSON, elements and attributes of XML, in one record. The largest collaborations and longest lists of references
 * have some ten thousand.
 */
export const MAX_VALUES = 250_000

/** Collects the records that a parser finds in a piece of a source. */
export const foundRecords = () => {
  let found: ReadRecord[] = []
  return {
    add: (records: readonly ReadRecord[]): void => {
      found.push(...records)
    },
    take: (): ReadRecord[] => {
      const records = found
      found = []
      return records
    },
  }
}

/** A name as "Family, Given" with its one comma; any other is taken as printed. */
export const invertedName = (text: string): Person => {
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim())
  return given === '' || family === '' || more.length > 0 ? { name: text } : { family, given }
}

/** "J.", "J.-P.", "AB" */
const INITIALS = /^(?:\p{Lu}\.?[-\s]?){1,5}$/u

/**
 * Several names separated by commas alone, printed ("Ada One, Ben Two") or inverted with initials ("One, A., Two, B.").
 * Null if that cannot be distinguished from one name.
 */
export const namesBetweenCommas = (text: string): Person[] | null => {
  const parts = text.split(/\s*,\s*/u).filter((part) => part !== '')
  const areInverted = parts.length >= 4 && parts.length % 2 === 0
  if (areInverted && parts.every((part, index) => index % 2 === 0 || INITIALS.test(part)))
    return parts.flatMap((family, index) => (index % 2 === 0 ? [{ family, given: parts[index + 1] ?? '' }] : []))
  return parts.length > 1 && parts.every((part) => part.includes(' ')) ? parts.map((name) => ({ name })) : null
}

/** A person in the parts that a source gives; `name` is as printed. */
export type Person = {
  given?: string | null
  family?: string | null
  name?: string | null
  isGroup?: boolean
  /** As the source writes it; a wrong one is reported when the record is checked. */
  orcid?: string | null
  affiliations?: readonly (string | null)[]
}

/** The values that a reader found, in plain text; others are null or absent. */
export type FoundPaper = Partial<BibliographicTexts> & {
  title?: string | null
  people?: readonly Person[]
  /** ISO 8601, as precise as it is known. */
  date?: string | null
  doi?: string | null
  arxivId?: string | null
  url?: string | null
  storageUrl?: string | null
  abstract?: string | null
  institution?: string | null
  openAccess?: { url: string | null; source: string | null } | null
  kind?: string | null
  topics?: readonly string[]
}

const line = (text: string | null | undefined): string | null => {
  const plain = oneLine(text ?? '')
  return plain === '' ? null : plain
}

type Author = {
  name: string
  parts: { name: string; family: string; given?: string } | null
  orcid: string | null
  affiliations: string[]
}

/** A colon ends the name of a collaboration before those of its members. */
const withoutColon = (name: string | null): string | null => name?.replace(/(?<=[^\s:])[\s:]*:$/u, '') ?? null

const affiliationsOf = ({ affiliations = [] }: Person): string[] => {
  const lines = affiliations.map(line).filter((text) => text !== null)
  return [...new Set(lines.filter((text) => text.length <= MAX_AFFILIATION_LENGTH))].slice(0, MAX_AFFILIATIONS)
}

const authorOf = (person: Person): Author | null => {
  const { given, family, name, isGroup = false } = person
  const details = { orcid: line(person.orcid), affiliations: affiliationsOf(person) }
  const [first, last, whole] = [line(given), withoutColon(line(family)), withoutColon(line(name))]
  if (last !== null) {
    const printed = whole ?? (first === null ? last : `${first} ${last}`)
    const parts = { name: printed, family: last, ...(first === null ? {} : { given: first }) }
    return { name: printed, parts, ...details }
  }
  const printed = whole ?? first
  // arXiv lists the colon after a collaboration as one more author.
  if (printed === null || !/[\p{L}\p{N}]/u.test(printed)) return null
  return { name: printed, parts: isGroup ? { name: printed, family: printed } : null, ...details }
}

/** Any dashes, including those of TeX, become one hyphen; a range of one page becomes that page. */
const pagesOf = (text: string | null): string | null =>
  text?.replaceAll(/\s*(?:-{1,3}|[‐-―−])\s*/gu, '-').replace(/^(?<page>\w{1,30})-\k<page>$/u, '$<page>') ?? null

/** An http(s) address, or null for other text. */
const addressOf = (text: string | null): string | null =>
  text !== null && /^https?:\/\/[^\s<>]+$/iu.test(text) && URL.canParse(text) ? text : null

/** What is known of the authors apart from their names, up to a bound of all affiliations. */
const detailsOf = (authors: readonly Author[]): Record<string, unknown>[] => {
  let left = MAX_AFFILIATION_CHARACTERS
  return authors.flatMap(({ name, orcid, affiliations }, index) => {
    left -= affiliations.join('').length
    const kept = left < 0 ? [] : affiliations
    if (orcid === null && kept.length === 0) return []
    return [
      {
        position: index + 1,
        name,
        ...(orcid === null ? {} : { orcid }),
        ...(kept.length === 0 ? {} : { affiliations: kept }),
      },
    ]
  })
}

const openAccessOf = (found: FoundPaper['openAccess']): Record<string, string> | null => {
  const [url, source] = [addressOf(line(found?.url)), line(found?.source)]
  return url === null || source === null ? null : { url, source }
}

/** The fields of a paper in the names of contract 2.1; those without a value are absent. */
export const paperFields = (found: FoundPaper): Record<string, unknown> => {
  const authors = (found.people ?? []).map(authorOf).filter((author) => author !== null)
  const date = line(found.date)
  const address = addressOf(line(found.url))
  const doi = found.doi === null || found.doi === undefined ? doiOfAddress(address) : line(bareDoi(found.doi))
  const texts = ofEachBibliographicText((name) => line(found[name]))
  const { container, volume } = texts
  const kind = line(found.kind)
  const isInArxiv = isArxivAsJournal(container, volume)
  const arxivId =
    bareArxivId(line(found.arxivId)) ??
    bareArxivId(doi) ??
    (isInArxiv ? (printedArxivId(container) ?? printedArxivId(volume)) : null) ??
    arxivIdIn(address ?? '')
  const isPreprint =
    (isInArxiv && (kind === null || kind === 'journal-article')) ||
    (kind === null && arxivId !== null && container === null)
  const fields: Record<string, unknown> = {
    title: line(found.title),
    authors: authors.map(({ name }) => name),
    authorNames: authors.map(({ parts }) => parts).filter((parts) => parts !== null),
    authorDetails: detailsOf(authors),
    openAccess: openAccessOf(found.openAccess),
    year: date === null ? null : Number(date.slice(0, 4)),
    date: date !== null && date.length > 4 ? date : null,
    doi,
    arxivId,
    // An invalid address is reported when the record is checked, unless another one replaces it.
    url: address ?? doiAddress(doi) ?? (arxivId === null ? line(found.url) : `https://arxiv.org/abs/${arxivId}`),
    storageUrl: line(found.storageUrl),
    abstract: found.abstract?.trim() ?? null,
    ...texts,
    // arXiv is not a journal, and "abs/2312.07559" is not a volume.
    container: isInArxiv ? null : container,
    volume: isInArxiv && printedArxivId(volume) !== null ? null : volume,
    pages: pagesOf(texts.pages),
    institution: line(found.institution),
    kind: isPreprint ? 'preprint' : kind,
    topics: (found.topics ?? []).map(oneLine).filter((topic) => topic !== ''),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Reads members of a record and remembers which, so that the others can be reported. */
export const memberReader = (record: Readonly<Record<string, unknown>>) => {
  const taken = new Set<string>()
  return {
    take: (name: string): unknown => {
      taken.add(name)
      return record[name]
    },
    /** Names of members that have a value but were not read. */
    rest: (): string[] => Object.keys(record).filter((name) => !taken.has(name) && !isEmpty(record[name])),
  }
}

/** A title with its subtitle, unless the title already ends with it. */
export const wholeTitle = (title: string | null, subtitle: string | null): string | null => {
  if (title === null || subtitle === null || subtitle === '') return title
  if (title.toLowerCase().endsWith(subtitle.toLowerCase())) return title
  const main = title.trimEnd().replace(/:$/u, '')
  return /[?!]$/u.test(main) ? `${main} ${subtitle}` : `${main}: ${subtitle}`
}
