import assert from 'node:assert/strict'
import { recordSentEmail } from '#actions/outbox.ts'
import { pruneExpired } from '#actions/housekeeping.ts'
import { contractFor, engines } from '../../support/database/engines.ts'
import { testRunner, fakeClock, recordingLog } from '../../support/ports.ts'
import { join } from 'node:path'
import { test } from 'node:test'
import { resumeDigests, makeDigests } from '#actions/digests.ts'
import { takeDelivery } from '#actions/mailings.ts'
import { ingestPapers } from '#actions/submissions.ts'
import { prepareDigestsJob } from '#jobs/digests.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { restoreCorpus } from '#maintenance/backup.ts'
import { temporaryFolder } from '../../support/files.ts'
import { openEmailQueue, putSubscribers, readers } from '../../support/mail/mailings.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { MAX_COUNTED, MAX_ENTRIES } from '#core/following/digest.ts'

const DAY = 86_400

for (const engine of engines)
  contractFor(engine)('of an email that was sent nobody’s address is kept for longer than 30 days', async (store) => {
    const clock = fakeClock()
    const run = await testRunner({ store, clock })
    const at = clock.now().toISOString()
    const email = { kind: 'contact' as const, subject: 'Hello', text: 'Words', html: '<p>Words', headers: {} }
    await store.transact(async (tx) => {
      for (const name of ['sent', 'waiting'])
        await tx.outbox.add(
          {
            ...email,
            messageId: `<${name}@library.example>`,
            to: `${name}@example.org`,
            replyTo: { name: 'Ada', address: `ada-${name}@example.org` },
          },
          at,
        )
    })
    const leased = await store.transact((tx) => tx.outbox.lease(at, at, 10, true))
    const sent = leased.find(({ to }) => to === 'sent@example.org')
    assert.ok(sent)
    await run(recordSentEmail, sent)
    // A sent email has no more than its subject: not even who is to be answered.
    assert.equal(await store.transact((tx) => tx.outbox.erase('ada-sent@example.org')), 0)
    const listed = async () => (await store.private.outbox.list(null, null, 10)).emails.map(({ to }) => to)
    clock.advance(29 * DAY)
    await run(pruneExpired, null)
    assert.deepEqual(await listed(), ['waiting@example.org', 'sent@example.org'])
    clock.advance(2 * DAY)
    await run(pruneExpired, null)
    assert.deepEqual(await listed(), ['waiting@example.org'])
    assert.equal(await store.transact((tx) => tx.outbox.erase('ada-waiting@example.org')), 1)
  })

const NO_RATES = { total: null, domain: null }
const never = new AbortController().signal

test('after a restore digests are paused until an admin resumes them, and then contain what was not sent', async (t) => {
  const { path, store, run, clock } = await openEmailQueue(t)
  const at = clock.now().toISOString()
  await putSubscribers(store, ['reader@example.org'], { at })
  const [reader] = (await store.private.subscribers.list(null, null, 1)).subscribers
  const follow = { subscriberId: reader?.id ?? '', address: '/?sort=newest', frequency: 'daily' as const }
  await store.transact((tx) => tx.following.follow(follow, at))
  const checked = parsePaper(leastPaper({ id: 'p1' }), clock.now())
  assert.ok(checked.ok)
  await run(ingestPapers, { batch: [{ line: 1, paper: checked.value.paper }], state: 'accepted', actor: 'test' })
  await prepareDigestsJob({ store, run, clock }).run(never)

  const copy = join(await temporaryFolder(t), 'restored.db')
  await restoreCorpus({ engine: 'sqlite', path }, { engine: 'sqlite', path: copy }, () => {})
  const restored = await openSqliteStore(copy, { clock, log: recordingLog([]) })
  t.after(() => restored.close())
  const runThere = await testRunner({ store: restored, clock })
  clock.advance(86_400)
  const job = prepareDigestsJob({ store: restored, run: runThere, clock })
  await job.run(never)
  assert.equal((await restored.private.following.state())?.isPaused, true)
  assert.equal((await restored.private.following.digestCounts()).waiting, 0)
  await runThere(resumeDigests, { actor: 'editor:test' })
  await job.run(never)
  const { delivery } = await runThere(takeDelivery, { done: null, rates: NO_RATES })
  assert.ok(delivery !== null && 'digestId' in delivery)
  assert.deepEqual((await restored.private.following.digestSections(delivery.digestId))?.[0]?.ids, ['p1'])
})

