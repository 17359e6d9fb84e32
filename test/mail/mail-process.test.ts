import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { longview, serve, type Serving } from '../support/process/longview-process.ts'
import { commandInProcess } from '../support/process/process-corpus.ts'
import { openEmailQueue } from '../support/mail/mailings.ts'
import { MAIL_FROM, TEAM, startSmtpSink, type SmtpSink } from '../support/mail/smtp-sink.ts'
import { readEmail } from '../support/mail/read-email.ts'
import { temporaryFolder, type Ending } from '../support/files.ts'

/** Ends what hangs; an email whose lease was not given back would wait for ten minutes. */
const inTime = { timeout: 240_000 }

type Surroundings = Record<string, string>

const corpusIn = async (t: Ending): Promise<Surroundings> => ({
  DATABASE_URL: `sqlite:${join(await temporaryFolder(t), 'corpus.db')}`,
  STARTER_CORPUS: 'off',
  LOG_LEVEL: 'warn',
})

const mailOver = ({ url }: SmtpSink): Surroundings => ({ SMTP_URL: url, MAIL_FROM, RESEARCH_TEAM_EMAIL: TEAM })

/** Tries and leases of the emails in the outbox. */
const waiting = ({ DATABASE_URL = '' }: Surroundings): unknown[] => {
  const database = new Database(DATABASE_URL.replace('sqlite:', ''))
  try {
    return database.prepare('SELECT attempts, lease_until FROM outbox ORDER BY seq').raw().all()
  } finally {
    database.close()
  }
}

const startServer = async (t: Ending, surroundings: Surroundings): Promise<Serving> => {
  const server = await serve(surroundings)
  t.after(async () => void server.child.kill('SIGKILL'))
  return server
}

const post = async ({ url }: Serving, path: string, body: Record<string, string>): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal(response.status, 202, await response.text())
}

const write = (server: Serving): Promise<void> =>
  post(server, '/api/contact', { name: 'Ada Example', email: 'ada@example.org', message: 'Hello' })

const messageIds = ({ emails }: SmtpSink): string[] => emails.map(({ raw }) => readEmail(raw).field('message-id'))

test('a running service sends its emails itself, with links that begin with PUBLIC_URL', inTime, async (t) => {
  const sink = await startSmtpSink(t)
  const PUBLIC_URL = 'https://library.example/'
  const server = await startServer(t, { ...(await corpusIn(t)), ...mailOver(sink), PUBLIC_URL })
  await write(server)
  const [message] = await sink.taken(1)
  assert.ok(message)
  assert.deepEqual({ from: message.from, to: message.to }, { from: MAIL_FROM, to: [TEAM] })
  assert.deepEqual(readEmail(message.raw).mailbox('from'), { name: '', address: MAIL_FROM })
  await post(server, '/api/subscribe', { email: 'reader@example.org' })
  const [, { raw } = { raw: Buffer.alloc(0) }] = await sink.taken(2)
  const email = readEmail(raw)
  assert.match(email.field('list-unsubscribe'), /^<https:\/\/library\.example\/unsubscribe\?token=[\w.-]+>$/u)
  assert.match(email.text, /^https:\/\/library\.example\/subscribe\/confirm\?token=[\dA-Za-z]{32}$/mu)
  assert.match(email.field('message-id'), /@library\.example>$/u)
  assert.equal(await server.stop(), 0)
})

test('a mail server that hangs does not hold up the end, and gets the email from the next start', inTime, async (t) => {
  const sink = await startSmtpSink(t)
  const surroundings = { ...(await corpusIn(t)), ...mailOver(sink) }
  const server = await startServer(t, surroundings)
  sink.behave('hang')
  await write(server)
  await write(server)
  await sink.trouble(1)
  assert.equal(await server.stop(), 0)
  // Nothing keeps them from being sent at once: no attempt was counted, and they are not leased.
  assert.deepEqual(waiting(surroundings), [
    [0, null],
    [0, null],
  ])

  sink.behave('take')
  const next = await startServer(t, surroundings)
  await sink.taken(2)
  assert.equal(new Set(messageIds(sink)).size, 2)
  assert.equal(await next.stop(), 0)
  assert.equal(sink.emails.length, 2)
})

test('without SMTP_URL emails wait, the start says so, and flush sends them once there is one', inTime, async (t) => {
  const sink = await startSmtpSink(t)
  const corpus = await corpusIn(t)
  const server = await startServer(t, corpus)
  await write(server)
  await post(server, '/api/subscribe', { email: 'reader@example.org' })
  await server.stop()
  assert.match(server.stderr(), /No SMTP_URL is set: mail waits/u)

  const without = await commandInProcess(['mail', 'flush'], corpus)
  assert.equal(without.code, 1)
  assert.match(without.stderr, /SMTP_URL is not set/u)

  const noTeam = await commandInProcess(['mail', 'flush', '--json'], { ...corpus, SMTP_URL: sink.url, MAIL_FROM })
  assert.deepEqual(JSON.parse(noTeam.stdout), { tried: 1, waiting: 1, sent: 1, failed: 0 })
  assert.equal(noTeam.code, 1)
  assert.match(noTeam.stderr, /RESEARCH_TEAM_EMAIL is not set/u)
  assert.deepEqual(sink.emails[0]?.to, ['reader@example.org'])

  const whole = await commandInProcess(['mail', 'flush'], { ...corpus, ...mailOver(sink) })
  assert.equal(whole.code, 0, whole.stderr)
  assert.match(whole.stdout, /^Tried 1: 0 waiting, 0 given up, 2 sent in the last 30 days\.\n$/u)
  assert.deepEqual(sink.emails[1]?.to, [TEAM])
})

test('flush tries emails again that were refused before, and says when some still are', inTime, async (t) => {
  const sink = await startSmtpSink(t)
  const queue = await openEmailQueue(t)
  await queue.add('a@example.org', 'b@example.org')
  const surroundings = { DATABASE_URL: `sqlite:${queue.path}`, LOG_LEVEL: 'silent', ...mailOver(sink) }
  sink.behave('defer')
  for (let round = 0; round < 2; round += 1) {
    const refused = await commandInProcess(['mail', 'flush', '--json'], surroundings)
    assert.deepEqual(JSON.parse(refused.stdout), { tried: 2, waiting: 2, sent: 0, failed: 0 })
    assert.equal(refused.code, 1)
  }
  sink.behave('take')
  const flushed = await commandInProcess(['mail', 'flush', '--json'], surroundings)
  assert.deepEqual(JSON.parse(flushed.stdout), { tried: 2, waiting: 0, sent: 2, failed: 0 })
  assert.equal(flushed.code, 0)
})

test('two programs that flush at the same time send each email once', inTime, async (t) => {
  const sink = await startSmtpSink(t)
  const queue = await openEmailQueue(t)
  const ids = await queue.add(...Array.from({ length: 36 }, (_, index) => `reader${index}@example.org`))
  const surroundings = { DATABASE_URL: `sqlite:${queue.path}`, ...mailOver(sink) }
  const flush = () => longview(['mail', 'flush', '--json'], surroundings)
  const ended = await Promise.all([flush(), flush()])
  assert.deepEqual(messageIds(sink).toSorted(), ids.toSorted())
  const tried = ended.map(({ stdout }) => (JSON.parse(stdout) as { tried: number }).tried)
  assert.equal(
    tried.reduce((sum, count) => sum + count),
    ids.length,
  )
})
