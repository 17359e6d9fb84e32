import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { takeDelivery } from '#actions/mailings.ts'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { takeWebhookDelivery } from '#actions/webhook-deliveries.ts'
import { readConfig } from '#config.ts'
import { checkCorpus } from '#maintenance/backup.ts'
import { openCorpus } from '#open-corpus.ts'
import { verifyAudit } from '#queries/audit.ts'
import {
  corpusFacts,
  corporaOf,
  assertRowsKept,
  releasedFile,
  startOnOldCorpus,
  type OldCorpus,
} from '../../support/database/released-corpus.ts'
import { postgres } from '../../support/database/engines.ts'
import { temporaryFolder } from '../../support/files.ts'
import { commandInProcess } from '../../support/process/process-corpus.ts'
import { anonymous } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import type { TestService } from '../../support/service/test-service.ts'

// What an upgrade from 0.2.0 keeps, table by table and in use; and backups that either release wrote.

type Expected = {
  rows: Record<string, number>
  facts: Awaited<ReturnType<typeof corpusFacts>>
  audit: { count: number; hash: string }
  addresses: Record<string, number>
  redirects: Record<string, string>
  publicUrl: string
  keys: { label: string; key: string; scope: string; until: string | null }[]
  revokedKey: string
  retried: { body: string; idempotencyKey: string; answer: string }
  people: { first: { email: string; passphrase: string } }
  sessions: { secret: string }[]
  invitation: { token: string }
  session: { id: string; key: string }
  letters: Record<'anna' | 'ben' | 'cleo' | 'late', { email: string; unsubscribe: string; confirm: string }>
  webhook: { id: number }
}

const expected = JSON.parse(releasedFile('0.2.0', 'expected.json').toString()) as Expected

const configFor = (url: string) => readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' })

const keyOf = (label: string): string => expected.keys.find((each) => each.label === label)?.key ?? ''

const endOf = async (service: TestService, path: string): Promise<{ status: number; end: string }> => {
  const response = await fetch(service.url + path, { redirect: 'manual' })
  await response.arrayBuffer()
  const location = response.headers.get('location')
  return location === null
    ? { status: response.status, end: path }
    : endOf(service, location.replace(expected.publicUrl, ''))
}

const tests: Record<string, (t: TestContext, old: OldCorpus) => Promise<void>> = {
  'every row of every table is still there, and opening it once more changes nothing': async (t, old) => {
    const url = await old.restore(t)
    const opened = async () => {
      const corpus = await openCorpus(configFor(url), { migrate: true })
      const { head, fault } = await verifyAudit(corpus.store.private.audit, expected.audit)
      await corpus.close()
      assert.deepEqual({ head, fault }, { head: expected.audit, fault: null })
      return { migrated: corpus.migrated, report: await checkCorpus(configFor(url).database) }
    }
    const first = await opened()
    const rows = Object.fromEntries(first.report.map(({ table, rows: count }) => [table, count]))
    assert.ok(
      Object.values(expected.rows).every((count) => count > 0),
      'the fixture has rows in every table',
    )
    assertRowsKept(expected.rows, rows)
    assert.deepEqual(await opened(), { migrated: [], report: first.report })
  },

  'what it knew it still knows, under the same addresses': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    assert.deepEqual(await corpusFacts(service.store), expected.facts)
    for (const [path, status] of Object.entries(expected.addresses))
      assert.deepEqual(await endOf(service, path), { status, end: expected.redirects[path] ?? path })
  },

  'keys, repeated requests, ingestion and sessions go on': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const { retried, session } = expected
    const sent = { 'x-api-key': keyOf('submits'), 'idempotency-key': retried.idempotencyKey }
    const replayed = await service.send('POST', '/api/papers', retried.body, sent)
    assert.deepEqual([replayed.status, await replayed.text()], [201, retried.answer])
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
    const statusOf = async (key: string, path: string) => (await service.get(path, { 'x-api-key': key })).status
    assert.equal(await statusOf(keyOf('rotated'), '/api/submissions'), 200)
    assert.equal(await statusOf(expected.revokedKey, '/api/submissions'), 401)
    assert.equal(await statusOf(keyOf('reviews'), '/api/editorial/proposals'), 200)
    const chunk = await fetch(`${service.url}/api/ingest-sessions/${session.id}/papers?chunk=2`, {
      method: 'POST',
      headers: { 'x-api-key': session.key, 'content-type': 'text/plain' },
      body: `${JSON.stringify(leastPaper({ id: 'p900' }))}\n`,
    })
    assert.equal(chunk.status, 200)
    // The session and the invitation had ended by the time the fixture was finished.
    service.clock.set('2026-11-21T10:29:59.000Z')
    const browser = anonymous(service)
    const cookie = `__Host-sid=${expected.sessions[0]?.secret}`
    assert.equal((await browser.get('/console/account', { cookie })).status, 200)
    assert.equal((await browser.post('/console/sign-in', expected.people.first)).status, 303)
    const invited = { token: expected.invitation.token, passphrase: 'a passphrase of a later day' }
    assert.equal((await browser.post('/console/link', invited)).status, 303)
  },

  'what waited goes on: a decision, a brief, a webhook, and links in emails': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const { run, store, clock } = service
    await run(applyDueDecisions, null)
    assert.equal((await service.get('/api/papers/p208')).status, 200)
    clock.advance(3_600)
    const { delivery } = await run(takeDelivery, { done: null, rates: { total: null, domain: null } })
    assert.ok(delivery)
    const lease = { id: expected.webhook.id, sender: 'test' }
    assert.equal((await run(takeWebhookDelivery, lease))?.delivery.subject, 'paper p133')
    const post = async (path: string) => (await anonymous(service).post(path)).status
    const { anna, late } = expected.letters
    assert.equal(await post(late.confirm), 200)
    assert.equal(await post(anna.unsubscribe), 200)
    const states = [late, anna].map(async ({ email }) => (await store.private.subscribers.findByEmail(email))?.state)
    assert.deepEqual(await Promise.all(states), ['active', 'unsubscribed'])
  },
}

for (const old of corporaOf('0.2.0'))
  for (const [name, body] of Object.entries(tests)) test(`${old.name}, from 0.2.0: ${name}`, (t) => body(t, old))

const BACKUPS: readonly (readonly [release: string, file: string])[] = [
  // A backup is a file of SQLite, like the database itself.
  ['0.1.0', 'sqlite.db.br'],
  ['0.2.0', 'backup.db.br'],
]

for (const [release, file] of BACKUPS)
  test(`a backup of ${release} is restored into either engine once it is migrated`, async (t) => {
    const folder = await temporaryFolder(t)
    const backup = join(folder, 'backup.db')
    await writeFile(backup, releasedFile(release, file))
    const targets = [`sqlite:${join(folder, 'restored.db')}`, await (await postgres()).createDatabase()]
    const restore = (url: string) =>
      commandInProcess(['restore', backup, '--without-files', '--json'], { DATABASE_URL: url })
    const refused = await restore(targets[0] ?? '')
    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, /npx longview migrate/u)
    assert.equal((await commandInProcess(['migrate'], { DATABASE_URL: `sqlite:${backup}` })).code, 0)
    const wanted = await checkCorpus(configFor(`sqlite:${backup}`).database)
    for (const url of targets) {
      const { code, stdout, stderr } = await restore(url)
      assert.equal(code, 0, stderr)
      const { tables } = JSON.parse(stdout) as { tables: typeof wanted }
      assert.deepEqual(tables, wanted)
    }
  })
