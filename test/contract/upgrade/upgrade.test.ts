import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { checkCorpus } from '#maintenance/backup.ts'
import { openCorpus } from '#open-corpus.ts'
import { readConfig } from '#config.ts'
import { createKey } from '#actions/api-keys.ts'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { renderFullTextsJob } from '#jobs/renderings.ts'
import { verifyAudit } from '#queries/audit.ts'
import {
  corpusFacts,
  expected,
  oldCorpora,
  presentName,
  rowsKept,
  startOnOldCorpus,
  type OldCorpus,
} from '../../support/database/released-corpus.ts'
import { anonymous, passkeyResponse } from '../../support/service/editor-session.ts'
import { commandInProcess } from '../../support/process/process-corpus.ts'
import { openPostOffice } from '../../support/mail/smtp-sink.ts'
import { readEmail } from '../../support/mail/read-email.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { notingRenderer } from '../../support/ports.ts'
import { decide, submit } from '../../support/service/review.ts'
import type { TestService } from '../../support/service/test-service.ts'
import { allPapersAddress } from '#actions/follows.ts'
import { setHub } from '#actions/webhooks.ts'
import { takeWebhookDelivery } from '#actions/webhook-deliveries.ts'
import { prepareDigestsJob } from '#jobs/digests.ts'

// What an upgrade keeps: a corpus that version 0.1.0 made, with what was handed out then, opened by this version.

/** Made from the papers and their concepts, so that another version may make more of them or less; named as they were. */
const derived = new Set(
  'shelf_marks concepts concept_aliases paper_concepts concept_years tallies institutions spellings'.split(' '),
)

const configFor = (url: string) => readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' })

/** Opens a corpus as every command does; the steps that this took, and what it holds then. */
const openedAt = async (url: string) => {
  const config = configFor(url)
  const corpus = await openCorpus(config, { migrate: true })
  await corpus.close()
  return { migrated: corpus.migrated, report: await checkCorpus(config.database) }
}

const secondBefore = (instant: string): string => new Date(Date.parse(instant) - 1_000).toISOString()

const statusWithKey = async (service: TestService, key: string, scope: 'submit' | 'review'): Promise<number> => {
  const path = scope === 'submit' ? '/api/submissions' : '/api/editorial/concepts'
  return (await service.get(path, { 'x-api-key': key })).status
}

type OwnSubmissions = { submissions: { title: string; status: string }[]; waiting: { bytes: number } }

const cookie = (secret: string): string => `__Host-sid=${secret}`

const statusInConsole = async (service: TestService, secret: string): Promise<number> =>
  (await anonymous(service).get('/console/account', { cookie: cookie(secret) })).status

const sessionOf = (name: string): { secret: string; until: string } => {
  const found = expected.sessions.find((session) => session.of === name)
  assert.ok(found)
  return found
}

const keyOf = (label: string): string => expected.keys.find((each) => each.label === label)?.key ?? ''

/** The status of an address, and where it leads to in the end. */
const follow = async (service: TestService, path: string): Promise<{ status: number; end: string }> => {
  const response = await fetch(service.url + path, { redirect: 'manual' })
  await response.arrayBuffer()
  const location = response.headers.get('location')
  if (location === null) return { status: response.status, end: path }
  return follow(service, location.replace(expected.publicUrl, ''))
}

