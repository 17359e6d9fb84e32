import type { ActionContext } from '#actions/run-action.ts'
import type { ChangedThing } from '#core/following/follow.ts'
import type { FollowedIndex } from '#core/following/stored-index.ts'
import type { ChangeBatch } from '#ports/store/mail/following.ts'

/** So few that no writer waits for long, and that a reader in this process notices nothing. */
const CHANGES_AT_ONCE = 20

/** Whether a concept got another number since the index was read, or the first one that a search names. */
const isOutdated = ({ readAt, hasUnknownConcepts }: FollowedIndex, { lastMerged, lastConcept }: ChangeBatch): boolean =>
  lastMerged > readAt || (hasUnknownConcepts && lastConcept > readAt)

/** Stores which searches find a thing now; how many matches were added. */
const storeMatches = async (
  tx: ActionContext,
  { thing, found, after }: { thing: ChangedThing; found: readonly number[]; after: number },
): Promise<number> => {
  const known = await tx.following.matchesOf(thing)
  const added = found.filter((id) => !known.some(({ search }) => search === id))
  const removed = known.filter(({ search }) => !found.includes(search))
  if (removed.length > 0) await tx.following.removeMatches(thing, removed)
  if (added.length > 0) await tx.following.addMatches(thing, added, after)
  return added.length
}

/**
 * Matches the next public changes with all that is followed, exactly once: how far it got is written with what it found. `stale` when
 * the index was read before something that matters here; nothing is done then.
 */
export const matchChanges = async (
  tx: ActionContext,
  { index }: { index: FollowedIndex },
): Promise<{ stale: boolean; more: boolean }> => {
  const state = await tx.following.state()
  if (state === null) return { stale: false, more: false }
  if (state.version !== index.version) return { stale: true, more: true }
  const batch = await tx.following.changesAfter(state.matchedUntil, CHANGES_AT_ONCE)
  if (isOutdated(index, batch)) return { stale: true, more: true }
  const { things, until, more } = batch
  let { lastMatch } = state
  for (const thing of things) lastMatch += await storeMatches(tx, { thing, found: index.find(thing), after: lastMatch })
  if (until > state.matchedUntil) await tx.following.advance({ matchedUntil: until, lastMatch })
  return { stale: false, more }
}
