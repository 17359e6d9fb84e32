import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { changePaper } from './change-paper.ts'

/**
 * Lets a paper say again what it said in an earlier version, as a new edit; its version then. Throws what
 * `changePaper` does, and `not_found` for a version that there never was.
 */
export const restorePaper = (
  { store, clock }: { store: Store; clock: Clock },
  { id, restored, version, actor }: { id: string; restored: number; version: number | null; actor: string },
): Promise<number> =>
  store.transact(async (tx) => {
    const earlier = await tx.versions.find(id, restored)
    if (earlier === null) throw new Failure('not_found', `There is no version ${restored} of a paper ${id}.`)
    const { paper } = earlier
    return changePaper(tx, { paper, version, actor, at: clock.now().toISOString(), act: 'paper.restore' })
  })
