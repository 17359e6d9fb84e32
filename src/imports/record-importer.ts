import { importRecords, type CheckedRecord, type ImportedPaper } from '#actions/imports/import-records.ts'
import { enrichment } from '#core/imports/enrich-paper.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { isInReview } from '#core/review/submission-state.ts'
import { checkRecord, compareRecords, prepareNew, type ComparedRecord, type ImportPorts } from './check-records.ts'
import type { RecordReport } from './import-totals.ts'
import type { Importer } from './importer.ts'

type ImportInput = Parameters<typeof importRecords>[1]

const outlook = ({ position, paper, found, knownId, source }: ComparedRecord): RecordReport => {
  const about = { position, title: paper.title, unmapped: source.unmapped }
  if (knownId !== null) return { ...about, outcome: 'unchanged', id: knownId, match: 'record', fields: [] }
  if (found === null) return { ...about, outcome: 'stored', id: '', match: null, fields: [] }
  const { state, match } = found
  const fields = isInReview(state) || state === 'accepted' ? Object.keys(enrichment(found.paper, paper)) : []
  const outcome = fields.length === 0 ? 'unchanged' : state === 'accepted' ? 'proposed' : 'enriched'
  return { ...about, outcome, id: found.paper.id, match, fields }
}

export type RecordOrigin = {
  /** The file or address that the records come from. */
  place: string
  actor: string
  /** Null: the papers are public at once. */
  session: string | null
  /** Whose imports know, of what is not public, only what they brought in; null for those who may know all. */
  onlyOf: string | null
  /** The ingestion session that the records belong to, so that they can be taken back. */
  ingestSession?: string | null
}

/** Stores records of foreign forms as papers, or adds what they say to papers that are the same work. */
export const recordImporter = (
  ports: ImportPorts,
  { place, actor, session, onlyOf, ingestSession = null }: RecordOrigin,
): Importer<ReadRecord, CheckedRecord, ImportInput, ImportedPaper[]> => {
  const now = ports.clock.now()
  return {
    check: (record) => checkRecord(record, { place, now, onlyOf, ingestSession }),
    preview: async (batch) => (await compareRecords(ports, batch, onlyOf)).map(outlook),
    prepare: async (batch) => {
      const prepared = await prepareNew(ports, await compareRecords(ports, batch, onlyOf), session !== null)
      return { batch: prepared, state: session === null ? 'accepted' : 'pending', actor, session, onlyOf }
    },
    action: importRecords,
    reports: (batch, results) =>
      results.map((result, index) => {
        const { paper, source } = batch[index] ?? { paper: null, source: null }
        return { ...result, title: paper?.title ?? '', unmapped: source?.unmapped ?? [] }
      }),
  }
}
