import { importRecords, type CheckedRecord } from '#actions/imports/import-records.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { getCandidate } from './get-candidate.ts'

type KeepCandidateInput = { id: number; record: CheckedRecord; actor: string }

/**
 * Makes a candidate a submission that waits for review; its records become those of the paper. The id of the paper.
 * Throws `not_found`, and `wrong_state` for one that was decided on.
 */
export const keepCandidate = async (tx: ActionContext, { id, record, actor }: KeepCandidateInput): Promise<string> => {
  await getCandidate(tx, id, 'open')
  const [imported] = await importRecords(tx, { batch: [record], state: 'pending', actor, session: null, onlyOf: null })
  const paperId = imported?.id ?? record.paper.id
  const others = (await tx.candidates.records(id)).filter(({ source }) => source.digest !== record.source.digest)
  const known = await tx.imports.findByDigests(others.map(({ source }) => source.digest))
  const fresh = new Map(others.map(({ source }) => [source.digest, source]))
  for (const [digest, source] of fresh) if (!known.has(digest)) await tx.imports.addSource(paperId, source)
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
  await tx.audit.record({ at, actor, act: 'candidate.keep', subject: String(id), before: null, after: { paperId } })
  return paperId
}
