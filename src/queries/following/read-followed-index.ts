import { followedConcepts, followedIndex, type FollowedIndex } from '#core/following/stored-index.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** By so many papers is estimated which words are rare. */
const SAMPLE = 300

/** Reads all that is followed; null while nothing is. */
export const readFollowedIndex = async ({
  following,
  changes,
}: Pick<PrivateReader, 'following' | 'changes'>): Promise<FollowedIndex | null> => {
  // Read first: what changes meanwhile makes the index out of date, and nothing is missed.
  const state = await following.state()
  const readAt = await changes.last()
  const rows = await following.searches()
  if (state === null || rows.length === 0) return null
  const concepts = await following.conceptNumbers(followedConcepts(rows))
  const sample = await following.recentPapers(SAMPLE)
  return followedIndex({ version: state.version, readAt, rows, concepts, sample })
}
