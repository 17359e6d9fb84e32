import { arxivIdIn } from '#core/papers/identifiers.ts'
import {
  bareArxivId,
  bareDoi,
  doiAddress,
  doiOfAddress,
  isArxivAsJournal,
  printedArxivId,
} from '#formats/text/identifiers.ts'
import { oneLine } from '#formats/text/plain-text.ts'

/** A person in whatever parts a source knows; `name` alone is how the paper prints it. */
export type Person = { given?: string | null; family?: string | null; name?: string | null; isGroup?: boolean }

/** What a reader found, in plain text. What it did not find is null or absent. */
export type FoundPaper = {
  title?: string | null
  people?: readonly Person[]
  /** ISO 8601, as exactly as it is known. */
  date?: string | null
  doi?: string | null
  arxivId?: string | null
  url?: string | null
  storageUrl?: string | null
  abstract?: string | null
  container?: string | null
  volume?: string | null
  issue?: string | null
  pages?: string | null
  publisher?: string | null
  institution?: string | null
  kind?: string | null
  license?: string | null
  topics?: readonly string[]
}

const line = (text: string | null | undefined): string | null => {
  const plain = oneLine(text ?? '')
  return plain === '' ? null : plain
}

type Author = { name: string; parts: { name: string; family: string; given?: string } | null }

const authorOf = ({ given, family, name, isGroup = false }: Person): Author | null => {
  const [first, last, whole] = [line(given), line(family), line(name)]
  if (last !== null) {
    const printed = whole ?? (first === null ? last : `${first} ${last}`)
    return { name: printed, parts: { name: printed, family: last, ...(first === null ? {} : { given: first }) } }
  }
  const printed = whole ?? first
  if (printed === null) return null
  return { name: printed, parts: isGroup ? { name: printed, family: printed } : null }
}

/** Dashes of any kind, and those of TeX, are one hyphen; a range of one page is the page. */
const pagesOf = (text: string | null): string | null =>
  text?.replaceAll(/\s*(?:-{1,3}|[‐-―−])\s*/gu, '-').replace(/^(?<page>\w{1,30})-\k<page>$/u, '$<page>') ?? null

/** An address without the white space that files break it with; null for what is none. */
const addressOf = (text: string | null): string | null =>
  text !== null && /^https?:\/\/[^\s<>]+$/iu.test(text) && URL.canParse(text) ? text : null

/** The fields of a paper in the names of contract 2.1; those without a value are absent. */
export const paperFields = (found: FoundPaper): Record<string, unknown> => {
  const authors = (found.people ?? []).map(authorOf).filter((author) => author !== null)
  const date = line(found.date)
  const address = addressOf(line(found.url))
  const doi = found.doi === null || found.doi === undefined ? doiOfAddress(address) : line(bareDoi(found.doi))
  const [container, volume, kind] = [line(found.container), line(found.volume), line(found.kind)]
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
    year: date === null ? null : Number(date.slice(0, 4)),
    date: date !== null && date.length > 4 ? date : null,
    doi,
    arxivId,
    // What is no address is named as such when the record is checked, unless another one takes its place.
    url: address ?? doiAddress(doi) ?? (arxivId === null ? line(found.url) : `https://arxiv.org/abs/${arxivId}`),
    storageUrl: line(found.storageUrl),
    abstract: found.abstract?.trim() ?? null,
    // arXiv is no journal, and "abs/2312.07559" no volume.
    container: isInArxiv ? null : container,
    volume: isInArxiv && printedArxivId(volume) !== null ? null : volume,
    issue: line(found.issue),
    pages: pagesOf(line(found.pages)),
    publisher: line(found.publisher),
    institution: line(found.institution),
    kind: isPreprint ? 'preprint' : kind,
    license: line(found.license),
    topics: (found.topics ?? []).map(oneLine).filter((topic) => topic !== ''),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
