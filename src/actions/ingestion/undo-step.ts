import type { ActionContext } from '#actions/run-action.ts'
import { getSession } from './get-session.ts'
import { findSessionKey } from './find-session-key.ts'

/** Papers and records in one transaction: few enough to keep no other writer waiting. */
const PAPERS = 50
const TRACES = 20

/** Puts back what a paper in review said before the session added to it, if nobody has changed it since. */
const revertEnrichment = async (tx: ActionContext, paperId: string, actor: string): Promise<void> => {
  const versions = await tx.versions.list(paperId)
  const before = versions.find((version) => version.actor !== actor)
  if (versions[0]?.actor !== actor || before === undefined) return
  const earlier = await tx.versions.find(paperId, before.version)
  if (earlier === null) return
  const at = tx.now.toISOString()
  const by = { actor: `undo:${actor}`, at }
  const { after } = await tx.papers.revise(paperId, by, () => earlier.paper)
  await tx.audit.record({
    at,
    actor: by.actor,
    act: 'paper.restore',
    subject: paperId,
    before: null,
    after: { version: after.version, restored: before.version },
  })
}

/**
 * Takes back some of what a session brought: papers that nobody has decided on, changed or advised about, then such candidates, then what its
 * records added to other papers and propose for public ones. Whether there is more; at the end the session is undone.
 * Killed between two steps, the next one goes on.
 */
export const undoStep = async (tx: ActionContext, id: string): Promise<boolean> => {
  const { state, removed } = await getSession(tx.ingestion, id)
  if (state !== 'undoing') return false
  const key = await findSessionKey(tx, id)
  const actor = `key:${key ?? ''}`
  const papers = await tx.ingestion.removePapers(id, actor, PAPERS)
  if (papers.removed > 0) await tx.ingestion.update(id, { removed: removed + papers.removed })
  if (papers.removed > 0 || !papers.isAll) return true
  if ((await tx.ingestion.removeCandidates(id, PAPERS)) > 0) return true
  const { traces, isAll } = await tx.ingestion.listTraces(id, TRACES)
  for (const { source, paperId, isInReview } of traces) {
    if (isInReview) await revertEnrichment(tx, paperId, actor)
    await tx.ingestion.removeTrace(source)
  }
  if (traces.length > 0 || !isAll) return true
  await tx.ingestion.update(id, { state: 'undone' })
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'ingestion.undone', subject: id, before: null, after: { removed } })
  return false
}
