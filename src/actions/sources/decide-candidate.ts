import { importRecords, type CheckedRecord } from '#actions/imports/import-records.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { CandidateState, PaperCandidate } from '#core/sources/paper-candidate.ts'
import type { CandidateReader } from '#ports/store/sources.ts'

const getCandidate = async (
  { candidates }: { candidates: Pick<CandidateReader, 'find'> },
  id: number,
  state: CandidateState,
): Promise<PaperCandidate> => {
  const candidate = await candidates.find(id)
  if (candidate === null) throw new Failure('not_found', `There is no candidate ${id}.`)
  if (candidate.state !== state) throw new Failure('wrong_state', `The candidate ${id} is ${candidate.state} already.`)
  return candidate
}

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

type ChangeCandidateInput = { id: number; actor: string }

/** Puts a candidate away for good: the same work is never shown again, wherever it comes from. Throws as `keepCandidate`. */
export const dismissCandidate = async (tx: ActionContext, { id, actor }: ChangeCandidateInput): Promise<void> => {
  const { paper } = await getCandidate(tx, id, 'open')
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'dismissed', actor, at, paperId: null })
  const before = { title: paper?.title ?? null }
  await tx.audit.record({ at, actor, act: 'candidate.dismiss', subject: String(id), before, after: null })
}

/** Takes a dismissal back. Throws as `keepCandidate`. */
export const reopenCandidate = async (tx: ActionContext, { id, actor }: ChangeCandidateInput): Promise<void> => {
  await getCandidate(tx, id, 'dismissed')
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'open', actor, at, paperId: null })
  await tx.audit.record({ at, actor, act: 'candidate.reopen', subject: String(id), before: null, after: null })
}
