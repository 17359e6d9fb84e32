import type { FollowingState } from '#core/following/follow.ts'
import type { Db } from '#store/rows.ts'

export const readState = async (db: Db): Promise<FollowingState | null> => {
  const row = await db.selectFrom('following').selectAll().executeTakeFirst()
  if (row === undefined) return null
  const { matched_until, last_match, version, paused } = row
  return { matchedUntil: matched_until, lastMatch: last_match, version, isPaused: paused === 1 }
}

/** Lets no digest of a restored corpus leave by itself: what it tells may have been told since the backup. */
export const pauseDigests = async (db: Db): Promise<void> => {
  await db.updateTable('following').set({ paused: 1 }).execute()
}
