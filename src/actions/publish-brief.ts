import type { Brief } from '#core/brief.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'

/** Publishes a brief for good. Throws `not_found` for a featured paper that is not public, `wrong_state` for a week that has one. */
export const publishBrief = (
  { store, clock }: { store: Store; clock: Clock },
  brief: Brief,
  actor: string,
): Promise<void> =>
  store.transact(async (tx) => {
    for (const id of brief.featured) {
      const paper = await tx.papers.find(id)
      if (paper?.state !== 'accepted') throw new Failure('not_found', `There is no public paper ${id} to feature.`)
    }
    const at = clock.now().toISOString()
    await tx.briefs.publish({ ...brief, publishedAt: at })
    const { id, ...after } = brief
    await tx.audit.record({ at, actor, act: 'brief.publish', subject: id, before: null, after })
  })
