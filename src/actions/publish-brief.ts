import type { Brief, PublishedBrief } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

/** Publishes a brief for good. Throws `not_found` for a featured paper that is not public, `wrong_state` for a week that has one. */
export const publishBriefWithin = async (
  tx: Transaction,
  { brief, actor, at }: { brief: Brief; actor: string; at: string },
): Promise<PublishedBrief> => {
  const { id, week, title, summary, take, featured } = brief
  for (const paperId of featured) {
    const paper = await tx.papers.find(paperId)
    if (paper?.state !== 'accepted') throw new Failure('not_found', `There is no public paper ${paperId} to feature.`)
  }
  const words = { week, title, summary, take, featured }
  await tx.briefs.publish({ id, ...words, publishedAt: at })
  // Whatever was drafted for that week is done with.
  await tx.briefs.dropDraft(id)
  await tx.audit.record({ at, actor, act: 'brief.publish', subject: id, before: null, after: words })
  return { id, ...words, publishedAt: at }
}

/** The same in a transaction of its own. */
export const publishBrief = async (
  { store, clock }: { store: Store; clock: Clock },
  brief: Brief,
  actor: string,
): Promise<void> => {
  await store.transact((tx) => publishBriefWithin(tx, { brief, actor, at: clock.now().toISOString() }))
}
