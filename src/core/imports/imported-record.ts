import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { calendarDay } from '#core/calendar-day.ts'
import type { CitedWork } from '#core/citations/cited-work.ts'
import type { UnsureField } from '#core/review/unsure-fields.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { detailsOfAuthors } from '#core/papers/author-details.ts'
import { bibliographyFields } from '#core/papers/bibliography.ts'
import { isSameNotice, type Notice, type RecordedNotice, withCorrections, withoutDeadLink } from './notice.ts'

/** The formats of imported records. `papers` are our own JSON lines without ids. */
export const sourceFormats = [
  'papers',
  'arxiv-atom',
  'arxiv-listing',
  'rss',
  'oai-pmh',
  'crossref',
  'openalex',
  'semantic-scholar',
  'csl-json',
  'zotero',
  'dblp',
  'openreview',
  'zenodo',
  'datacite',
  'huggingface',
  'schema-org',
  'web-page',
  'bibtex',
  'ris',
  'pubmed',
  'endnote',
  'jats',
  'tei',
  'mods',
  'marcxml',
  'csv',
  'retraction-watch',
  'identifiers',
  'links',
  'pdf',
] as const
export type SourceFormat = (typeof sourceFormats)[number]

/** A record mapped to the fields of a paper (contract 2.1) without an id. Not validated yet. */
export type ImportedRecord = {
  format: SourceFormat
  /** Such as "line 12" or "record 3". */
  position: string
  /** The id in the source: a citation key, an OAI identifier, a DOI. */
  recordId: string | null
  fields: Record<string, unknown>
  /** Names of source fields that a paper has no field for. */
  unmapped: string[]
  /** The original record. */
  source: string
  /** What it says about the fate of this work or others. */
  notices?: readonly RecordedNotice[]
  /** DOIs and arXiv ids of other versions of the same work, such as its preprint. */
  versions?: readonly string[]
  /** The works that it cites. */
  references?: readonly CitedWork[]
  /** Fields to be compared with the source by a person; absent if there are none. */
  unsure?: readonly UnsureField[]
}

/** Input that could not be parsed as a record, and why. `deleted`: the empty record that a repository keeps of a deleted one. */
export type UnreadRecord = { position: string; reason: string; deleted?: ImportedRecord }

export type ReadRecord = ImportedRecord | UnreadRecord

/** What is kept with a paper: records of a format, and answers of servers to requests for its address. */
export const storedForms = [...sourceFormats, 'link-check'] as const
export type StoredForm = (typeof storedForms)[number]

/** A stored record that a paper was created from or enriched by. */
export type SourceRecord = {
  format: StoredForm
  /** The file or address of the source. */
  place: string
  position: string
  recordId: string | null
  fetchedAt: string
  /**
   * SHA-256 of format and record, hex, by which repeated records are recognized. For submitters who must not learn what others
   * imported, their name is included.
   */
  digest: string
  unmapped: string[]
  /** The record itself, compressed (RFC 1951). */
  record: Uint8Array
  /** The ingestion session it came from, if any. */
  ingestSession?: string | null
}

const recordDigest = ({ format, text, onlyOf }: { format: StoredForm; text: string; onlyOf: string | null }): string =>
  createHash('sha256')
    .update(`${onlyOf === null ? '' : `${onlyOf}\n`}${format}\n${text}`)
    .digest('hex')

/** Whether a record came from somebody who may read all others, or from this submitter, and is about one paper. */
export const isFromEditorsOr = (submitter: string | null, source: SourceRecord): boolean => {
  const { format, digest } = source
  const text = recordText(source)
  return [null, ...(submitter === null ? [] : [submitter])].some(
    (onlyOf) => digest === recordDigest({ format, text, onlyOf }),
  )
}

export const sourceRecord = (
  { format, position, recordId, unmapped, source }: ImportedRecord,
  {
    place,
    fetchedAt,
    onlyOf = null,
    ingestSession = null,
  }: Pick<SourceRecord, 'place' | 'fetchedAt' | 'ingestSession'> & { onlyOf?: string | null },
): SourceRecord => ({
  format,
  place,
  position,
  recordId,
  fetchedAt,
  digest: recordDigest({ format, text: source, onlyOf }),
  unmapped,
  // A copy, since the buffer behind the compressed data is much larger and would be passed to other threads as a whole.
  record: new Uint8Array(deflateRawSync(source)),
  ingestSession,
})

/** The record as that of another paper, which may be one of several that it is about. */
export const recordAbout = (source: SourceRecord, paperId: string): SourceRecord => ({
  ...source,
  digest: createHash('sha256').update(`${source.digest}\n${paperId}`).digest('hex'),
})

/** What is kept of a request to the address of a paper, if it leads nowhere: one a day. */
export const linkRecord = ({ url, status }: { url: string; status: number }, now: Date): SourceRecord => ({
  format: 'link-check',
  place: url.slice(0, 500),
  position: `status ${status}`,
  recordId: null,
  fetchedAt: now.toISOString(),
  digest: createHash('sha256')
    .update(`link-check\n${url}\n${calendarDay(now)}`)
    .digest('hex'),
  unmapped: [],
  record: new Uint8Array(deflateRawSync('')),
})

