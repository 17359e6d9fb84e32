import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { assertRefused, assertMisused, type Ended } from '../support/process/longview-process.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { BRIEF, readers } from '../support/mail/mailings.ts'
import { MAIL_FROM, startSmtpSink, type SmtpSink } from '../support/mail/smtp-sink.ts'

const brief = (given: { week?: string; featured?: string; take?: string } = {}): string =>
  [
    '---',
    `week: ${given.week ?? 'Week 46, 2026'}`,
    'title: What checkpoints cost',
    'published: 2026-11-13',
    `featured: ${given.featured ?? 'p1'}`,
    '---',
    '',
    '## Summary',
    '',
    'Two papers measure it.',
    '',
    '## House take',
    '',
    given.take ?? 'Measure before you save.',
    '',
  ].join('\n')

describe('longview brief', { concurrency: 2 }, () => {
  test('a draft of this week lists what was accepted, the best first, and stores nothing', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [leastPaper({ id: 'p1' }), wholePaper({ id: 'p2', title: 'The best one' }), leastPaper({ id: 'p3' })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers))
    await corpus.json('review', 'accept', 'p1')
    await corpus.json('review', 'accept', 'p2')
    const { code, stdout } = await corpus.run('brief', 'draft')
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^---\nweek: Week \d{1,2}, \d{4}\ntitle: .+\npublished: \d{4}-\d{2}-\d{2}\nfeatured: p2, p1\n---\n/u,
    )
    assert.match(stdout, /\nAccepted this week: 2 papers\.\n\n- The best one \(p2\): A plain answer [^\n]+\.\n- /u)
    assert.doesNotMatch(stdout, /p3/u)
    assert.equal(
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM briefs').pluck().get()),
      0,
    )
  })

  test('a draft can be published unchanged', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    const draft = (await corpus.run('brief', 'draft')).stdout
    const { code, stdout } = await corpus.run('brief', 'publish', await corpus.file('draft.md', draft))
    assert.equal(code, 0)
    assert.match(stdout, /^\d{4}-w\d{2} is published and can no longer be changed\.\n$/u)
  })

  test('a draft of another week says that nothing was accepted in it', async (t) => {
    const corpus = await processCorpus(t)
    const { code, stdout } = await corpus.run('brief', 'draft', '--week', '2020-w01')
    assert.equal(code, 0)
    assert.match(stdout, /^---\nweek: Week 1, 2020\n/u)
    assert.match(stdout, /No paper was accepted this week\./u)
  })

  test('a published brief is the latest at once, in a server that runs', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    const server = await corpus.serveHere()
    const latest = (): Promise<Response> => fetch(`${server.url}/api/v1/briefs/latest`)
    assert.equal((await latest()).status, 404)
    const published = await corpus.json('brief', 'publish', await corpus.file('brief.md', brief()))
    const correction = await corpus.file('correction.md', 'It was *two* papers.\n')
    const { id } = await corpus.json<{ id: string; at: string }>('brief', 'correct', '2026-w46', correction)
    assert.equal(id, '2026-w46')
    assertRefused(await corpus.run('brief', 'correct', '2026-w45', correction), /no published brief 2026-w45/u)
    assert.deepEqual(published, { id: '2026-w46', published: true })
    assert.deepEqual(await (await latest()).json(), {
      week: 'Week 46, 2026',
      title: 'What checkpoints cost',
      summary: 'Two papers measure it.',
      houseTake: 'Measure before you save.',
      featuredPapers: ['p1'],
    })
    await server.stop()
  })

  test('a week is published once: the second brief is refused and the first one stays', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    await corpus.json('brief', 'publish', await corpus.file('brief.md', brief()))
    const changed = await corpus.file('changed.md', brief({ take: 'Something else.' }))
    for (const file of [join(corpus.folder, 'brief.md'), changed])
      assertRefused(
        await corpus.run('brief', 'publish', file),
        /The brief 2026-w46 is published; a published brief never changes\./u,
      )
    const takes = corpus.inspect((database) => database.prepare('SELECT take FROM briefs').pluck().all())
    assert.deepEqual(takes, ['Measure before you save.'])
    const next = await corpus.json('brief', 'publish', await corpus.file('next.md', brief({ week: 'Week 47, 2026' })))
    assert.deepEqual(next, { id: '2026-w47', published: true })
  })

  test('a brief that features a paper that is not public is refused', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]))
    const file = await corpus.file('brief.md', brief())
    assertRefused(await corpus.run('brief', 'publish', file), /There is no public paper p1 to feature\./u)
    assert.equal(
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM briefs').pluck().get()),
      0,
    )
  })

  test('a file that is not a brief is refused with its line, and a missing one in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    const mistaken = await corpus.file('mistaken.md', brief({ week: 'next week' }))
    const refused = await corpus.run('brief', 'publish', mistaken)
    assert.equal(refused.stderr, `longview: ${mistaken}:2: week must have the form "Week 47, 2026"\n`)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    const missing = await corpus.run('brief', 'publish', join(corpus.folder, 'none.md'))
    assertRefused(missing, /The file .*none\.md cannot be read\./u)
  })
})

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
    assert.equal(plain.stdout, `${BRIEF} is sent: 3 of 3 sent, 0 failed, 0 bounced, 0 unsubscribed before.\n`)
  })

  test('queues it for a time, which can be cancelled', async (t) => {
    const { corpus } = await prepare(t, readers(2))
    const at = '2126-11-23T09:00+01:00'
    assert.deepEqual(await corpus.json('brief', 'send', BRIEF, '--at', at), {
      id: BRIEF,
      state: 'scheduled',
      deliveries: 2,
    })
    const scheduled = await corpus.run('brief', 'send', BRIEF)
    assert.equal(scheduled.stdout, `${BRIEF} is scheduled for 2126-11-23T08:00:00.000Z; it would go to 2 now.\n`)
    for (const [change, state, deliveries] of [
      ['pause', 'paused', 2],
      ['resume', 'scheduled', 2],
      ['cancel', 'cancelled', 0],
    ] as const)
      assert.deepEqual(await corpus.json('brief', change, BRIEF), { id: BRIEF, state, deliveries })
    assertRefused(
      await corpus.run('brief', 'resume', BRIEF),
      /The mailing of 2026-w47 is cancelled; it is not possible to resume it\./u,
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
    assert.deepEqual([over.code, over.stderr], [1, 'longview: at: is in the past; omit it to send now\n'])
    for (const time of ['tomorrow', '2126-11-23T09:00', '2126-13-23T09:00Z'])
      assertMisused(await corpus.run('brief', 'send', BRIEF, '--at', time), /with its time zone/u)
    const off = await processCorpus(t)
    assertRefused(await off.run('brief', 'send', BRIEF), /SMTP_URL is not set.*nothing was queued/u)
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
