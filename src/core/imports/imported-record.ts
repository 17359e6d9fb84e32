/** The forms in which papers come in, beside the JSON lines of our own with ids; `papers` are those without. */
export const sourceFormats = [
  'papers',
  'arxiv-atom',
  'rss',
  'oai-pmh',
  'crossref',
  'openalex',
  'semantic-scholar',
  'csl-json',
  'bibtex',
  'ris',
  'jats',
  'tei',
  'csv',
  'identifiers',
  'pdf',
] as const
export type SourceFormat = (typeof sourceFormats)[number]

/** A record of a source as a paper without an id, in the names of contract 2.1. Nothing in it is checked yet. */
export type ImportedRecord = {
  format: SourceFormat
  /** Where it stands: "line 12", "record 3". */
  position: string
  /** What the source calls it: a citation key, an identifier of OAI, a DOI. */
  recordId: string | null
  fields: Record<string, unknown>
  /** Names of what the source says and a paper has no field for. */
  unmapped: string[]
  /** The record as it came. */
  source: string
}

/** Something that stands where a record should, and why it is none. */
export type UnreadRecord = { position: string; reason: string }

export type ReadRecord = ImportedRecord | UnreadRecord
