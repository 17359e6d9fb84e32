import { importRecords, type CheckedRecord, type ImportedPaper } from '#actions/imports/import-records.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { listCandidates } from '#actions/sources/list-candidates.ts'
import { type KnownIdentifier } from '#actions/sources/find-identifier.ts'
import { enrichment } from '#core/imports/enrich-paper.ts'
import { isInReview } from '#core/review/submission-state.ts'
import { previewIdentifiers, reportIdentifier, type CheckedIdentifier } from './check-identifier.ts'
import type { FitRecord } from './check-record.ts'
import { compareRecords, prepareNew, type ComparedRecord, type ImportPorts } from './check-records.ts'
import type { RecordReport } from './import-totals.ts'
import type { Importer, RefusedRecord } from './importer.ts'

export type ImportInput = {
  records: Parameters<typeof importRecords>[1] | null
  identifiers: Parameters<typeof listCandidates>[1]
}
export type ImportResult = { papers: ImportedPaper[]; known: KnownIdentifier[] }

const isRecord = (fit: FitRecord): fit is CheckedRecord => 'paper' in fit
const isIdentifier = (fit: FitRecord): fit is CheckedIdentifier => !isRecord(fit)

/** Papers of records and candidates of identifiers, in one transaction. */
const importBatch = async (tx: ActionContext, { records, identifiers }: ImportInput): Promise<ImportResult> => ({
  papers: records === null ? [] : await importRecords(tx, records),
  known: await listCandidates(tx, identifiers),
})

/** The reports of a batch in its order. */
const inOrder = (
  batch: readonly FitRecord[],
  ofRecords: readonly RecordReport[],
  ofIdentifiers: readonly RecordReport[],
) => {
  const [records, identifiers] = [ofRecords.values(), ofIdentifiers.values()]
  return batch.flatMap((fit) => [...(isRecord(fit) ? records : identifiers).take(1)])
}

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
  actor: string
  /** Null: the papers are public at once. */
  session: string | null
  /** Whose imports know, of what is not public, only what they brought in; null for those who may know all. */
  onlyOf: string | null
}

/**
 * Stores checked records of foreign forms as papers, or adds what they say to papers that are the same work. Identifiers alone
 * become candidates: nothing is fetched.
 */
export const recordImporter = (
  ports: ImportPorts,
  { actor, session, onlyOf }: RecordOrigin,
): Importer<FitRecord | RefusedRecord, FitRecord, ImportInput, ImportResult> => {
  return {
    check: (record) => record,
    preview: async (batch) =>
      inOrder(
        batch,
        (await compareRecords(ports, batch.filter(isRecord), onlyOf)).map(outlook),
        await previewIdentifiers(ports.store.private, batch.filter(isIdentifier), onlyOf),
      ),
    prepare: async (batch) => {
      const identifiers = { listed: batch.filter(isIdentifier), onlyOf }
      const records = batch.filter(isRecord)
      if (records.length === 0) return { records: null, identifiers }
      const prepared = await prepareNew(ports, await compareRecords(ports, records, onlyOf), session !== null)
      const state = session === null ? 'accepted' : 'pending'
      return { records: { batch: prepared, state, actor, session, onlyOf }, identifiers }
    },
    action: importBatch,
    reports: (batch, { papers, known }) => {
      const [records, identifiers] = [batch.filter(isRecord), batch.filter(isIdentifier)]
      const ofRecords = papers.map((result, index) => {
        const { paper, source } = records[index] ?? { paper: null, source: null }
        return { ...result, title: paper?.title ?? '', unmapped: source?.unmapped ?? [] }
      })
      const ofIdentifiers = identifiers.flatMap((entry, index) =>
        known[index] === undefined ? [] : [reportIdentifier(entry, known[index], onlyOf)],
      )
      return inOrder(batch, ofRecords, ofIdentifiers)
    },
  }
}
