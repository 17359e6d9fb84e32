import { sendBrief } from '#actions/mailings.ts'
import { deliverMailingsJob, subscriptionEmails } from '#jobs/mailings.ts'
import type { Job } from '#jobs/run-jobs.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { smtpMailer } from '#mail/smtp.ts'
import { openMarkdownRenderer } from '#markdown/open-markdown-renderer.ts'
import { house, recordingLog } from '../support/ports.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'
import { BRIEF, putSubscribers, readers, publishSampleBrief } from '../support/mail/mailings.ts'
import { MAIL_FROM, startSmtpSink, type SmtpSink } from '../support/mail/smtp-sink.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { readEmail } from '../support/mail/read-email.ts'
import { leastPaper } from '../support/service/papers.ts'

/** A service whose briefs go to a mail server of the test's own, as often as the test runs the job. */
export type Setting = { service: TestService; sink: SmtpSink; job: Job }

const prepare = async (t: Parameters<typeof startTestService>[0], connections = 3): Promise<Setting> => {
  const service = await startTestService(t, { publicUrl: () => 'https://library.example' })
  const sink = await startSmtpSink(t)
  const { store, run, clock } = service
  const markdown = openMarkdownRenderer({ log: recordingLog(service.logged) })
  t.after(() => markdown.close())
  const emails = emailComposer({
    site: house,
    publicUrl: () => 'https://library.example',
    secret: await store.private.secret(),
  })
  const job = deliverMailingsJob({
    store,
    run,
    clock,
    log: recordingLog(service.logged),
    emails,
    compose: subscriptionEmails({ store, markdown, emails }),
    openMailer: async () => smtpMailer({ url: sink.url, from: { name: '', address: MAIL_FROM }, connections }),
    connections,
    rates: { total: null, domain: null },
  })
  return { service, sink, job }
}

/** Queues the brief for subscribers with these addresses, or for this number of them. */
const queue = async ({ service }: Setting, to: number | readonly string[]): Promise<void> => {
  const emails = typeof to === 'number' ? readers(to) : to
  await putSubscribers(service.store, emails, { at: service.clock.now().toISOString() })
  await service.run(sendBrief, { id: BRIEF, at: null, actor: 'test' })
}

/** The state of the mailing, and how many deliveries are in each. */
const counts = async ({ service }: Setting) => {
  const [progress] = await service.store.private.mailings.progress([BRIEF], service.clock.now())
  return { state: progress?.state, ...progress?.deliveries }
}

/** Who got the brief, sorted. */
const recipients = ({ emails }: SmtpSink): string[] => emails.flatMap(({ to }) => to).toSorted()

const inTime = { timeout: 240_000 }
const never = new AbortController().signal

