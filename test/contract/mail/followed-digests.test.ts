import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeDigests } from '#actions/following/make-digests.ts'
import { takeDelivery } from '#actions/mailings/take-delivery.ts'
import type { RecordDeliveryInput } from '#actions/mailings/record-delivery.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import type { RunAction } from '#actions/run-action.ts'
import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { Failure } from '#core/failure.ts'
import type { DigestFrequency } from '#core/following/follow.ts'
import {
  followedAddress,
  followedFilter,
  wholeLibraryFollowed,
  type FollowedPapers,
} from '#core/following/followed-search.ts'
import { digestPreparer } from '#jobs/prepare-digests.ts'
import type { Store } from '#ports/store/store.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { engines, migratedDatabase, postgresEngine, unhurried } from '../../support/database/engines.ts'
import { perhaps } from '../../support/generated/choices.ts'
import { collidingPaper } from '../../support/generated/colliding-papers.ts'
import { searchString } from '../../support/generated/search-strings.ts'
import { startDigestProcess } from '../../support/mail/digest-process.ts'
import { putSubscribers } from '../../support/mail/mailing-corpus.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock, type FakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'

/** FOLLOWED_SEARCHES=1000 follows as many as an operator may have. */
const SEARCHES = Number(process.env.FOLLOWED_SEARCHES ?? 28)
const WITHIN_MS = process.env.FOLLOWED_SEARCHES === undefined ? 240_000 : 3_600_000
/** On PostgreSQL, processes of their own make the digests of this day, or of every day, and one of them is killed. */
const isInProcesses = (day: number): boolean => day === 4 || process.env.FOLLOWED_SEARCHES !== undefined
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e9))
const DAYS = 9
const PAPERS_A_DAY = 8
const HOUR = 3_600
const ALL_PAPERS = 1_000

