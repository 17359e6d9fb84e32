import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { BRIEF, readers } from '../support/mail/mailing-corpus.ts'
import { MAIL_FROM } from '../support/mail/post-office.ts'
import { startSmtpSink, type SmtpSink } from '../support/mail/smtp-sink.ts'
import { assertMisused, assertRefused } from '../support/process/command-line.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import type { Ended } from '../support/process/launch.ts'

const text = `---
week: Week 47, 2026
title: What checkpoints cost
published: 2026-11-20
featured:
---

## Summary

Two papers measure it.

## House take

Measure before you save.
`

type Setting = { corpus: ProcessCorpus; sink: SmtpSink; mail: Record<string, string> }

/** A corpus with a published brief and subscribers, and a mail server. */
const prepare = async (t: TestContext, subscribers: readonly string[]): Promise<Setting> => {
  const sink = await startSmtpSink(t)
  const mail = { SMTP_URL: sink.url, MAIL_FROM }
  const corpus = await processCorpus(t, mail)
  const published = await corpus.run('brief', 'publish', await corpus.file('brief.md', [text].join('')))
  assert.equal(published.code, 0, published.stderr)
  corpus.inspect((database) => {
    const add = database.prepare(
      "INSERT INTO subscribers (id, email, email_key, state, created_at, updated_at) VALUES (?, ?, ?, 'active', ?, ?)",
    )
    const at = '2026-01-01T00:00:00.000Z'
    for (const [index, email] of subscribers.entries()) add.run(`s_${index}`, email, email, at, at)
  })
  return { corpus, sink, mail }
}

const answer = ({ stdout }: Ended): unknown => JSON.parse(stdout)

describe('longview brief send', { concurrency: 2 }, () => {
  test('sends to each subscriber and waits; a second time it does nothing, and publish alone mails nothing', async (t) => {
    const { corpus, sink } = await prepare(t, readers(3))
    assert.equal(sink.emails.length, 0)
    const state = { id: BRIEF, state: 'sent', deliveries: 3 }
    for (let time = 0; time < 2; time += 1) {
      const sent = await corpus.run('brief', 'send', BRIEF, '--wait', '--json')
      assert.deepEqual([sent.code, answer(sent)], [0, state], sent.stderr)
    }
    assert.deepEqual(sink.emails.flatMap(({ to }) => to).toSorted(), readers(3))
    const plain = await corpus.run('brief', 'send', BRIEF)
    assert.equal(plain.stdout, `${BRIEF} is sent: 3 of 3 are sent, 0 failed, 0 came back, 0 left before.\n`)
  })

  test('queues it for a time, which can be cancelled', async (t) => {
    const { corpus } = await prepare(t, readers(2))
    const at = '2126-11-23T09:00+01:00'
    assert.deepEqual(await corpus.json('brief', 'send', BRIEF, '--at', at), {
      id: BRIEF,
      state: 'scheduled',
      deliveries: 2,
    })
    const told = await corpus.run('brief', 'send', BRIEF)
    assert.equal(told.stdout, `${BRIEF} is scheduled for 2126-11-23T08:00:00.000Z; it would go to 2 now.\n`)
    for (const [change, state, deliveries] of [
      ['pause', 'paused', 2],
      ['resume', 'scheduled', 2],
      ['cancel', 'cancelled', 0],
    ] as const)
      assert.deepEqual(await corpus.json('brief', change, BRIEF), { id: BRIEF, state, deliveries })
    assertRefused(
      await corpus.run('brief', 'resume', BRIEF),
      /The mailing of 2026-w47 is cancelled; resume is not possible\./u,
    )
  })

  test('without --wait a running server sends it, with what is queued before it started', async (t) => {
    const { corpus, sink } = await prepare(t, readers(2))
    assert.deepEqual(await corpus.json('brief', 'send', BRIEF), { id: BRIEF, state: 'sending', deliveries: 2 })
    const server = await corpus.serveHere()
    await sink.taken(2)
    await server.stop()
    assert.deepEqual(sink.emails.flatMap(({ to }) => to).toSorted(), readers(2))
  })

  test('is refused without a mail server, for an unknown brief, and for a time that is over or has no zone', async (t) => {
    const { corpus, sink } = await prepare(t, readers(1))
    assertRefused(await corpus.run('brief', 'send', '2026-w40'), /There is no published brief 2026-w40\./u)
    const over = await corpus.run('brief', 'send', BRIEF, '--at', '2020-01-01T00:00Z')
    assert.deepEqual([over.code, over.stderr], [1, 'longview: at: is over: leave it out to send the brief now\n'])
    for (const time of ['tomorrow', '2126-11-23T09:00', '2126-13-23T09:00Z'])
      assertMisused(await corpus.run('brief', 'send', BRIEF, '--at', time), /with its time zone/u)
    const off = await processCorpus(t)
    assertRefused(await off.run('brief', 'send', BRIEF), /SMTP_URL is not set.*nothing is queued/u)
    assert.equal(sink.emails.length, 0)
  })

  test('a restored corpus sends nothing until the mailing is resumed', async (t) => {
    const { corpus, sink, mail } = await prepare(t, readers(2))
    await corpus.json('brief', 'send', BRIEF)
    const backup = `${corpus.folder}/backup.db`
    assert.equal((await corpus.run('backup', backup)).code, 0)
    const other = await processCorpus(t, mail)
    assert.equal((await other.run('restore', backup)).code, 0)
    const waited = await other.run('brief', 'send', BRIEF, '--wait', '--json')
    assert.deepEqual([waited.code, answer(waited)], [1, { id: BRIEF, state: 'paused', deliveries: 2 }])
    assert.equal(sink.emails.length, 0)
    await other.json('brief', 'resume', BRIEF)
    assert.deepEqual(answer(await other.run('brief', 'send', BRIEF, '--wait', '--json')), {
      id: BRIEF,
      state: 'sent',
      deliveries: 2,
    })
    assert.equal(sink.emails.length, 2)
  })
})
