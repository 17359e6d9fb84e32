import fc from 'fast-check'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { DigestFrequency } from '#core/following/follow.ts'
import { followedFilter, wholeLibraryFollowed, type FollowedPapers } from '#core/following/followed-search.ts'
import type { Store } from '#ports/store/store.ts'
import { perhaps } from '../generated/random.ts'
import { searchString } from '../generated/text.ts'
import type { FakeClock } from '../ports.ts'
import assert from 'node:assert/strict'
import { takeDelivery, type RecordDeliveryInput } from '#actions/mailings.ts'
import { digestPreparer } from '#jobs/digests.ts'
import { startDigestProcess } from './digest-process.ts'

const ALL_PAPERS = 1_000

export type World = {
  store: Store
  run: RunAction
  clock: FakeClock
  /** The address of the database; null where only one process can be tried. */
  url: string | null
}

/** A followed search, and the papers that a digest must not contain. */
export type FollowModel = {
  subscriberId: string
  address: string
  search: FollowedPapers
  frequency: DigestFrequency
  sent: Set<string>
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

/** The papers each follower must be sent now: those the search finds that were not there when it was followed and not sent before. */
export const expectedOf = async ({ store }: World, follows: readonly FollowModel[], isMonday: boolean) => {
  const expected = new Map<string, string[]>()
  for (const one of follows) {
    if (one.frequency === 'weekly' && !isMonday) continue
    const { papers } = await store.public.library.list(followedFilter(one.search), 'newest', null, ALL_PAPERS)
    const ids = papers.map(({ id }) => id).filter((id) => !one.known.has(id) && !one.sent.has(id))
    for (const id of ids) one.sent.add(id)
    if (ids.length > 0) expected.set(keyOf(one), ids.toSorted())
  }
  return expected
}

/** A runner whose process dies before every third commit. */
const dying = (run: RunAction): RunAction => {
  let count = 0
  return (action, input) =>
    run(async (tx, given: typeof input) => {
      const result = await action(tx, given)
      count += 1
      if (count % 3 === 0) throw new Error('killed')
      return result
    }, input)
}

/** Two processes match and make digests at once, and start again when one of them dies. */
export const prepareDigests = async ({ store, run, clock }: World): Promise<void> => {
  const process = async (): Promise<void> => {
    const killed = dying(run)
    for (;;) {
      try {
        return await digestPreparer({ store, clock, run: killed })()
      } catch (error) {
        if (!(error instanceof Error && error.message === 'killed')) throw error
      }
    }
  }
  await Promise.all([process(), process()])
}

/**
 * A process is killed with a transaction open, while another one waits for its turn; a third begins where the first one began.
 * Whether there was anything to kill it over.
 */
export const prepareInProcesses = async (url: string, { clock }: World, holdsAt: number): Promise<boolean> => {
  const now = clock.now().toISOString()
  const doomed = startDigestProcess(url, now, { holdsAt })
  await doomed.holds
  const others = [startDigestProcess(url, now), startDigestProcess(url, now)]
  await Promise.all(others.map(({ opened }) => opened))
  doomed.kill()
  for (const { ended } of others) assert.equal(await ended, 0)
  return (await doomed.ended) === null
}

/** Sends all digests that are due. @returns what each subscriber is sent, by the address of the search */
export const sendDigests = async ({
  store,
  run,
}: World): Promise<{ subscriberId: string; address: string; ids: string[] }[]> => {
  const sections: { subscriberId: string; address: string; ids: string[] }[] = []
  for (let done: RecordDeliveryInput | null = null; ;) {
    const rates = { total: null, domain: null }
    const { delivery }: Awaited<ReturnType<typeof takeDelivery>> = await run(takeDelivery, { done, rates })
    if (delivery === null) return sections
    assert.ok('digestId' in delivery)
    const { subscriberId, digestId } = delivery
    for (const { address, ids } of (await store.private.following.digestSections(digestId)) ?? [])
      sections.push({ subscriberId, address, ids: [...ids] })
    done = { delivery, outcome: { result: 'sent' } }
  }
}
