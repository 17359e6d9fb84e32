import type { PublishedBrief } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import { assertVersion } from '#core/editorial/assert-version.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store, Transaction } from '#ports/store/store.ts'
import { publishBriefWithin } from './publish-brief.ts'

export type DraftPublishing = { id: string; version: number | null; actor: string }

/**
 * Publishes a draft for good, as its editor last saw it. Throws `not_found`, also for a featured paper that is not
 * public, and `stale`.
 */
export const publishDraftWithin = async (
  tx: Transaction,
  { id, version, actor, at }: DraftPublishing & { at: string },
): Promise<PublishedBrief> => {
  const draft = await tx.briefs.draft(id)
  if (draft === null) throw new Failure('not_found', `There is no draft ${id}.`)
  assertVersion(`The draft ${id}`, version, draft.version)
  return publishBriefWithin(tx, { brief: draft, actor, at })
}

/** The same in a transaction of its own. */
export const publishDraft = async (
  { store, clock }: { store: Store; clock: Clock },
  publishing: DraftPublishing,
): Promise<void> => {
  await store.transact((tx) => publishDraftWithin(tx, { ...publishing, at: clock.now().toISOString() }))
}