const tests: Record<string, (t: TestContext, old: OldCorpus) => Promise<void>> = {
  'every row is still there, and opening it once more changes nothing': async (t, old) => {
    const url = await old.restore(t)
    const first = await openedAt(url)
    for (const name of expected.migrations) assert.ok(!first.migrated.includes(name), `${name} was applied again`)
    const rows = new Map<string, number>(first.report.map(({ table, rows: count }) => [table, count]))
    for (const [table, count] of Object.entries(expected.rows))
      if (!derived.has(table)) assert.equal(rows.get(presentName(table)), rowsKept(table, count), table)
    assert.deepEqual(await openedAt(url), { migrated: [], report: first.report })
  },

  'what it knew it still knows, under the same addresses': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    assert.deepEqual(await corpusFacts(service.store), expected.facts)
    for (const [path, wanted] of Object.entries(expected.addresses)) {
      const { status, end } = await follow(service, path)
      assert.equal(status, wanted, path)
      assert.equal(end, expected.redirects[path] ?? end, path)
    }
  },

  'the audit log is whole, also for the program, and goes on': async (t, old) => {
    const url = await old.restore(t)
    const corpus = await openCorpus(configFor(url), { migrate: true })
    const { head, fault } = await verifyAudit(corpus.store.private.audit, expected.audit)
    assert.deepEqual({ head, fault }, { head: expected.audit, fault: null })
    await corpus.run(createKey, { label: 'New', scopes: ['submit'], expiresAt: null, actor: 'test' })
    await corpus.close()
    const checkpoint = `${expected.audit.count}:${expected.audit.hash}`
    const verified = await commandInProcess(['audit', 'verify', '--noted', checkpoint, '--json'], { DATABASE_URL: url })
    const { ok, count } = JSON.parse(verified.stdout) as { ok: boolean; count: number }
    assert.deepEqual({ code: verified.code, ok, count }, { code: 0, ok: true, count: expected.audit.count + 1 })
  },

  'each key is good for as long as it was, and its submissions, limits and retries go on': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const key = keyOf('made in the console')
    const listed = await service.get('/api/submissions', { 'x-api-key': key })
    assert.equal(listed.headers.get('ratelimit'), expected.rateLimit)
    const { submissions, waiting } = await jsonOf<OwnSubmissions>(listed)
    const open = submissions.filter(({ status }) => status === 'pending' || status === 'changes_requested')
    const titles = open.reduce((bytes, { title }) => bytes + Buffer.byteLength(title), 0)
    assert.ok(open.length > 0 && waiting.bytes > titles && waiting.bytes < 10_000 * open.length, String(waiting.bytes))
    const { retried } = expected
    const sent = { 'x-api-key': key, 'idempotency-key': retried.idempotencyKey }
    const replayed = await service.send('POST', '/api/papers', retried.body, sent)
    assert.deepEqual([replayed.status, await replayed.text()], [201, retried.answer])
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
    await submit(service, key, leastPaper({ id: 'p9900' }))
    assert.equal(await statusWithKey(service, expected.revokedKey, 'submit'), 401)
    for (const { label, key: each, scope, until } of expected.keys) {
      service.clock.set(until === null ? expected.madeAt : secondBefore(until))
      assert.equal(await statusWithKey(service, each, scope), 200, label)
      service.clock.set(until ?? expected.madeAt)
      if (until !== null) assert.equal(await statusWithKey(service, each, scope), 401, label)
    }
  },

  'each session ends when it would have ended': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    for (const { of, secret, until } of expected.sessions) {
      service.clock.set(until)
      assert.equal(await statusInConsole(service, secret), 303, of)
      service.clock.set(secondBefore(until))
      assert.equal(await statusInConsole(service, secret), 200, of)
    }
  },

  'editors come in by their passphrase, their passkey and their link': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const { people, invitation, passkey, publicUrl: origin } = expected
    const browser = anonymous(service)
    const signIn = async (name: 'grace' | 'ada' | 'carl') =>
      (await browser.post('/console/sign-in', people[name])).status
    // Carl was removed before.
    assert.deepEqual([await signIn('grace'), await signIn('ada'), await signIn('carl')], [303, 303, 401])

    const options = await browser.post('/console/passkeys/sign-in/challenge', {}, { accept: 'application/json' })
    const { publicKey } = await jsonOf<{ publicKey: { challenge: string } }>(options)
    const assertion = passkeyResponse({ ...passkey, counter: passkey.counter + 1 }, { ...publicKey, origin })
    const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
    const byPasskey = await service.send('POST', '/console/passkeys/sign-in', { answer: assertion }, headers)
    assert.equal(byPasskey.status, 200)

    const passphrase = 'a passphrase of a later day'
    const accept = async (token: string) => (await browser.post('/console/link', { token, passphrase })).status
    assert.equal(await accept(invitation.usedToken), 404)
    service.clock.set(invitation.until)
    assert.equal(await accept(invitation.token), 404)
    service.clock.set(secondBefore(invitation.until))
    assert.equal(await accept(invitation.token), 303)
  },

  'links from emails still work, and an email that waited brings one that does': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const post = async (path: string) => (await anonymous(service).post(path)).status
    const confirm = (token: string) => post(`/subscribe/confirm?token=${token}`)
    const state = async (email: string) => (await service.store.private.subscribers.findByEmail(email))?.state
    const { first, former, late, slow } = expected.letters
    for (const { confirm: usedOrOld } of [first, former, slow]) assert.equal(await confirm(usedOrOld), 404)
    assert.equal(await confirm(late.confirm), 200)
    assert.equal(await state('late.reader@example.org'), 'active')

    const office = await openPostOffice(t, service)
    await office.deliver()
    const email = office.sink.emails.find(({ to }) => to.includes('new.reader@example.org'))
    assert.ok(email)
    const token = /\/subscribe\/confirm\?token=(?<token>\S+)/u.exec(readEmail(email.raw).text)?.groups?.token
    assert.equal(await confirm(token ?? ''), 200)
    assert.equal(await state('new.reader@example.org'), 'active')

    for (const { unsubscribe } of [first, former, late, slow])
      assert.equal(await post(`/unsubscribe?token=${unsubscribe[old.name]}`), 200)
    assert.equal(await state('first.reader@example.org'), 'unsubscribed')
  },

  'full texts are rendered, each once, from any version of a paper': async (t, old) => {
    const { run, store } = await startOnOldCorpus(t, old)
    const markdown = notingRenderer()
    const { renderedTexts } = store.private
    const job = renderFullTextsJob({ run, renderedTexts, markdown })
    while ((await job.run(new AbortController().signal)).more);
    const kept = await Promise.all(
      [null, 1, 2].map((version) => renderedTexts.findParts({ paperId: 'p19', version }, [1], markdown.version)),
    )
    assert.equal(kept[0]?.get(1)?.length, 6)
    assert.deepEqual(kept[1], kept[0])
    assert.deepEqual(kept[2], kept[0])
    const paragraphs = markdown.asked.filter(({ length }) => length > 100)
    assert.ok(paragraphs.length > 20, `${paragraphs.length} paragraphs`)
    assert.equal(new Set(paragraphs).size, paragraphs.length)
  },

  'a new paper calls a concept by the name it has now, whichever it had before': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const concepts = ['Smørbrød scheduling', 'OVERNIGHT runs']
    await submit(service, keyOf('made in the console'), leastPaper({ id: 'p9901', concepts }))
    await decide(service, 'p9901', 'accept')
    const { paper } = await jsonOf<{ paper: { concepts: string[] } }>(await service.get('/api/papers/p9901'))
    assert.deepEqual(paper.concepts, ['Layered scheduling', 'unattended runs'])
  },

  'decisions that waited take effect or are undone': async (t, old) => {
    const service = await startOnOldCorpus(t, old)
    const statuses = () =>
      Promise.all(['p9012', 'p9013', 'p9018'].map(async (id) => (await service.get(`/api/papers/${id}`)).status))
    assert.deepEqual(await statuses(), [404, 404, 404])
    await service.run(applyDueDecisions, null)
    assert.deepEqual(await statuses(), [200, 404, 404])
    const headers = { cookie: cookie(sessionOf('grace').secret) }
    assert.equal((await anonymous(service).post('/console/undo', { id: 'p9013' }, headers)).status, 303)
    service.clock.advance(60)
    await service.run(applyDueDecisions, null)
    assert.deepEqual(await statuses(), [200, 404, 200])
  },
}

