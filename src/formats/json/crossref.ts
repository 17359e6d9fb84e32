import type { NoticeKind, RecordedNotice } from '#core/imports/notice.ts'
import { type FoundReference, referred } from '#formats/cited-work.ts'
import { noticed, paperFields, type Person, memberReader, wholeTitle } from '#formats/record.ts'
import { bareArxivId, bareDoi, doiAddress } from '#formats/text/identifiers.ts'
import { plainAbstract, withoutMarkup } from '#formats/text/text.ts'
import {
  datePartsOf,
  firstText,
  listOf,
  membersOf,
  listedNames,
  textOf,
  type Members,
  type ReadItem,
} from './members.ts'

const kinds: Record<string, string> = {
  'journal-article': 'journal-article',
  'proceedings-article': 'conference-paper',
  'posted-content': 'preprint',
  book: 'book',
  monograph: 'book',
  'edited-book': 'book',
  'reference-book': 'book',
  proceedings: 'book',
  'book-chapter': 'chapter',
  'book-section': 'chapter',
  'reference-entry': 'chapter',
  dissertation: 'thesis',
  report: 'report',
  dataset: 'dataset',
}

const clean = (value: unknown): string | null => {
  const text = firstText(value)
  return text === null ? null : withoutMarkup(text)
}

const personOf = (value: unknown): Person => {
  const { given, family, name, suffix, ORCID, affiliation } = membersOf(value)
  const [last, suffixText] = [textOf(family), textOf(suffix)]
  const details = { orcid: textOf(ORCID), affiliations: listedNames(affiliation) }
  if (last === null) return { name: textOf(name) ?? textOf(given), isGroup: true, ...details }
  return { given: textOf(given), family: suffixText === null ? last : `${last} ${suffixText}`, ...details }
}

/** For records without `issued`, such as responses limited to some members. */
const dateOfPublication = (work: Members): string | null =>
  [work.published, work['published-print'], work['published-online']].map(datePartsOf).find((date) => date !== null) ??
  null

/** The licence of the version of record if given, otherwise the first. */
const licenseOf = (value: unknown): string | null => {
  const licenses = listOf(value).map(membersOf)
  const ofRecord = licenses.find((license) => license['content-version'] === 'vor') ?? licenses[0]
  return textOf(ofRecord?.URL)
}

const pdfOf = (value: unknown): string | null =>
  textOf(
    listOf(value)
      .map(membersOf)
      .find((link) => link['content-type'] === 'application/pdf')?.URL,
  )

const RETRACTING: Record<string, NoticeKind> = {
  retraction: 'retraction',
  removal: 'retraction',
  withdrawal: 'withdrawal',
}
const CORRECTING = new Set(
  'addendum clarification correction corrigendum erratum expression_of_concern partial_retraction'.split(' '),
)
/** No notice is about more works. */
const MOST_NOTICES = 20

/** Crossmark: `update-to` names the works that this one is a notice about, `updated-by` the notices about this one. */
const noticesIn = (updates: unknown, own: string | null, isAbout: boolean): RecordedNotice[] =>
  listOf(updates)
    .slice(0, MOST_NOTICES)
    .map(membersOf)
    .flatMap(({ DOI, type, label, updated }) => {
      const [other, named] = [textOf(DOI)?.toLowerCase() ?? null, textOf(type) ?? '']
      const kind = RETRACTING[named] ?? (CORRECTING.has(named) ? ('correction' as const) : null)
      if (kind === null || other === null) return []
      const address = doiAddress(isAbout ? own : other)
      return [
        { kind, text: textOf(label) ?? named, date: datePartsOf(updated), address, about: isAbout ? other : null },
      ]
    })

/** Relations between versions of one work. Translations, reviews and supplements are works of their own. */
const VERSIONS =
  'is-preprint-of has-preprint is-version-of has-version is-manuscript-of has-manuscript is-identical-to is-same-as'.split(
    ' ',
  )
const MOST_VERSIONS = 10

const versionsIn = (relation: Members): string[] =>
  VERSIONS.flatMap((name) => listOf(relation[name]))
    .slice(0, MOST_VERSIONS)
    .map(membersOf)
    .flatMap(({ id, 'id-type': type }) => {
      const text = textOf(id)
      return text === null || !['doi', 'arxiv'].includes(textOf(type) ?? '')
        ? []
        : [bareArxivId(text) ?? bareDoi(text).toLowerCase()]
    })

/** Without the title of an article, a reference is to a book, or names only the place in a journal. */
const referenceOf = (value: unknown): FoundReference => {
  const given = membersOf(value)
  const text = (name: string): string | null => clean(given[name])
  const [author, year, journal] = [text('author'), text('year'), text('journal-title')]
  const book = journal === null ? (text('volume-title') ?? text('series-title')) : null
  const place = [author, year, journal, text('volume'), text('first-page')].filter((part) => part !== null)
  return {
    doi: text('DOI'),
    title: text('article-title') ?? book,
    year,
    people: author === null ? [] : [{ name: author }],
    text: text('unstructured') ?? (place.length < 3 ? null : place.join(', ')),
    isMarked: text('unstructured') === null,
  }
}

/** Members about Crossref's own record rather than the work. */
const BOOKKEEPING = new Set(
  'indexed created deposited content-domain source member prefix score reference-count references-count is-referenced-by-count reference resource published published-print published-online journal-issue short-container-title ISSN issn-type'.split(
    ' ',
  ),
)

/** A work of Crossref's REST API. Its date is the earlier of print and online. */
export const crossrefFields = (work: Members): ReadItem => {
  const { take, rest } = memberReader(work)
  const [title, subtitle] = [clean(take('title')), clean(take('subtitle'))]
  const container = clean(take('container-title'))
  const doi = textOf(take('DOI'))
  const kind = kinds[textOf(take('type')) ?? ''] ?? null
  const fields = paperFields({
    title: wholeTitle(title, subtitle),
    people: listOf(take('author')).map(personOf),
    date: datePartsOf(take('issued')) ?? datePartsOf(take('posted')) ?? dateOfPublication(work),
    doi,
    arxivId: bareArxivId(doi),
    url: textOf(take('URL')),
    storageUrl: pdfOf(take('link')),
    abstract: plainAbstract(firstText(take('abstract')) ?? ''),
    container,
    volume: textOf(take('volume')),
    issue: textOf(take('issue')),
    pages: textOf(take('page')) ?? textOf(take('article-number')),
    publisher: clean(take('publisher')),
    kind,
    license: licenseOf(take('license')),
    topics: listOf(take('subject')).map((subject) => textOf(subject) ?? ''),
  })
  const versions = versionsIn(membersOf(take('relation')))
  const notices = [...noticesIn(take('update-to'), doi, true), ...noticesIn(take('updated-by'), doi, false)]
  const further = ['title', 'container-title'].filter((name) => listOf(work[name]).length > 1)
  return {
    fields,
    unmapped: [
      ...rest().filter((name) => !BOOKKEEPING.has(name)),
      ...further.map((name) => `${name} (after the first)`),
      ...(kind === null && work.type !== undefined ? ['type'] : []),
    ],
    ...noticed(notices),
    ...(versions.length === 0 ? {} : { versions }),
    ...referred(listOf(take('reference')).map(referenceOf)),
  }
}
