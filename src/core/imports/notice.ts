import { createHash } from 'node:crypto'
import { arxivIdIn } from '#core/papers/identifiers.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { ProposedFields, RecordOrigin, SourceRecord } from './imported-record.ts'

/** What happened to a work where it is published. */
export const noticeKinds = ['version', 'correction', 'withdrawal', 'retraction', 'deletion', 'dead_link'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A notice as a record gives it: its words, its day or year, and its address. */
export type Notice = { kind: NoticeKind; text: string | null; date: string | null; address: string | null }

/** `about`: the DOI of the work that it is about; null for the work of the record itself. */
export type RecordedNotice = Notice & { about: string | null }

/** Kinds after which a paper does not stay in the library, if an editor agrees. */
const RETRACTING = new Set<NoticeKind>(['withdrawal', 'retraction', 'deletion'])
export const isRetracting = (notice: Notice | null): boolean => notice !== null && RETRACTING.has(notice.kind)

const kindWords: Record<NoticeKind, string> = {
  version: 'A new version',
  correction: 'A correction',
  withdrawal: 'Withdrawn',
  retraction: 'Retracted',
  deletion: 'Deleted by its repository',
  dead_link: 'Its address leads nowhere',
}

/** A notice in one line: "Retracted, 2026-05-01: Retraction. https://doi.org/10.1000/x". */
export const noticeLine = ({ kind, text, date, address }: Notice): string => {
  const said = [text, address].filter((part) => part !== null).join(' ')
  return `${kindWords[kind]}${date === null ? '' : `, ${date}`}${said === '' ? '' : `: ${said}`}`
}

/** Whether two notices report the same; the words of two sources differ. */
export const isSameNotice = (one: Notice, other: Notice): boolean =>
  one.kind === other.kind && (one.kind === 'version' ? one.text === other.text : one.address === other.address)

const correctionLine = ({ text, date, address }: Notice): string =>
  `${text ?? 'Correction'}${date === null ? '' : ` of ${date}`}: <${address}>`

/** A paper whose commentary names the corrections. */
export const withCorrections = (paper: PaperWithText, notices: readonly Notice[]): PaperWithText => {
  const commentary = paper.commentary ?? ''
  const named = notices.filter(
    ({ kind, address }) => kind === 'correction' && address !== null && !commentary.includes(address),
  )
  if (named.length === 0) return paper
  return { ...paper, commentary: [commentary, ...named.map(correctionLine)].filter((part) => part !== '').join('\n\n') }
}

/** An address that leads nowhere, and the day on which that was first seen. */
export type LinkFailure = { url: string; since: string }

export type LinkCheck = { state: 'alive' } | { state: 'unknown' } | { state: 'dead'; url: string; status: number }

/** A paper with its DOI or arXiv id as the address, or none, if its own leads nowhere. */
export const withoutDeadLink = (paper: PaperWithText, notices: readonly Notice[]): PaperWithText => {
  const isDead = notices.some(({ kind, address }) => kind === 'dead_link' && address === paper.url)
  if (!isDead) return paper
  const { doi, arxivId } = paper
  const other = doi !== null ? `https://doi.org/${doi}` : arxivId !== null ? `https://arxiv.org/abs/${arxivId}` : null
  return { ...paper, url: other === paper.url ? null : other }
}

/** The record as that of another paper, which may be one of several that it is about. */
export const recordAbout = (source: SourceRecord, paperId: string): SourceRecord => ({
  ...source,
  digest: createHash('sha256').update(`${source.digest}\n${paperId}`).digest('hex'),
})

const VERSION = /v(?<version>[1-9]\d{0,3})(?:\.pdf)?$/u

/** The version in an arXiv address or id; null without one. */
const arxivVersion = (text: string | null): number | null => {
  if (text === null || (arxivIdIn(text) === null && !/^oai:arxiv/iu.test(text))) return null
  const version = VERSION.exec(text)?.groups?.version
  return version === undefined ? null : Number(version)
}

const highest = (texts: readonly (string | null)[]): number | null => {
  const versions = texts.map(arxivVersion).filter((version) => version !== null)
  return versions.length === 0 ? null : Math.max(...versions)
}

const isOfArxiv = ({ format, recordId }: RecordOrigin): boolean =>
  (format === 'arxiv-atom' && arxivIdIn(recordId ?? '') !== null) ||
  (format === 'oai-pmh' && /^oai:arxiv/iu.test(recordId ?? ''))

const withoutVersion = (recordId: string | null): string | null => recordId?.replace(VERSION, '') ?? null

const differs = (one: string | null, other: string | null): boolean => textKey(one ?? '') !== textKey(other ?? '')

type NewVersion = { notice: Notice; fields: ProposedFields }

/**
 * The version of an arXiv paper that a record describes, with the fields that it changes, if it is newer than that of the library:
 * by its number, or because the library has an earlier form of the same record.
 * @param known the origins of all records of the paper
 */
export const newVersion = (
  paper: Paper,
  { paper: found, source }: { paper: Paper; source: RecordOrigin },
  known: readonly RecordOrigin[],
): NewVersion | null => {
  if (!isOfArxiv(source)) return null
  const isPublished = paper.kind !== null && paper.kind !== 'preprint'
  const version = highest([source.recordId, found.url])
  const addresses = [paper.url, paper.storageUrl]
  const stored = highest([...addresses, ...known.filter(isOfArxiv).map(({ recordId }) => recordId)])
  const isChanged = known.some(
    ({ format, recordId }) => format === source.format && withoutVersion(recordId) === withoutVersion(source.recordId),
  )
  const isNewer = version === null || stored === null ? isChanged || (version ?? 1) > 1 : version > stored
  if (isPublished || !isNewer) return null
  const fields: ProposedFields = {}
  if (differs(paper.title, found.title)) fields.title = found.title
  if (found.abstract !== null && paper.abstract !== null && differs(paper.abstract, found.abstract))
    fields.abstract = found.abstract
  if (differs(paper.authors.join('\n'), found.authors.join('\n'))) {
    fields.authors = found.authors
    fields.authorNames = found.authorNames
  }
  for (const name of ['url', 'storageUrl'] as const) {
    const before = arxivVersion(paper[name])
    if (before !== null && before < (arxivVersion(found[name]) ?? 0)) fields[name] = found[name]
  }
  if (Object.keys(fields).length === 0) return null
  const text = version === null ? null : `v${version}`
  return { notice: { kind: 'version', text, date: null, address: found.url }, fields }
}