for (const old of oldCorpora)
  for (const [name, body] of Object.entries(tests)) test(`${old.name}, from 0.1.0: ${name}`, (t) => body(t, old))

const FORTNIGHT = 14 * 86_400

for (const old of oldCorpora)
  test(`${old.name}, from 0.1.0: nobody is sent anything that is older than the upgrade`, async (t) => {
    const service = await startOnOldCorpus(t, old)
    const { store, run, clock } = service
    const { subscribers, mailings, following, webhooks } = store.private
    const reader = await subscribers.findByEmail('first.reader@example.org')
    assert.equal(reader?.state, 'active')
    assert.ok((await store.public.briefs.list()).length > 0)

    /** Whether a brief or a digest is to be sent a fortnight later. */
    const later = async () => {
      clock.advance(FORTNIGHT)
      await prepareDigestsJob(service).run(new AbortController().signal)
      const now = clock.now().toISOString()
      return { brief: await mailings.hasWork(now), digest: await following.hasDueDigest(now) }
    }
    assert.deepEqual(await later(), { brief: false, digest: false })

    const all = { subscriberId: reader.id, address: allPapersAddress, frequency: 'daily' as const }
    await store.transact((tx) => tx.following.follow(all, clock.now().toISOString()))
    await run(setHub, { url: 'https://hub.example/' })
    assert.deepEqual(await later(), { brief: false, digest: false }, 'nor who begins to listen now')
    const [hub] = await webhooks.list()
    assert.ok(hub)
    const lease = { id: hub.id, sender: 'test' }
    assert.equal(await run(takeWebhookDelivery, lease), null)

    await service.accept(leastPaper({ id: 'p9902' }))
    assert.deepEqual(await later(), { brief: false, digest: true })
    const [digest] = await following.listDigests(reader.id)
    assert.deepEqual(
      digest?.sections.map(({ ids }) => ids),
      [['p9902']],
    )
    assert.equal(await run(takeWebhookDelivery, lease), null, 'changes are sent together')
    clock.advance(15)
    assert.equal((await run(takeWebhookDelivery, lease))?.delivery.subject, '/papers.atom')
  })
