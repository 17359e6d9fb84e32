import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertRefused } from '../support/process/longview-process.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

describe('longview mail flush', { concurrency: 2 }, () => {
  test('without SMTP_URL there is no way to send mail: one sentence, and waiting emails stay in the outbox', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serveHere()
    const received = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada Example', email: 'ada@example.org', message: 'Hello.' }),
    })
    assert.equal(received.status, 202)
    for (const args of [[], ['--json']])
      assertRefused(
        await corpus.run('mail', 'flush', ...args),
        /SMTP_URL is not set, so there is no way to send mail\./u,
      )
    await server.stop()
    const waiting = corpus.inspect((database) => database.prepare('SELECT kind, state FROM outbox').raw().all())
    assert.deepEqual(waiting, [['contact', 'waiting']])
  })

  test('with SMTP_URL and nothing to send it says so and ends with 0', async (t) => {
    const corpus = await processCorpus(t, {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'library@example.org',
      RESEARCH_TEAM_EMAIL: 'team@example.org',
    })
    assert.deepEqual(await corpus.json('mail', 'flush'), { tried: 0, waiting: 0, sent: 0, failed: 0 })
  })

  test('a mail server that cannot be reached leaves the email waiting, and the exit code is 1', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serveHere()
    const subscribed = await fetch(`${server.url}/api/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org' }),
    })
    assert.equal(subscribed.status, 202)
    await server.stop()
    Object.assign(corpus.environment, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'library@example.org' })
    const { code, stdout, stderr } = await corpus.run('mail', 'flush', '--json')
    assert.equal(code, 1)
    assert.deepEqual(JSON.parse(stdout), { tried: 1, waiting: 1, sent: 0, failed: 0 })
    assert.match(stderr, /RESEARCH_TEAM_EMAIL is not set/u)
  })
})
