import {
  hasSameContent,
  ingestPapers,
  usedId,
  type IngestedLine,
  type NumberedPaper,
} from '#actions/submissions/ingest-papers.ts'
import { assessPapers } from '#queries/assess-papers.ts'
import { letOthersIn } from './let-others-in.ts'
import type { ImportPorts } from './check-records.ts'
import type { RecordReport } from './import-totals.ts'
import type { Importer } from './importer.ts'
import type { ReadLine } from './lines/read-paper.ts'

type IngestInput = Parameters<typeof ingestPapers>[1]

const placeOf = (line: number): string => `line ${line}`

const report = ({ paper, line }: NumberedPaper, became: IngestedLine): RecordReport => {
  const position = placeOf(line)
  if ('reason' in became) return { position, outcome: 'refused', reason: became.reason }
  const { id, outcome } = became
  const match = outcome === 'stored' ? null : ('record' as const)
  return { position, outcome, id, match, fields: [], title: paper.title, unmapped: [] }
}

/**
 * Stores papers in the form of the contract as they are, under their own ids. Papers of a session are checked and wait for
 * review; without a session they are public at once. A preview tells nobody of ids that wait with others; an import does, for
 * ids are unique.
 */
export const lineImporter = (
  { store, clock }: Pick<ImportPorts, 'store' | 'clock'>,
  { actor, session, onlyOf }: { actor: string; session: string | null; onlyOf: string | null },
): Importer<ReadLine, NumberedPaper, IngestInput, IngestedLine[]> => ({
  check: (line) => ('reason' in line ? { position: placeOf(line.line), reason: line.reason } : line),
  preview: async (batch) => {
    const ids = batch.map(({ paper }) => paper.id)
    const stored = await store.private.papers.findByIds(ids)
    const hidden = onlyOf === null ? new Set() : await store.private.imports.strangers(ids, onlyOf)
    return batch.map((read) => {
      const { id } = read.paper
      const before = stored.get(id)
      if (before === undefined || hidden.has(id)) return report(read, { line: read.line, id, outcome: 'stored' })
      if (hasSameContent(read.paper, before)) return report(read, { line: read.line, id, outcome: 'unchanged' })
      return report(read, { line: read.line, reason: usedId(id) })
    })
  },
  prepare: async (batch) => {
    if (session === null) return { batch, state: 'accepted', actor }
    const assessments = await assessPapers(store.private.papers, { batch, now: clock.now(), between: letOthersIn })
    return { batch, state: 'pending', actor, session, assessments }
  },
  action: ingestPapers,
  reports: (batch, became) => batch.flatMap((read, index) => (became[index] ? [report(read, became[index])] : [])),
})
