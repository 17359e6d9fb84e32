import type { ProposedFields } from '#core/imports/proposed-revision.ts'
import { sourceRecord } from '#core/imports/source-record.ts'
import type { TestService } from './test-service.ts'

/** Proposes something for a public paper, as a record that came in would; the number of the proposal. */
export const addProposal = async (
  { store, clock }: Pick<TestService, 'store' | 'clock'>,
  paperId: string,
  fields: ProposedFields,
): Promise<number> => {
  const at = clock.now().toISOString()
  const record = { format: 'csl-json' as const, position: 'record 1', recordId: null, fields: {}, unmapped: [] }
  const origin = { place: 'a list', fetchedAt: at, onlyOf: null }
  await store.transact(async (tx) => {
    const source = await tx.imports.addSource(
      paperId,
      sourceRecord({ ...record, source: JSON.stringify([paperId, fields]) }, origin),
    )
    await tx.imports.addProposal(paperId, { source, fields, at })
  })
  const proposals = await store.private.imports.listProposals('open', null, 1_000)
  return proposals.at(-1)?.id ?? 0
}
