import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { confirmSubscription, subscribe, unsubscribe } from '#actions/subscribers.ts'
import { addEditor } from '#actions/editors.ts'
import { confirmCodes, proposeCodes } from '#actions/second-factors.ts'
import { keyFile, secretBox } from '#credentials/secret-box.ts'
import { base32 } from '#core/base32.ts'
import { hashRecoveryCode } from '#core/access/one-time-code.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { pruneExpiredJob } from '#jobs/housekeeping.ts'
import { getUnsubscribingId } from '#queries/following.ts'
import { openEmailQueue, type EmailQueue } from '../support/mail/mailings.ts'
import { openPostOffice } from '../support/mail/smtp-sink.ts'
import { readEmail } from '../support/mail/read-email.ts'

const HOUR = 3_600
const EMAIL = 'reader@example.org'

/** Subscribes an address without HTTP, delivers the email, and gives the two tokens in it. */
const subscribed = async (queue: EmailQueue, office: Awaited<ReturnType<typeof openPostOffice>>) => {
  await queue.run(subscribe, { email: EMAIL, name: null, client: ['test'] })
  await office.deliver()
  const { text } = readEmail(office.sink.emails.at(-1)?.raw ?? Buffer.alloc(0))
  const [confirm = '', end = ''] = [...text.matchAll(/\?token=(?<token>\S+)/gu)].map(({ groups }) => groups?.token)
  return { confirm, end }
}

/** Follows the link that ends a subscription. */
const endSubscription = async ({ store, run }: EmailQueue, token: string): Promise<void> =>
  run(unsubscribe, { subscriberId: await getUnsubscribingId(store.private, { token }) })

/** Every value of every table, as anybody reads it who gets hold of the file. */
const contents = (path: string): string => {
  const database = new Database(path, { readonly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]
  const rows = tables.map((table) => database.prepare(`SELECT * FROM "${table}"`).all())
  database.close()
  return JSON.stringify(rows)
}

test('of a confirmation token the database keeps only the hash once its email has left', async (t) => {
  const queue = await openEmailQueue(t)
  const { confirm } = await subscribed(queue, await openPostOffice(t, queue))
  assert.match(confirm, /^\w{32}$/u)
  const contentsAfter = contents(queue.path)
  assert.ok(contentsAfter.includes(hashSecret(confirm)))
  assert.ok(!contentsAfter.includes(confirm))
  await queue.run(confirmSubscription, { token: confirm })
  assert.ok(!contents(queue.path).includes(hashSecret(confirm)))
})

test('an email that was sent keeps neither its text nor its links in the outbox', async (t) => {
  const queue = await openEmailQueue(t)
  const { end } = await subscribed(queue, await openPostOffice(t, queue))
  assert.ok(end.length > 20)
  const contentsAfter = contents(queue.path)
  assert.doesNotMatch(contentsAfter, /open this page within|\?token=/u)
  assert.ok(!contentsAfter.includes(end))
})

test('a subscription that nobody confirmed in time is forgotten, others are not', async (t) => {
  const queue = await openEmailQueue(t)
  const office = await openPostOffice(t, queue)
  const prune = (): Promise<unknown> => pruneExpiredJob(queue).run(new AbortController().signal)
  const known = () => queue.store.private.subscribers.findByEmail(EMAIL)

  await subscribed(queue, office)
  queue.clock.advance(48 * HOUR)
  await prune()
  assert.equal((await known())?.state, 'pending')
  queue.clock.advance(1)
  await prune()
  assert.equal(await known(), null)

  const { confirm, end } = await subscribed(queue, office)
  await queue.run(confirmSubscription, { token: confirm })
  queue.clock.advance(1_000 * HOUR)
  await prune()
  assert.equal((await known())?.state, 'active')
  await endSubscription(queue, end)
  queue.clock.advance(1_000 * HOUR)
  await prune()
  assert.equal((await known())?.state, 'unsubscribed')
})

test('a link to unsubscribe still works after its subscription was forgotten', async (t) => {
  const queue = await openEmailQueue(t)
  const { end } = await subscribed(queue, await openPostOffice(t, queue))
  queue.clock.advance(49 * HOUR)
  await pruneExpiredJob(queue).run(new AbortController().signal)
  await endSubscription(queue, end)
  assert.equal(await queue.store.private.subscribers.findByEmail(EMAIL), null)
})

test('of one-time codes the database keeps the secret under a key that it does not hold, and of recovery codes the hashes', async (t) => {
  const queue = await openEmailQueue(t)
  const key = keyFile(`${queue.path}.key`)
  const secret = Buffer.from('12345678901234567890')
  const person = { name: 'Ada', email: EMAIL, role: 'admin', actor: 'test' } as const
  const { editor } = await queue.run(addEditor, person)
  await queue.run(proposeCodes, { editor, sealedSecret: secretBox(key).seal(secret, editor.id) })
  const codes = await queue.run(confirmCodes, { editor, sessionId: '', step: 1 })
  const kept = contents(queue.path)
  const forms = [
    base32(secret),
    ...(['latin1', 'hex', 'base64', 'base64url'] as const).map((form) => secret.toString(form)),
  ]
  for (const hidden of [...forms, ...codes, key(false) ?? '']) assert.ok(!kept.includes(hidden), hidden)
  assert.ok(kept.includes(hashRecoveryCode(editor.id, codes[0] ?? '') ?? ''))
})
