import type { CheckedRecord } from '#actions/imports.ts'
import type { CheckedNotice } from '#actions/notices.ts'
import { boundedReferences } from '#core/citations/cited-work.ts'
import {
  type ImportedRecord,
  type ReadRecord,
  type UnreadRecord,
  sourceRecord,
  type SourceRecord,
} from '#core/imports/imported-record.ts'
import type { RecordedNotice } from '#core/imports/notice.ts'
import { linkError, type Identifiers } from '#core/papers/identifiers.ts'
import { identifierKey, isOfList, listedIdentifier, type ListedWork } from '#core/sources/candidate.ts'
import { textError } from '#core/text/normalize-text.ts'
import { workPage } from '#core/papers/paper-link.ts'
import { pastedIdentifier } from '#formats/text/identifiers.ts'
import { parseImportedPaper } from '#schemas/paper-schema.ts'

/** Where, when and for whom records were read. */
export type ReadingOrigin = {
  /** The file or address that they come from. */
  place: string
  now: Date
  /** An actor whose imports may match only public papers and their own; null for one who may match all. */
  onlyOf: string | null
  /** The ingestion session that they belong to, so that they can be undone. */
  ingestSession?: string | null
}

/** An entry of a list of identifiers or links, which is not a paper yet. */
export type CheckedIdentifier = {
  position: string
  key: string
  identifiers: Identifiers
  /** What the list says about it; null for a list of identifiers. */
  listed: ListedWork | null
  source: SourceRecord
}

/** Names in foreign records are kept only if they pass the checks of any submitted text. */
const isLine = (text: string): boolean => textError(text, 'line') === null

/** No registry has longer identifiers. */
const MAX_IDENTIFIER_LENGTH = 300
const MAX_NOTICE_LENGTH = 500

const isIdentifier = (text: string): boolean =>
  text.length <= MAX_IDENTIFIER_LENGTH && isLine(text) && Object.values(pastedIdentifier(text) ?? {}).includes(text)

/** Notices of a record that are looked at. */
const MAX_NOTICES = 20

/** Words and addresses of notices come from other servers; what is no line of text is left out. */
export const checkedNotices = (notices: readonly RecordedNotice[]): RecordedNotice[] =>
  notices.slice(0, MAX_NOTICES).flatMap(({ kind, text, date, address, about }) => {
    if (about !== null && !isIdentifier(about)) return []
    const said = text !== null && isLine(text) ? text.slice(0, MAX_NOTICE_LENGTH) : null
    const isAddress = address !== null && isLine(address) && linkError(address) === null && !/[<>\s]/u.test(address)
    return [{ kind, text: said, date, address: isAddress ? address : null, about }]
  })

/** Identifiers of other versions of a work, as far as they are some. */
const checkedVersions = (versions: readonly string[]): Identifiers[] =>
  versions.filter(isIdentifier).map((text) => ({ doi: null, arxivId: null, ...pastedIdentifier(text) }))

/** Checks a record by the rules of a submission. A refusal has its reason. */
export const checkRecord = (
  record: ReadRecord,
  { place, now, onlyOf, ingestSession }: ReadingOrigin,
): CheckedRecord | UnreadRecord => {
  if ('reason' in record) return record
  const { position } = record
  const parsed = parseImportedPaper(record.fields, now)
  if (!parsed.ok) return { position, reason: parsed.reason }
  const unmapped = [...record.unmapped, ...parsed.dropped].filter(isLine)
  const recordId = record.recordId !== null && isLine(record.recordId) ? record.recordId : null
  const source = sourceRecord(
    { ...record, recordId, unmapped },
    { place, fetchedAt: now.toISOString(), onlyOf, ingestSession },
  )
  const { unsure } = record
  const notices = checkedNotices(record.notices ?? [])
  const versions = checkedVersions(record.versions ?? [])
  const references = boundedReferences(record.references ?? [])
  return {
    position,
    paper: parsed.paper,
    source,
    ...(unsure === undefined ? {} : { unsure }),
    ...(notices.length === 0 ? {} : { notices }),
    ...(versions.length === 0 ? {} : { versions }),
    ...(references.length === 0 ? {} : { references }),
  }
}

/** The address of a work as `workPage` writes it. */
const isAddress = (text: string): boolean => text.length <= MAX_IDENTIFIER_LENGTH && workPage(text) === text

const MAX_TITLE_LENGTH = 500
const MAX_TOPIC_LENGTH = 200
const MAX_TOPICS = 10

/** What a list says about a work, as far as it passes the checks of any submitted text. */
const checkedWork = ({ title, url, topics }: ListedWork, isAddressed: boolean): ListedWork => ({
  title: title !== null && title.length <= MAX_TITLE_LENGTH && isLine(title) ? title : null,
  url: isAddressed ? url : null,
  topics: topics.filter((topic) => topic.length <= MAX_TOPIC_LENGTH && isLine(topic)).slice(0, MAX_TOPICS),
})

const FAULTS = {
  identifiers: 'An entry of a list of identifiers must be one DOI or one arXiv id.',
  links: 'An entry of a list of links must have a DOI, an arXiv id or an address of a paper.',
}

/** Checks an identifier or a link that was read here or by a client. */
const checkIdentifier = (
  record: ImportedRecord,
  { place, now, onlyOf, ingestSession = null }: ReadingOrigin,
): CheckedIdentifier | UnreadRecord => {
  const { position, identifiers, listed } = listedIdentifier(record)
  const isLink = record.format === 'links'
  const given = Object.values(identifiers).filter((identifier) => identifier !== null)
  const isAddressed = isLink && given.length === 0
  const isValid = isAddressed ? isAddress(listed.url ?? '') : given.length > 0 && given.every(isIdentifier)
  if (!isValid) return { position, reason: FAULTS[isLink ? 'links' : 'identifiers'] }
  const key = identifierKey({ identifiers, listed })
  const kept = { ...record, recordId: key, unmapped: [] }
  const source = sourceRecord(kept, { place, fetchedAt: now.toISOString(), onlyOf, ingestSession })
  return { position, key, identifiers, listed: isLink ? checkedWork(listed, isAddressed) : null, source }
}

/** Checks a row of Retraction Watch, which is no paper. */
export const checkNotice = (
  record: ImportedRecord,
  { place, now, onlyOf, ingestSession }: ReadingOrigin,
): CheckedNotice => {
  const { position, fields } = record
  const title = typeof fields.title === 'string' ? fields.title.slice(0, MAX_TITLE_LENGTH) : ''
  const source = sourceRecord(record, { place, fetchedAt: now.toISOString(), onlyOf, ingestSession })
  return { position, title: isLine(title) ? title : '', source, notices: checkedNotices(record.notices ?? []) }
}

/** Checks a record of any format, including notices and lists of identifiers and links. */
export const checkReadRecord = (
  record: ReadRecord,
  origin: ReadingOrigin,
): CheckedRecord | CheckedIdentifier | CheckedNotice | UnreadRecord => {
  if (!('format' in record)) return checkRecord(record, origin)
  if (record.format === 'retraction-watch') return checkNotice(record, origin)
  return isOfList(record) ? checkIdentifier(record, origin) : checkRecord(record, origin)
}
