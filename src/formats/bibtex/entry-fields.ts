import { paperFields } from '#formats/record/paper-fields.ts'
import { dateOf, parseDate } from '#formats/text/dates.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { latexToText } from '#formats/text/latex.ts'
import { oneLine, paragraphs, withoutTagsAround } from '#formats/text/plain-text.ts'
import { entryPeople } from './entry-people.ts'
import { wholeTitle } from '#formats/record/whole-title.ts'
import { takingFrom } from '#formats/record/taken-fields.ts'

const kinds: Record<string, string> = {
  article: 'journal-article',
  inproceedings: 'conference-paper',
  conference: 'conference-paper',
  book: 'book',
  mvbook: 'book',
  booklet: 'book',
  collection: 'book',
  proceedings: 'book',
  incollection: 'chapter',
  inbook: 'chapter',
  bookinbook: 'chapter',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  thesis: 'thesis',
  techreport: 'report',
  report: 'report',
  manual: 'report',
  unpublished: 'manuscript',
  dataset: 'dataset',
  software: 'software',
  online: 'webpage',
  electronic: 'webpage',
  www: 'webpage',
}

/** Addresses keep their signs; what TeX needs before them goes. */
const addressOf = (text: string | null): string | null =>
  text?.replace(/^\\(?:url|href)\{(?<inner>[^{}]*)\}.*$/u, '$<inner>').replaceAll(/\\(?=[_%#&~])/gu, '') ?? null

/** A year, or the first of a range of them. */
const dateIn = (text: (name: string) => string | null): string | null => {
  const date = text('date')
  const [year, month, day] = [text('year'), text('month'), text('day')]
  const known = date === null ? null : parseDate(date)
  if (known !== null) return known
  const number = /\b(?<year>\d{4})\b/u.exec(year ?? '')?.groups?.year
  return number === undefined ? null : dateOf(number, month, day)
}

/** The fields of a paper out of those of an entry (BibTeX's and BibLaTeX's names). Throws for TeX that is broken. */
export const entryFields = (
  type: string,
  properties: Record<string, string | number>,
): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = takingFrom(properties)
  const raw = (name: string): string | null => {
    const value = take(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }
  const text = (name: string): string | null => {
    const value = raw(name)
    return value === null ? null : oneLine(latexToText(value))
  }
  const { people, isCut } = entryPeople(raw('author') ?? '')
  const [title, subtitle] = [text('title'), text('subtitle')]
  const eprint = raw('eprint')
  const archive = (text('archiveprefix') ?? text('eprinttype') ?? '').toLowerCase()
  const isArxiv = eprint !== null && (archive === 'arxiv' || archive === '')
  // Mendeley names the id once more, under a name of its own.
  const arxivId = (isArxiv ? bareArxivId(eprint) : null) ?? bareArxivId(raw('arxivid'))
  const abstract = raw('abstract')
  const how = raw('howpublished')
  const url = addressOf(raw('url')) ?? (how?.includes('http') === true ? addressOf(how) : null)
  const doi = raw('doi')
  const note = text('note')
  const furtherType = type === 'misc' || type === 'unpublished' ? text('type')?.toLowerCase() : null
  const isDataset = type === 'misc' && furtherType === 'dataset'
  const isPreprint =
    (type === 'misc' && !isDataset && (arxivId !== null || how?.toLowerCase() === 'preprint')) ||
    (type === 'unpublished' && furtherType === 'preprint')
  const fields = paperFields({
    title: withoutTagsAround(wholeTitle(title, subtitle)),
    people,
    date: dateIn(text),
    doi: addressOf(doi),
    arxivId,
    url,
    storageUrl: addressOf(raw('pdf')),
    abstract: abstract === null ? null : paragraphs(latexToText(abstract)),
    container: text('journal') ?? text('journaltitle') ?? text('booktitle'),
    volume: text('volume'),
    issue: text('number') ?? text('issue'),
    pages: text('pages') ?? text('eid'),
    publisher: text('publisher') ?? text('organization'),
    institution: text('institution') ?? text('school'),
    kind: isPreprint ? 'preprint' : isDataset ? 'dataset' : (kinds[type] ?? null),
    license: text('copyright') ?? text('license'),
    topics: (text('keywords') ?? '').split(/[,;]/u),
  })
  const others = isCut ? ['author (and others)'] : []
  const place = how !== null && url === null && !isPreprint ? ['howpublished'] : []
  // A note that styles demand of what is unpublished says nothing new.
  const isSaid = note === null || note === 'Preprint' || note === `arXiv:${arxivId}`
  return { fields, unmapped: [...rest(), ...others, ...place, ...(isSaid ? [] : ['note'])] }
}
