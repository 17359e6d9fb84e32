import fc from 'fast-check'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { DigestFrequency } from '#core/following/follow.ts'
import { followedFilter, wholeLibraryFollowed, type FollowedPapers } from '#core/following/followed-search.ts'
import type { Store } from '#ports/store/store.ts'
import { perhaps } from '../generated/choices.ts'
import { searchString } from '../generated/search-strings.ts'
import type { FakeClock } from '../service/fake-clock.ts'

const ALL_PAPERS = 1_000

export type World = {
  store: Store
  run: RunAction
  clock: FakeClock
  /** The address of the database; null where only one process can be tried. */
  url: string | null
}

/** A followed search, and what a digest must not tell of it. */
export type FollowModel = {
  subscriberId: string
  address: string
  search: FollowedPapers
  frequency: DigestFrequency
  told: Set<string>
  /** What was public already when it began. */
  known: Set<string>
}

const isAccepted = (search: FollowedPapers): boolean => {
  try {
    followedFilter(search)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Searches that can be followed. */
export const anySearch = fc
  .record({
    q: perhaps(80, searchString),
    chapter: perhaps(20, fc.integer({ min: 1, max: 7 })),
    year: perhaps(10, fc.integer({ min: 2015, max: 2026 })),
    concept: perhaps(20, fc.constantFrom('planning', 'memory', 'later')),
    institution: perhaps(10, fc.constantFrom('Example Institute', 'École')),
  })
  .map((given): FollowedPapers => ({ ...wholeLibraryFollowed, ...given }))
  .filter(isAccepted)

/** Follows these searches from now on. */
export const follow = ({ store, clock }: World, follows: readonly FollowModel[]) =>
  store.transact(async (tx) => {
    for (const one of follows) await tx.following.follow(one, clock.now().toISOString())
  })

/** A follow by its subscriber and its address. */
export const keyOf = ({ subscriberId, address }: { subscriberId: string; address: string }): string =>
  `${subscriberId} ${address}`

/** What each follower must be told now: all that the search finds, was not known when it was followed, and was not told before. */
export const expectedOf = async ({ store }: World, follows: readonly FollowModel[], isMonday: boolean) => {
  const expected = new Map<string, string[]>()
  for (const one of follows) {
    if (one.frequency === 'weekly' && !isMonday) continue
    const { papers } = await store.public.library.list(followedFilter(one.search), 'newest', null, ALL_PAPERS)
    const ids = papers.map(({ id }) => id).filter((id) => !one.known.has(id) && !one.told.has(id))
    for (const id of ids) one.told.add(id)
    if (ids.length > 0) expected.set(keyOf(one), ids.toSorted())
  }
  return expected
}