test('emails that waited when a backup was made do not leave the restored corpus by themselves', async (t) => {
  const { path, store, clock, ...queue } = await openEmailQueue(t)
  await queue.add('reader@example.org')
  assert.deepEqual(await store.private.outbox.counts(), { waiting: 1, sent: 0, failed: 0 })
  const copy = join(await temporaryFolder(t), 'restored.db')
  await restoreCorpus({ engine: 'sqlite', path }, { engine: 'sqlite', path: copy }, () => {})
  const restored = await openSqliteStore(copy, { clock, log: recordingLog([]) })
  t.after(() => restored.close())
  assert.deepEqual(await restored.private.outbox.counts(), { waiting: 0, sent: 0, failed: 1 })
  const runThere = await testRunner({ store: restored, clock })
  await runThere((tx) => tx.outbox.requeue(tx.now.toISOString()), null)
  assert.deepEqual(await restored.private.outbox.counts(), { waiting: 1, sent: 0, failed: 0 })
})

const THINGS = MAX_COUNTED + 20
const SEARCHES = ['/?sort=newest', '/?year=2026&sort=newest', '/?q=agents&match=all&sort=newest']

test('after a large import a digest names some and counts what it can, and no transaction makes those of all followers', async (t) => {
  const { store, run, clock } = await openEmailQueue(t)
  const at = clock.now().toISOString()
  await putSubscribers(store, readers(3), { at })
  const { subscribers } = await store.private.subscribers.list(null, null, 3)
  await store.transact(async (tx) => {
    for (const { id } of subscribers)
      for (const address of SEARCHES) await tx.following.follow({ subscriberId: id, address, frequency: 'daily' }, at)
  })
  const follows = await store.private.following.listBySubscriber(subscribers[0]?.id ?? '')
  const searches = SEARCHES.map((wanted) => follows.find(({ address }) => address === wanted)?.search ?? 0)
  let matches = 0
  await store.transact(async (tx) => {
    for (let number = 1; number <= THINGS; number += 1) {
      // The second search finds the last seven, the third one nothing.
      const found = searches.slice(0, number > THINGS - 7 ? 2 : 1)
      await tx.following.addMatches({ kind: 'paper', id: `p${number}`, added: 1, at }, found, matches)
      matches += found.length
    }
    await tx.following.advance({ matchedUntil: await tx.changes.last(), lastMatch: matches })
  })
  clock.advance(2 * 86_400)
  const made: string[] = []
  do made.push(await run(makeDigests, null))
  while (made.at(-1) === 'more' && made.length < 10)
  assert.deepEqual(made, ['more', 'more', 'more', 'done'])
  for (const { id } of subscribers) {
    const [digest, ...others] = await store.private.following.listDigests(id)
    assert.equal(others.length, 0)
    const [large, small, ...rest] = digest?.sections ?? []
    assert.equal(rest.length, 0)
    assert.deepEqual([large?.ids.length, large?.more], [50, MAX_COUNTED - 50])
    assert.equal(large?.ids[0], `p${THINGS}`, 'the newest first')
    assert.deepEqual([small?.ids.length, small?.more], [7, 0])
    assert.ok((large?.ids.length ?? 0) + (small?.ids.length ?? 0) <= MAX_ENTRIES)
  }
  assert.equal(await run(makeDigests, null), 'done', 'what is counted or passed over is reported')
})