test('the email of a brief reads well as a page and as plain text, and says how to stop', inTime, async (t) => {
  const setting = await prepare(t)
  const { service, sink, job } = setting
  await service.accept(leastPaper({ id: 'p1', title: 'Agents & <tools>', authors: ['Ada', 'Ben', 'Cy', 'Di', 'Eve'] }))
  const brief = {
    id: BRIEF,
    week: { year: 2026, week: 47 },
    title: 'What “checkpoints” cost',
    summary: `# First\n\nTwo *papers* measure [it](https://other.example/x). ${'Many words follow here. '.repeat(10)}\n\n- one\n- two <script>`,
    take: 'Measure first.\n\n## Why\n\nBecause of p1, not of p404.\n\n![The loop](https://other.example/loop.png)',
    featured: ['p1'],
  }
  await service.run(publishBrief, { brief, actor: 'test' })
  await queue(setting, 1)
  await job.run(never)
  const email = readEmail(sink.emails[0]?.raw ?? Buffer.alloc(0))
  assert.equal(email.textField('subject'), 'What “checkpoints” cost (House, Week 47, 2026)')
  const unsubscribe = /^<(?<url>https:\/\/library\.example\/unsubscribe\?token=[\w.-]+)>$/u.exec(
    email.field('list-unsubscribe'),
  )?.groups?.url
  assert.ok(unsubscribe !== undefined, email.field('list-unsubscribe'))
  assert.equal(email.field('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.equal(email.field('list-id'), '<brief.library.example>')
  assert.equal(email.field('feedback-id'), '2026-w47:library.example:brief:longview')
  assert.equal(email.field('precedence'), 'bulk')

  const html = email.html ?? ''
  assert.match(html, /^<!doctype html>\n<html lang="en">/u)
  assert.deepEqual(
    [...html.matchAll(/<(?<tag>h\d)[^>]*>(?<text>[^<]*)/gu)].map(({ groups }) => [groups?.tag, groups?.text]),
    [
      ['h1', 'What “checkpoints” cost'],
      ['h2', 'First'],
      ['h2', 'House’s take'],
      ['h3', 'Why'],
      ['h2', 'Featured papers'],
    ],
  )
  assert.doesNotMatch(html, /<script|<img|<link|url\(|@import/u)
  const preferencesMac = /\/subscription\?token=[^.]+\.(?<mac>[\w-]+)"/u.exec(html)?.groups?.mac ?? ''
  const links = [...html.matchAll(/href="(?<href>[^"]*)"/gu)].map(({ groups }) => groups?.href)
  assert.deepEqual(links, [
    'https://library.example/briefs/2026-w47',
    'https://other.example/x',
    // The take names it by its id; p404 is no public paper.
    'https://library.example/papers/p1',
    // An image of the take.
    'https://other.example/loop.png',
    'https://library.example/papers/p1',
    'https://library.example/',
    unsubscribe.replace('/unsubscribe?', '/subscription?').replace(/[^.]+$/u, preferencesMac),
    unsubscribe,
  ])
  assert.match(html, />Agents &amp; &lt;tools&gt;<\/a>/u)
  assert.match(html, /Ada, Ben, Cy and 2 more/u)
  assert.match(html, /You get this email because you subscribed/u)

  const { text } = email
  assert.ok(
    text.split('\n').every((line) => line.length <= 72 || /https:/u.test(line)),
    text,
  )
  assert.match(
    text,
    /^What “checkpoints” cost\nHouse, Week 47, 2026\nOn the web: https:\/\/library\.example\/briefs\/2026-w47\n\nFirst\n/u,
  )
  assert.match(text, /Two papers measure it <https:\/\/other\.example\/x>\./u)
  assert.match(text, /Because of Agents & <tools> <https:\/\/library\.example\/papers\/p1>, not of\sp404\./u)
  assert.match(text, /\n\nImage at other\.example <https:\/\/other\.example\/loop\.png>\nThe loop\n/u)
  assert.match(text, /\n \* one\n \* two <script>\n/u)
  assert.match(text, /\nAgents & <tools> \(\d{4}\)\n {2}https:\/\/library\.example\/papers\/p1\n/u)
  assert.ok(text.endsWith(`Unsubscribe: ${unsubscribe}\n`))
  assert.doesNotMatch(text + html, /link\.invalid/u)
  assert.match(text, /\nChoose what you get and how often: https:\/\/library\.example\/subscription\?token=/u)
})

test('a brief names no paper that is not public any more when its email leaves', inTime, async (t) => {
  const setting = await prepare(t)
  const { service, sink, job } = setting
  await service.accept(leastPaper({ id: 'p1', title: 'Withdrawn later' }), leastPaper({ id: 'p2', title: 'Stays' }))
  const words = { title: 'T', summary: 'S', take: 'T', featured: ['p1', 'p2'] }
  await service.run(publishBrief, { brief: { id: BRIEF, week: { year: 2026, week: 47 }, ...words }, actor: 'test' })
  await service.store.transact((tx) =>
    tx.papers.transition('p1', { state: 'retracted', note: 'x', actor: 'a', at: service.clock.now().toISOString() }),
  )
  await queue(setting, 1)
  await job.run(never)
  const { text, html } = readEmail(sink.emails[0]?.raw ?? Buffer.alloc(0))
  assert.match(text, /Stays/u)
  assert.doesNotMatch(`${text}${html}`, /Withdrawn later/u)
})

test(
  'several connections send to each subscriber once, each with a link and a Message-ID of its own',
  inTime,
  async (t) => {
    const setting = await prepare(t, 3)
    const { sink, job, service } = setting
    await publishSampleBrief(service.run)
    await queue(setting, 40)
    await job.run(never)
    assert.deepEqual(recipients(sink), readers(40).toSorted())
    assert.equal(sink.mostConnections(), 3)
    const emails = sink.emails.map(({ raw }) => readEmail(raw))
    assert.equal(new Set(emails.map((email) => email.field('message-id'))).size, 40)
    assert.equal(new Set(emails.map((email) => email.field('list-unsubscribe'))).size, 40)
    assert.deepEqual(await counts(setting), { state: 'sent', waiting: 0, sent: 40, failed: 0, bounced: 0, left: 0 })
    await job.run(never)
    assert.equal(sink.emails.length, 40)

    // One click of a mail program: no cookie, no page; twice is as good as once, and looking changes nothing.
    const [email] = emails
    const path = email?.field('list-unsubscribe').replace('<https://library.example', '').replace('>', '') ?? ''
    const left = async (): Promise<number> => (await service.store.private.subscribers.counts()).unsubscribed
    assert.equal((await fetch(service.url + path)).status, 200)
    assert.equal(await left(), 0)
    const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await fetch(service.url + path, click)).status, 200)
      assert.equal(await left(), 1)
    }
  },
)