/** The original record. */
export const recordText = ({ record }: Pick<SourceRecord, 'record'>): string => inflateRawSync(record).toString('utf8')

export const proposalStates = ['open', 'taken', 'left'] as const
export type ProposalState = (typeof proposalStates)[number]

/** The values that a record would add to a paper. */
export type ProposedFields = Partial<Omit<Paper, 'id'>>

/** Where a record came from. */
export type RecordOrigin = Pick<SourceRecord, 'format' | 'place' | 'position' | 'recordId'>

/**
 * A proposal to add data from records to a public paper. An open one joins all that records propose for the paper up to the one it
 * is named by; a decided one has the data of that record alone.
 */
export type ProposedRevision = {
  /** The number of its last record: what arrives later is another proposal, so nobody decides on what they have not seen. */
  id: number
  paperId: string
  title: string
  /** Values for fields that are empty. */
  fields: ProposedFields
  /** Values of a new version, which replace those of the paper. */
  replaced: ProposedFields
  notices: readonly Notice[]
  proposedAt: string
  state: ProposalState
  decidedBy: string | null
  decidedAt: string | null
  source: RecordOrigin
  /** The origins of the records that it joins before its own, oldest first. */
  earlier: readonly RecordOrigin[]
}

/** What one record proposed for a paper. */
export type RecordedProposal = Pick<ProposedRevision, 'fields' | 'replaced' | 'notices' | 'state' | 'source'>

/** More records about one paper wait for no decision; their data is kept with the paper. */
const MAX_JOINED = 20

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What of the fields of a record is to be proposed, given what records proposed for the paper before: not a value that an editor
 * dismissed, nothing that the same record proposes already, and nothing beyond a bound.
 */
export const proposedAnew = (
  fields: ProposedFields,
  { source, before }: { source: RecordOrigin; before: readonly RecordedProposal[] },
): ProposedFields => {
  const dismissed = before.filter(({ state }) => state === 'left')
  const entries = Object.entries(fields).filter(
    ([name, value]) => !dismissed.some((one) => isSame(Reflect.get(one.fields, name), value)),
  )
  const anew = Object.fromEntries(entries) as ProposedFields
  const open = before.filter(({ state }) => state === 'open')
  const { format, recordId } = source
  const isKnown = open.some(
    (one) => one.source.format === format && one.source.recordId === recordId && isSame(one.fields, anew),
  )
  return isKnown || open.length >= MAX_JOINED ? {} : anew
}

/** Whether a notice is to be proposed: not twice, not after an editor dismissed it or acted on it, and not beyond a bound. */
export const isNewNotice = (notice: Notice, before: readonly RecordedProposal[]): boolean =>
  !before.some(({ notices }) => notices.some((known) => isSameNotice(known, notice))) &&
  before.filter(({ state }) => state === 'open').length < MAX_JOINED

/** The fields that catalogues may fill in; title, authors, year and editorial fields are never changed. */
const ENRICHED = ['institution', 'url', 'storageUrl', 'abstract', 'topics', ...bibliographyFields] as const

/** Kinds that a preprint may become. */
const PUBLISHED = new Set(['journal-article', 'conference-paper', 'chapter', 'book'])

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** DOIs issued by arXiv. */
const isPreprintDoi = (doi: string | null): boolean => doi?.startsWith('10.48550/') === true

/** What another record of the same work adds: empty fields, and the publication of a preprint. */
export const enrichment = (paper: Paper, found: Paper): ProposedFields => {
  const added = Object.fromEntries(
    ENRICHED.filter((field) => isEmpty(paper[field]) && !isEmpty(found[field])).map((field) => [field, found[field]]),
  ) as ProposedFields
  // Who wrote it comes with the abstract, never alone: the kinds of texts are never empty.
  if (added.abstract !== undefined && found.abstractBy !== paper.abstractBy) added.abstractBy = found.abstractBy
  const names = found.authorNames.filter(({ name }) => paper.authors.includes(name))
  if (added.authorNames !== undefined) {
    if (names.length === 0) delete added.authorNames
    else added.authorNames = names
  }
  const details = detailsOfAuthors(paper.authors, added.authorDetails ?? [])
  if (details.length === 0) delete added.authorDetails
  else added.authorDetails = details
  if (paper.kind === 'preprint' && found.kind !== null && PUBLISHED.has(found.kind)) added.kind = found.kind
  if (isPreprintDoi(paper.doi) && found.doi !== null && !isPreprintDoi(found.doi)) added.doi = found.doi
  // A date in another year would contradict the year by which the paper is cited.
  if (added.date?.startsWith(String(paper.year)) === false) delete added.date
  return added
}

/** Applies a proposal; values that were added since take precedence, except over those of a new version. */
export const withProposed = (
  paper: PaperWithText,
  { fields, replaced, notices }: Pick<ProposedRevision, 'fields' | 'replaced' | 'notices'>,
): PaperWithText => {
  const changed = { ...paper, ...enrichment(paper, { ...paper, ...fields }), ...replaced }
  const authorDetails = detailsOfAuthors(changed.authors, changed.authorDetails)
  return withCorrections(withoutDeadLink({ ...changed, authorDetails }, notices), notices)
}
