import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeDigests } from '#actions/digests.ts'
import { decidePaper } from '#actions/decisions.ts'
import { ingestPapers } from '#actions/submissions.ts'
import { followedAddress, wholeLibraryFollowed } from '#core/following/followed-search.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { engines, migratedDatabase, postgresEngine, unhurried } from '../../support/database/engines.ts'
import { budget } from '../../support/budgets.ts'
import { testSeed } from '../../support/generated/random.ts'
import { collidingPaper } from '../../support/generated/papers.ts'
import { putSubscribers } from '../../support/mail/mailings.ts'
import { testRunner, fakeClock, recordingLog } from '../../support/ports.ts'
import {
  anySearch,
  expectedOf,
  follow,
  keyOf,
  type FollowModel,
  type World,
  prepareDigests,
  prepareInProcesses,
  sendDigests,
} from '../../support/mail/digests.ts'

const SEARCHES = budget('searchesFollowed')

const WITHIN_MS = 600_000

const DAYS = 9

/** On PostgreSQL, several processes make the digests of day 4, or of every day, and one of them is killed. */
const isInProcesses = (day: number): boolean => Math.abs(day - 4) < budget('daysOfDigestsInProcesses') / 2

const SEED = testSeed()

const PAPERS_A_DAY = 8

const HOUR = 3_600

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

/** They find about half of all papers: of a few sampled ones all may find hardly any. */
const wideSearches = ['planning', 'memory'].map((concept) => ({ ...wholeLibraryFollowed, concept }))

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
      : await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
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

for (const engine of engines)
  test(
    `${engine.name}: papers come, change and go; each new match of a followed search is in exactly one digest`,
    { timeout: WITHIN_MS },
    async (t) => {
      const world = await open(t, engine)
      const { store, clock, run } = world
      const sample = fc.sample(anyPaper, { numRuns: DAYS * PAPERS_A_DAY * 2, seed: SEED })
      const sampled = fc.sample(anySearch, { numRuns: SEARCHES - wideSearches.length, seed: SEED })
      const searches = [...wideSearches, ...sampled]
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
        sent: new Set(),
        known: new Set(),
      }))
      const follows: FollowModel[] = []
      const seen = new Set<string>()
      const publicIds = new Set<string>()
      const everPublic = new Set<string>()
      const sums = { sent: 0, digests: 0, revised: 0, retracted: 0, killed: 0 }

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
      const sendDay = async (day: number): Promise<void> => {
        const { url } = world
        if (url === null || !isInProcesses(day)) await prepareDigests(world)
        else if (await prepareInProcesses(url, world, day === 4 ? 1 : 1 + (day % 7))) sums.killed += 1
        const isMonday = clock.now().getUTCDay() === 1
        const expected = await expectedOf(world, follows, isMonday)
        const sections = await sendDigests(world)
        const found = new Map(sections.map((one) => [keyOf(one), one.ids.toSorted()]))
        assert.equal(found.size, sections.length, 'a search is in one section')
        assert.deepEqual(
          [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)),
          [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
        sums.digests += sections.length
        for (const one of sections) sums.sent += one.ids.length
      }

      await come(PAPERS_A_DAY)
      for (let day = 0; day < DAYS; day += 1) {
        await begin(Math.ceil(SEARCHES / 4))
        await come(PAPERS_A_DAY / 2)
        await change()
        await come(PAPERS_A_DAY / 2)
        // To seven o'clock of the next day.
        clock.advance(((31 - clock.now().getUTCHours()) % 24 || 24) * HOUR)
        await sendDay(day)
        if (day % 4 === 2) {
          const [stopped] = follows.splice(3, 1)
          const followed = await store.private.following.listBySubscriber(stopped?.subscriberId ?? '')
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
      assert.ok(sums.sent > SEARCHES && sums.revised > 10 && sums.retracted > 3, JSON.stringify(sums))
    },
  )
