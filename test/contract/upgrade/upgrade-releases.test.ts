import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { takeDelivery } from '#actions/mailings.ts'
import { takeWebhookDelivery } from '#actions/webhook-deliveries.ts'
import { readConfig } from '#config.ts'
import { folderStore } from '#files/folder-store.ts'
import { checkCorpus } from '#maintenance/backup.ts'
import { openCorpus } from '#open-corpus.ts'
import { verifyAudit } from '#queries/audit.ts'
import type { Expected } from '../../../scripts/fixture/story.ts'
import { budget } from '../../support/budgets.ts'
import { bodiesAbout, lost, readBodies, readLists, type Answers } from '../../support/database/answers.ts'
import {
  copyFilesOf,
  corporaOf,
  corpusFacts,
  assertRowsKept,
  releasedFile,
  releasesWithAnswers,
  serveOldCorpus,
  type OldCorpus,
} from '../../support/database/released-corpus.ts'
import { anonymous } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import type { TestService } from '../../support/service/test-service.ts'
import Database from 'better-sqlite3'

// What an upgrade keeps of the corpus of every release that has its answers beside it (`npm run fixture`): it answers what it
// answered before, and all that was handed out goes on working.

const read = (release: string, file: string): unknown => JSON.parse(releasedFile(release, file).toString())

/** A release, and what it answered about the papers that are compared. */
type Release = { release: string; expected: Expected; papers: readonly string[]; answers: Answers }

const environmentOf = (url: string, folder: string): Record<string, string> => ({
  DATABASE_URL: url,
  FILES: `file:${folder}`,
  LOG_LEVEL: 'silent',
})

/** Opens a corpus as `longview migrate` does; the migrations that this took. */
const upgrade = async (url: string, { audit }: Expected): Promise<string[]> => {
  const corpus = await openCorpus(readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' }), { migrate: true })
  const { head, fault } = await verifyAudit(corpus.store.private.audit, audit)
  await corpus.close()
  assert.deepEqual({ head, fault }, { head: audit, fault: null })
  return corpus.migrated
}

/** Papers from all over the corpus; all of them at the thorough depth. */
const comparedPapers = ({ handedOut: { papers } }: Expected): string[] => {
  const step = Math.max(1, Math.floor(papers.length / budget('papersCompared')))
  return papers.filter((_, index) => index % step === 0)
}

const answersOf = async (t: TestContext, old: OldCorpus, url: string, { release, expected, papers }: Release) => {
  const folder = await copyFilesOf(t, release)
  const service = await serveOldCorpus(t, old, { url, files: folderStore(folder) })
  const bodies = await readBodies(service, { ...expected.handedOut, papers })
  const facts = await corpusFacts(service.store)
  return { service, facts, answers: { bodies, lists: await readLists(environmentOf(url, folder)) } }
}

const rowsAt = async (url: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await checkCorpus(readConfig({ DATABASE_URL: url }).database)).map(({ table, rows }) => [table, rows]),
  )

const worksAsBefore = async (service: TestService, { handedOut, publicUrl }: Expected): Promise<void> => {
  const { keys, retried, editor, invitation, ingestSession, letters, suppressed } = handedOut
  const statusWith = async (key: string) => (await service.get('/api/submissions', { 'x-api-key': key })).status
  const statuses = [keys.submit, keys.rotated, keys.formerSecret, keys.revoked].map(statusWith)
  assert.deepEqual(await Promise.all(statuses), [200, 200, 200, 401])
  const sent = { 'x-api-key': keys.submit, 'idempotency-key': retried.idempotencyKey }
  const again = await service.send('POST', '/api/papers', retried.body, sent)
  assert.deepEqual([again.status, await again.text()], [201, retried.answer])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')

  const browser = anonymous(service)
  assert.equal((await browser.get('/console/account', { cookie: editor.cookie })).status, 200)
  assert.equal((await browser.post('/console/sign-in', editor)).status, 303)
  const passphrase = 'a passphrase of a later day'
  assert.equal((await browser.post('/console/link', { ...invitation, passphrase })).status, 303)

  const chunk = await fetch(`${service.url}/api/ingest-sessions/${ingestSession.id}/papers?chunk=2`, {
    method: 'POST',
    headers: { 'x-api-key': ingestSession.key, 'content-type': 'text/plain' },
    body: `${JSON.stringify(leastPaper({ id: 'p900' }))}\n`,
  })
  assert.equal(chunk.status, 200)

  const stateOf = async (email: string) => (await service.store.private.subscribers.findByEmail(email))?.state
  assert.equal((await browser.post(letters.pending.confirm)).status, 200)
  assert.equal((await browser.post(letters.reader.unsubscribe)).status, 200)
  assert.deepEqual(await Promise.all([letters.pending.email, letters.reader.email].map(stateOf)), [
    'active',
    'unsubscribed',
  ])
  assert.equal((await service.store.private.suppressions.find(suppressed.email))?.reason, 'bounce')

  for (const { sha256 } of handedOut.files) {
    const response = await service.get(`/files/${sha256}.pdf`)
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
  }
  assert.equal(new URL(JSON.parse(retried.answer).statusUrl as string).origin, publicUrl)
}

