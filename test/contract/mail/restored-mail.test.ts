import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { resumeDigests } from '#actions/following/resume-digests.ts'
import { takeDelivery } from '#actions/mailings/take-delivery.ts'
import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { prepareDigestsJob } from '#jobs/prepare-digests.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { requeueAllEmails } from '#actions/outbox/requeue-all-emails.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { restoreCorpus } from '../../../src/maintenance/restore-corpus.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'
import { openEmailQueue } from '../../support/mail/email-queue.ts'
import { putSubscribers } from '../../support/mail/mailing-corpus.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { recordingLog } from '../../support/service/recording-log.ts'

const NO_RATES = { total: null, domain: null }
const never = new AbortController().signal

test('after a restore digests are paused until an admin resumes them, and then tell what was not told', async (t) => {
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
  await runThere(requeueAllEmails, null)
  assert.deepEqual(await restored.private.outbox.counts(), { waiting: 1, sent: 0, failed: 0 })
})