type World = {
  store: Store
  run: RunAction
  clock: FakeClock
  /** The address of the database; null where only one process can be tried. */
  url: string | null
}
type FollowModel = {
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

const anySearch = fc
  .record({
    q: perhaps(80, searchString),
    chapter: perhaps(20, fc.integer({ min: 1, max: 7 })),
    year: perhaps(10, fc.integer({ min: 2015, max: 2026 })),
    concept: perhaps(20, fc.constantFrom('planning', 'memory', 'later')),
    institution: perhaps(10, fc.constantFrom('Example Institute', 'École')),
  })
  .map((given): FollowedPapers => ({ ...wholeLibraryFollowed, ...given }))
  .filter(isAccepted)

const anyPaper = fc
  .tuple(
    collidingPaper,
    fc.record(
      {
        concepts: fc.uniqueArray(fc.constantFrom('planning', 'memory'), { maxLength: 2 }),
        institution: fc.constantFrom('Example Institute', 'Ecole'),
      },
      { noNullPrototype: true },
    ),
  )
  .map(([paper, more]) => ({ ...paper, ...more }))

const open = async (
  t: Parameters<(typeof engines)[number]['open']>[0],
  engine: (typeof engines)[number],
): Promise<World> => {
  const clock = fakeClock()
  const ports = { clock, log: recordingLog([]) }
  const url = engine === postgresEngine ? unhurried(await migratedDatabase()) : null
  const store =
    url === null
      ? await engine.open(t, ports)
      : await openPostgresStore({ url, replicaUrl: null }, ports, { migrate: true })
  t.after(() => store.close())
  return { store, clock, run: await testRunner({ store, clock }), url }
}

const accept = ({ run, clock }: World, papers: readonly Record<string, unknown>[]) => {
  const batch = papers.map((paper, index) => {
    const checked = parsePaper(paper, clock.now())
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
    return { line: index + 1, paper: checked.value.paper }
  })
  return run(ingestPapers, { batch, state: 'accepted', actor: 'test' })
}

const follow = ({ store, clock }: World, follows: readonly FollowModel[]) =>
  store.transact(async (tx) => {
    for (const one of follows) await tx.following.follow(one, clock.now().toISOString())
  })

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

/** Two processes match and make digests at once, and begin anew whenever one of them dies. */
const prepareDigests = async ({ store, run, clock }: World): Promise<void> => {
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
const prepareInProcesses = async (url: string, { clock }: World, holdsAt: number): Promise<boolean> => {
  const now = clock.now().toISOString()
  const doomed = startDigestProcess(url, now, { holdsAt })
  await doomed.holds
  const others = [startDigestProcess(url, now), startDigestProcess(url, now)]
  await Promise.all(others.map(({ opened }) => opened))
  doomed.kill()
  for (const { ended } of others) assert.equal(await ended, 0)
  return (await doomed.ended) === null
}

/** Sends all digests that are due: what each subscriber is told, by the address of the search. */
const sendDigests = async ({
  store,
  run,
}: World): Promise<{ subscriberId: string; address: string; ids: string[] }[]> => {
  const told: { subscriberId: string; address: string; ids: string[] }[] = []
  for (let done: RecordDeliveryInput | null = null; ;) {
    const rates = { total: null, domain: null }
    const { delivery }: Awaited<ReturnType<typeof takeDelivery>> = await run(takeDelivery, { done, rates })
    if (delivery === null) return told
    assert.ok('digestId' in delivery)
    const { subscriberId, digestId } = delivery
    for (const { address, ids } of (await store.private.following.digestSections(digestId)) ?? [])
      told.push({ subscriberId, address, ids: [...ids] })
    done = { delivery, outcome: { result: 'sent' } }
  }
}

const keyOf = ({ subscriberId, address }: { subscriberId: string; address: string }): string =>
  `${subscriberId} ${address}`

/** What each follower must be told now: all that the search finds, was not known when it was followed, and was not told before. */
const expectedOf = async ({ store }: World, follows: readonly FollowModel[], isMonday: boolean) => {
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

for (const engine of engines)
  test(
    `${engine.name}: papers come, change and go; each new match of a followed search is in exactly one digest`,
    { timeout: WITHIN_MS },
    async (t) => {
      const world = await open(t, engine)
      const { store, clock, run } = world
      const sample = fc.sample(anyPaper, { numRuns: DAYS * PAPERS_A_DAY * 2, seed: SEED })
      const searches = fc.sample(anySearch, { numRuns: SEARCHES, seed: SEED })
      const emails = Array.from({ length: Math.ceil(SEARCHES / 4) }, (_, index) => `reader${index}@example.org`)
      await putSubscribers(store, emails, { at: clock.now().toISOString() })
      const ids = await Promise.all(
        emails.map(async (email) => (await store.private.subscribers.findByEmail(email))?.id),
      )
      const waiting = searches.map((search, index): FollowModel => ({
        subscriberId: ids[index % ids.length] ?? '',
        address: followedAddress(search),
        search,
        frequency: index % 3 === 0 ? 'weekly' : 'daily',
        told: new Set(),
        known: new Set(),
      }))
      const follows: FollowModel[] = []
      const seen = new Set<string>()
      const publicIds = new Set<string>()
      const everPublic = new Set<string>()
      const sums = { told: 0, digests: 0, revised: 0, retracted: 0, killed: 0 }

      const begin = async (count: number): Promise<void> => {
        const some = waiting.splice(0, count).filter((one) => !seen.has(keyOf(one)))
        for (const one of some) {
          seen.add(keyOf(one))
          one.known = new Set(everPublic)
        }
        await follow(world, some)
        follows.push(...some)
      }
      const come = async (count: number): Promise<void> => {
        const papers = sample.splice(0, count).map((paper) => {
          const id = `p${everPublic.size + 1}`
          everPublic.add(id)
          publicIds.add(id)
          return { ...paper, id }
        })
        await accept(world, papers)
      }
      const change = async (): Promise<void> => {
        const at = clock.now().toISOString()
        for (const [index, id] of [...publicIds].entries()) {
          if (index % 5 === 1) {
            const other = sample[index % sample.length]
            if (other === undefined) continue
            await store.transact((tx) =>
              tx.papers.revise(id, { actor: 'test', at }, ({ paper }) => ({
                ...paper,
                title: other.title.normalize('NFC').trim(),
                concepts: other.concepts ?? [],
              })),
            )
            sums.revised += 1
          } else if (index % 11 === 3) {
            await run(decidePaper, { id, event: 'retract', note: 'Withdrawn.', actor: 'editor:test' })
            publicIds.delete(id)
            sums.retracted += 1
          }
        }
      }
      const tell = async (day: number): Promise<void> => {
        const { url } = world
        if (url === null || !isInProcesses(day)) await prepareDigests(world)
        else if (await prepareInProcesses(url, world, day === 4 ? 1 : 1 + (day % 7))) sums.killed += 1
        const isMonday = clock.now().getUTCDay() === 1
        const expected = await expectedOf(world, follows, isMonday)
        const told = await sendDigests(world)
        const found = new Map(told.map((one) => [keyOf(one), one.ids.toSorted()]))
        assert.equal(found.size, told.length, 'a search is in one section')
        assert.deepEqual(
          [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)),
          [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
        sums.digests += told.length
        for (const one of told) sums.told += one.ids.length
      }

      await come(PAPERS_A_DAY)
      for (let day = 0; day < DAYS; day += 1) {
        await begin(Math.ceil(SEARCHES / 4))
        await come(PAPERS_A_DAY / 2)
        await change()
        await come(PAPERS_A_DAY / 2)
        // To seven o'clock of the next day.
        clock.advance(((31 - clock.now().getUTCHours()) % 24 || 24) * HOUR)
        await tell(day)
        if (day % 4 === 2) {
          const [stopped] = follows.splice(3, 1)
          const followed = await store.private.following.of(stopped?.subscriberId ?? '')
          const search = followed.find(({ address }) => address === stopped?.address)
          await store.transact((tx) => tx.following.stop(stopped?.subscriberId ?? '', [search?.search ?? 0]))
        }
      }
      // What came after the last digests were due waits for the next ones.
      await come(3)
      await prepareDigests(world)
      assert.deepEqual(await sendDigests(world), [])
      assert.equal(await run(makeDigests, null), 'done')
      t.diagnostic(`seed ${SEED}: ${JSON.stringify(sums)}`)
      if (world.url !== null) assert.ok(sums.killed > 0, 'no process was killed at its work')
      assert.ok(sums.told > SEARCHES && sums.revised > 10 && sums.retracted > 3, JSON.stringify(sums))
    },
  )
