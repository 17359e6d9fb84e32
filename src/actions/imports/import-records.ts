import type { ActionContext } from '#actions/run-action.ts'
import { enrichment } from '#core/imports/enrich-paper.ts'
import type { SourceRecord } from '#core/imports/source-record.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { WorkMatch } from '#core/papers/same-work/same-work.ts'
import { assess, type Assessment } from '#core/review/checks/assess.ts'
import type { Finding } from '#core/review/checks/finding.ts'
import { isInReview } from '#core/review/submission-state.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import { findSameWork, type FoundWork } from './find-same-work.ts'

/** A record that was checked. Its paper has an id only where one was allotted because it seemed to be new. */
export type CheckedRecord = {
  position: string
  paper: PaperWithText
  source: SourceRecord
  isNumbered: boolean
  /** For a pending paper: what the checks found. */
  assessment: Assessment | null
  /** What the checks found in its texts, where they were read. */
  findings?: readonly Finding[]
}

export const importOutcomes = ['stored', 'unchanged', 'enriched', 'proposed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What became of a record. `match` says by what it was recognised. */
export type ImportedPaper = {
  position: string
  outcome: ImportOutcome
  id: string
  match: WorkMatch | 'record' | null
  /** Fields that were filled, or are proposed. */
  fields: string[]
}

type ImportRecordsInput = {
  batch: readonly CheckedRecord[]
  state: NewPaper['state']
  actor: string
  /** For pending papers: the name of the ingestion session. */
  session: string | null
  /** Whose imports neither learn of what others brought in and is not public, nor change it; null for those of the editors. */
  onlyOf: string | null
}

type Step = { tx: ActionContext; actor: string; at: string }

const addPaper = async (
  { tx, actor, at }: Step,
  record: CheckedRecord,
  { state, session }: ImportRecordsInput,
): Promise<ImportedPaper> => {
  const [id = record.paper.id] = record.isNumbered ? [record.paper.id] : await tx.imports.allotIds(1)
  const paper = { ...record.paper, id }
  const assessment = record.assessment ?? assess(paper, { now: tx.now, alike: [], texts: record.findings })
  const checked = state === 'pending' ? { assessment, session } : undefined
  await tx.papers.add([{ paper, state, submittedBy: null, actor, at, checked }])
  await tx.imports.addSource(id, record.source)
  return { position: record.position, outcome: 'stored', id, match: null, fields: [] }
}

/** A paper in review is filled at once; a public one only when an editor takes what is proposed. */
const enrich = async ({ tx, actor, at }: Step, record: CheckedRecord, found: FoundWork): Promise<ImportedPaper> => {
  const { id } = found.paper
  const source = await tx.imports.addSource(id, record.source)
  const fields = isInReview(found.state) || found.state === 'accepted' ? enrichment(found.paper, record.paper) : {}
  const names = Object.keys(fields)
  const result = { position: record.position, id, match: found.match, fields: names }
  if (names.length === 0) return { ...result, outcome: 'unchanged' }
  if (found.state === 'accepted') {
    await tx.imports.addProposal(id, { source, fields, at })
    return { ...result, outcome: 'proposed' }
  }
  const { after } = await tx.papers.revise(id, { actor, at }, (stored) => ({ ...stored.paper, ...fields }))
  const { format, place } = record.source
  await tx.audit.record({
    at,
    actor,
    act: 'paper.enrich',
    subject: id,
    before: null,
    after: { version: after.version, match: found.match, format, place, fields: names },
  })
  return { ...result, outcome: 'enriched' }
}

/**
 * Stores records as papers, or adds what they say to papers that are the same work. A record that was taken before
 * changes nothing, wherever it comes from. What became of each, in their order.
 */
export const importRecords = async (tx: ActionContext, input: ImportRecordsInput): Promise<ImportedPaper[]> => {
  const { batch, state, actor } = input
  const at = tx.now.toISOString()
  const step = { tx, actor, at }
  const known = await tx.imports.findByDigests(batch.map(({ source }) => source.digest))
  const results: ImportedPaper[] = []
  for (const record of batch) {
    const { position, source } = record
    const taken = known.get(source.digest)
    if (taken !== undefined) {
      results.push({ position, outcome: 'unchanged', id: taken, match: 'record', fields: [] })
      continue
    }
    const found = await findSameWork(tx.imports, record.paper, input.onlyOf)
    const result = found === null ? await addPaper(step, record, input) : await enrich(step, record, found)
    known.set(source.digest, result.id)
    results.push(result)
  }
  const accepted = results.filter(({ outcome }) => outcome === 'stored').map(({ id }) => id)
  if (state === 'accepted' && accepted.length > 0)
    await tx.audit.record({ at, actor, act: 'papers.ingest', subject: 'papers', before: null, after: { accepted } })
  return results
}