test(
  'some recipients are refused for good, some for now: the others get the brief, those for now get it later',
  inTime,
  async (t) => {
    const setting = await prepare(t)
    const { sink, job, service } = setting
    await publishSampleBrief(service.run)
    const codes = new Map([
      ['reader1@example.org', 550],
      ['reader2@example.org', 450],
      ['reader3@example.org', 451],
      ['reader4@example.org', 452],
    ])
    sink.refuse((address) => codes.get(address) ?? null)
    await queue(setting, 12)
    await job.run(never)
    assert.deepEqual(await counts(setting), { state: 'sending', waiting: 3, sent: 8, failed: 1, bounced: 0, left: 0 })
    sink.refuse(() => null)
    service.clock.advance(29)
    await job.run(never)
    assert.equal(sink.emails.length, 8)
    service.clock.advance(1)
    await job.run(never)
    assert.deepEqual(
      recipients(sink),
      readers(12)
        .filter((email) => email !== 'reader1@example.org')
        .toSorted(),
    )
    assert.deepEqual(await counts(setting), { state: 'sent', waiting: 0, sent: 11, failed: 1, bounced: 0, left: 0 })
  },
)

test('a process that ends gives back what it could not send, and no attempt counts', inTime, async (t) => {
  const setting = await prepare(t, 2)
  const { sink, job, service } = setting
  await publishSampleBrief(service.run)
  await queue(setting, 6)
  sink.behave('hang')
  const stop = new AbortController()
  const round = job.run(stop.signal)
  await sink.trouble(2)
  stop.abort()
  sink.hangUp()
  await round
  sink.behave('take')
  await job.run(never)
  assert.deepEqual(recipients(sink), readers(6).toSorted())
})

test(
  'one domain greylists, one closes the connection over each recipient: all others get their email',
  inTime,
  async (t) => {
    const setting = await prepare(t, 3)
    const { sink, job, service } = setting
    await publishSampleBrief(service.run)
    const others = readers(30)
    const greylisted = readers(4, 'grey.example')
    const closed = readers(9, 'busy.example')
    const tried = new Map<string, number>()
    const triedOf = (some: readonly string[]): number => some.reduce((sum, one) => sum + (tried.get(one) ?? 0), 0)
    sink.refuse((address) => {
      const times = (tried.get(address) ?? 0) + 1
      tried.set(address, times)
      if (address.endsWith('@grey.example')) return times === 1 ? 450 : null
      return address.endsWith('@busy.example') ? 421 : null
    })
    await queue(setting, [...others, ...greylisted, ...closed])
    await job.run(never)
    assert.deepEqual(recipients(sink), others.toSorted())
    assert.equal(triedOf(greylisted), 4)
    // Those in flight when the first is refused; each may be tried again on a connection that was not used before.
    const atOnce = triedOf(closed)
    const inFlight = closed.filter((address) => tried.has(address)).length
    assert.ok(inFlight >= 1 && inFlight <= 3, String(inFlight))
    assert.deepEqual(await counts(setting), { state: 'sending', waiting: 13, sent: 30, failed: 0, bounced: 0, left: 0 })
    await job.run(never)
    assert.equal(triedOf(closed), atOnce, 'the domain rests')

    service.clock.advance(30)
    await job.run(never)
    assert.deepEqual(recipients(sink), [...others, ...greylisted].toSorted())
    assert.ok(triedOf(closed) > atOnce, 'it is asked again')
    sink.refuse(() => null)
    for (let round = 0; round < 5; round += 1) {
      service.clock.advance(120)
      await job.run(never)
    }
    assert.deepEqual(recipients(sink), [...others, ...greylisted, ...closed].toSorted())
    assert.deepEqual(await counts(setting), { state: 'sent', waiting: 0, sent: 43, failed: 0, bounced: 0, left: 0 })
    assert.equal(
      service.logged.filter(({ message }) => message.includes('could not be reached')).length,
      0,
      'the mail server as such was never left alone',
    )
  },
)

test('a mail server that turns everybody away is left alone for a while', inTime, async (t) => {
  // Of several connections, it would be chance how many emails the others try before they hear of it.
  const setting = await prepare(t, 1)
  const { sink, job, service } = setting
  await publishSampleBrief(service.run)
  await queue(setting, 3)
  sink.turnAway(true)
  await job.run(never)
  assert.equal(sink.troubled(), 1)
  assert.deepEqual(await counts(setting), { state: 'sending', waiting: 3, sent: 0, failed: 0, bounced: 0, left: 0 })
  sink.turnAway(false)
  service.clock.advance(29)
  await job.run(never)
  assert.equal(sink.emails.length, 0)
  service.clock.advance(1)
  await job.run(never)
  assert.deepEqual(recipients(sink), readers(3).toSorted())
})

test(
  'a mail server that breaks off again and again is asked with growing pauses, and nobody is given up',
  inTime,
  async (t) => {
    const setting = await prepare(t, 2)
    const { sink, job, service } = setting
    await publishSampleBrief(service.run)
    await queue(setting, 10)
    sink.behave('drop')
    await job.run(never)
    assert.deepEqual((await counts(setting)).failed, 0)
    const tried = sink.troubled()
    assert.ok(tried >= 3 && tried <= 4, String(tried))
    service.clock.advance(29)
    await job.run(never)
    assert.equal(sink.troubled(), tried, 'asked again before its pause was over')
    sink.behave('take')
    service.clock.advance(31)
    await job.run(never)
    assert.deepEqual(await counts(setting), { state: 'sent', waiting: 0, sent: 10, failed: 0, bounced: 0, left: 0 })
  },
)
