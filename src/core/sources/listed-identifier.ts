import type { ImportedRecord } from '#core/imports/imported-record.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'

/** An entry of a list of DOIs and arXiv ids. */
export type ListedIdentifier = { position: string; record: ImportedRecord; identifiers: Identifiers }

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** DOIs do not depend on case. An arXiv id says more than the DOI that arXiv gives it. */
export const listedIdentifier = (record: ImportedRecord): ListedIdentifier => {
  const arxivId = textOf(record.fields.arxivId)
  const doi = arxivId === null ? (textOf(record.fields.doi)?.toLowerCase() ?? null) : null
  return { position: record.position, record, identifiers: { doi, arxivId } }
}

/** The identifier as one text, by which a list that comes again is known. */
export const identifierKey = ({ doi, arxivId }: Identifiers): string =>
  arxivId === null ? `doi:${doi}` : `arxiv:${arxivId}`
