import type { PaperFacts } from './search-index.ts'
import type { Severity } from '#core/editorial/gap.ts'

export const digestFrequencies = ['daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** A search that a subscriber follows, by the address of its page. */
export type Follow = { search: number; address: string; frequency: DigestFrequency; since: string }

/** A followed search. Only what became public by a change after `beganAfter` is new in it. */
export type FollowedSearchRow = { seq: number; address: string; beganAfter: number }

/** The most searches that one subscriber may follow. */
export const MAX_FOLLOWS = 100

/** How far public changes have been matched with followed searches. */
export type FollowingState = {
  /** The number of the last change that was matched. */
  matchedUntil: number
  /** The number of the last match. */
  lastMatch: number
  /** Increases with each change of the followed searches. */
  version: number
  /** Whether digests wait for an admin to resume them. */
  isPaused: boolean
}

/**
 * A changed paper or gap in its current state, null if it is no longer public. It became public by the change numbered `added`, and
 * last changed at `at`.
 */
export type ChangedThing = { id: string; added: number; at: string } & (
  | { kind: 'paper'; facts: PaperFacts | null }
  | { kind: 'gap'; severity: Severity | null }
)

/** New results of one search. `more`: how many are not listed. */
export type DigestSection = { address: string; ids: readonly string[]; more: number }