/** What waited when the fixture was made: a decision, an email of a brief, a webhook. */
const goesOn = async (service: TestService, { handedOut }: Expected): Promise<void> => {
  const { run, clock } = service
  const { decision, webhook } = handedOut
  assert.equal((await service.get(`/api/papers/${decision.id}`)).status, 404)
  clock.set(decision.at)
  await run(applyDueDecisions, null)
  assert.equal((await service.get(`/api/papers/${decision.id}`)).status, 200)
  clock.advance(3_600)
  const { delivery } = await run(takeDelivery, { done: null, rates: { total: null, domain: null } })
  assert.ok(delivery)
  assert.ok(await run(takeWebhookDelivery, { id: webhook.id, sender: 'test' }))
}

const madeBy = (release: string, given?: readonly string[]): Release => {
  const expected = read(release, 'expected.json') as Expected
  const papers = given ?? comparedPapers(expected)
  const { bodies, lists } = read(release, 'answers.json.br') as Answers
  return { release, expected, papers, answers: { bodies: bodiesAbout(bodies, papers), lists } }
}

for (const release of releasesWithAnswers) {
  const made = madeBy(release)
  const { expected, answers } = made
  for (const old of corporaOf(release)) {
    test(`${old.name}, from ${release}: an upgrade loses nothing, and what was handed out works`, async (t) => {
      const url = await old.restore(t)
      const migrated = await upgrade(url, expected)
      for (const name of expected.migrations) assert.ok(!migrated.includes(name), `${name} was applied again`)
      const rows = await rowsAt(url)
      assertRowsKept(expected.rows, rows)
      assert.deepEqual(await upgrade(url, expected), [])

      const { service, facts, answers: found } = await answersOf(t, old, url, made)
      assert.deepEqual(lost(answers, found).slice(0, 20), [])
      assert.deepEqual(facts, expected.facts)
      await worksAsBefore(service, expected)
      await goesOn(service, expected)
    })
  }
}

/** What a faulty migration might do, and where it shows. */
const PLANTED: Record<string, [statement: string, place: RegExp]> = {
  'a title': ["UPDATE papers SET title = 'Another' WHERE id = 'p3'", /^\/bodies\/.*p3\/title: /u],
  'a version': [
    "DELETE FROM paper_versions WHERE version = 1 AND paper_seq = (SELECT seq FROM papers WHERE id = 'p10')",
    /^\/bodies\/.*versions/u,
  ],
  'a subscriber': ["UPDATE subscribers SET state = 'active' WHERE state = 'unsubscribed'", /subscribers count/u],
  'a webhook': ["UPDATE webhook_endpoints SET state = 'paused'", /webhooks list .*state/u],
  'a file': ["UPDATE paper_files SET name = 'b.pdf'", /files\/0\/name/u],
}

test('whatever an upgrade loses is noticed', async (t) => {
  const release = releasesWithAnswers.at(-1) ?? ''
  const made = madeBy(release, ['p1', 'p3', 'p10'])
  const [onSqlite] = corporaOf(release)
  assert.ok(onSqlite)
  const url = await onSqlite.restore(t)
  const database = new Database(url.slice('sqlite:'.length))
  for (const [statement] of Object.values(PLANTED)) assert.ok(database.prepare(statement).run().changes > 0, statement)
  database.close()
  const { answers } = await answersOf(t, onSqlite, url, made)
  const places = lost(made.answers, answers)
  for (const [what, [, place]] of Object.entries(PLANTED))
    assert.ok(
      places.some((one) => place.test(one)),
      what,
    )
  assert.deepEqual(lost({ a: [1, { b: 2 }] }, { a: [1, { b: 2, c: 3 }], d: 4 }), [])
  assert.deepEqual(lost({ a: [1, 2] }, { a: [1] }), ['/a: [1,2] became [1]'])
})
