import type { PaperFacts } from './matchable-paper.ts'
import type { Severity } from '#core/editorial/gap.ts'

export const digestFrequencies = ['daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** A search that one subscriber follows, by the address of its page. */
export type Follow = { search: number; address: string; frequency: DigestFrequency; since: string }

/** A search that is followed; nothing that became public by a change up to `beganAfter` is new in it. */
export type FollowedSearchRow = { seq: number; address: string; beganAfter: number }

/** How many searches one address follows at most. */
export const MAX_FOLLOWS = 100

/** How far public changes have been matched with what is followed. */
export type FollowingState = {
  /** The number of the last change that was matched. */
  matchedUntil: number
  /** The number of the last match. */
  lastMatch: number
  /** Rises with each change of what is followed. */
  version: number
  /** Whether digests wait for an admin to resume them. */
  isPaused: boolean
}

/**
 * A paper or gap that changed, as it is now: null for one that is public no more. It became public by the change `added`, and
 * changed last at the instant `at`.
 */
export type ChangedThing = { id: string; added: number; at: string } & (
  | { kind: 'paper'; facts: PaperFacts | null }
  | { kind: 'gap'; severity: Severity | null }
)

/** What is new in one search: of more than fit, only the number is told. */
export type DigestSection = { address: string; ids: readonly string[]; more: number }
