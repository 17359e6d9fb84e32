import { arxivIdIn } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { ProposedFields, RecordOrigin } from './imported-record.ts'
import type { Notice } from './notice.ts'

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
  // A summary is the editors' own: another abstract is no newer form of it.
  const isOfAuthors = paper.abstract !== null && paper.abstractBy === 'authors'
  if (isOfAuthors && found.abstract !== null && differs(paper.abstract, found.abstract))
    fields.abstract = found.abstract
  if (differs(paper.authors.join('\n'), found.authors.join('\n'))) {
    fields.authors = found.authors
    fields.authorNames = found.authorNames
    if (found.authorDetails.length > 0) fields.authorDetails = found.authorDetails
  }
  for (const name of ['url', 'storageUrl'] as const) {
    const before = arxivVersion(paper[name])
    if (before !== null && before < (arxivVersion(found[name]) ?? 0)) fields[name] = found[name]
  }
  if (Object.keys(fields).length === 0) return null
  const text = version === null ? null : `v${version}`
  return { notice: { kind: 'version', text, date: null, address: found.url }, fields }
}
