import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEditor } from '#actions/editors.ts'
import { mailAlertsJob, settleAlertsJob } from '#jobs/alerts.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import type { Job } from '#jobs/run-jobs.ts'
import { loadStarter } from '#first-start.ts'
import { engines } from '../support/database/engines.ts'
import { readEmail, type ReadEmail } from '../support/mail/read-email.ts'
import { confirmFollow, digest, startSubscriberTest } from '../support/mail/subscriber.ts'
import { markupOf, wordsOf } from '../support/markup.ts'
import { editorialClient } from '../support/service/editing.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { jsonOf } from '../support/service/responses.ts'
import { openReceiver, openWebhookDeliveries } from '../support/webhooks.ts'

const WEEK_SECONDS = 7 * 86_400
const EDITOR = 'ada@library.example'

/** A gap of the example corpus, and a sentence of it that rests on a search. */
const GAP = 'g16'
const QUERY = 'q=approval+fatigue'
const SENTENCE = "By their abstracts, none measures people's decisions."

/** What breaks the sentence, as a catalogue exports it. */
const TITLE = 'Measured approval of agent actions under fatigue'
const RECORD = `@article{m1, title={${TITLE}}, author={Made Author}, year={2026}, doi={10.1000/made.approval},
  abstract={Ninety reviewers decide on requests of agents through a shift. Fatigue lowers how many harmful requests are found.}}`

type Alert = {
  id: number
  cause: string
  paper: string
  subject: string
  sentence: string
  mark: string
  change: string
}
type Settled = Alert & { settled: { as: string } | null }
type Found = { kind: string; query: string | null; count: number | null }
type Entry = { state: string; entry: string; reason: string | null; papers: string[] }

/** Runs a job until it has no more to do. */
const finish = async (job: Job): Promise<void> => {
  while ((await job.run(new AbortController().signal)).more);
}

for (const engine of engines)
  test(`an imported paper breaks a sentence of a gap, up to the emails (${engine.name})`, async (t) => {
    const subscribers = await startSubscriberTest(t, { engine })
    const { service, office } = subscribers
    const { store, run } = service
    assert.ok((await loadStarter(service)) >= 250)
    const alerts = store.private.alerts
    const examine = async (): Promise<void> => {
      while ((await store.private.evidence.due(1)).length > 0) await finish(checkEvidenceJob(service))
      await finish(settleAlertsJob({ run, alerts }))
    }
    const editor = await editorialClient(service)
    const openAlerts = async () => (await editor.get<{ alerts: Alert[] }>('/alerts')).alerts
    const searchOf = async () =>
      (await jsonOf<{ evidence: Found[] }>(await service.get(`/api/v1/gaps/${GAP}/evidence`))).evidence.find(
        ({ kind }) => kind === 'search',
      )
    const page = async () => wordsOf(await markupOf(await service.get(`/gaps/${GAP}`)))

    // Those who are told: an editor, a reader who follows the question, and two webhooks of which one names the event.
    await run(addEditor, { name: 'Ada', email: EDITOR, role: 'editor', actor: 'test' })
    await confirmFollow(subscribers, { search: `/?${QUERY}&match=all&sort=newest` })
    const receiver = await openReceiver(t)
    const webhooks = await openWebhookDeliveries(t, receiver, service)
    await webhooks.add('/named', ['alert.opened'])
    await webhooks.add('/public')
    /** The alerts that were mailed to editors, each email once. */
    const mailed = async (): Promise<ReadEmail[]> => {
      await finish(mailAlertsJob({ run, alerts }))
      await office.deliver()
      return office.sink.emails
        .filter(({ to }) => to.includes(EDITOR))
        .map(({ raw }) => readEmail(raw))
        .filter((email) => email.textField('subject').includes('look at again'))
    }

    await examine()
    assert.deepEqual(await openAlerts(), [])
    assert.equal((await searchOf())?.count, 0)
    assert.match(await page(), /finds 0 papers/u)
    assert.deepEqual(await mailed(), [], 'nothing to look at')

    // The import.
    const imported = await fetch(`${service.url}/api/editorial/imports`, {
      method: 'POST',
      headers: { 'x-api-key': await service.key('ingest'), 'content-type': 'application/x-bibtex' },
      body: RECORD,
    })
    const { stored, records } = await jsonOf<{ stored: number; records: { id: string }[] }>(imported)
    const id = records[0]?.id ?? ''
    assert.deepEqual([stored, /^p\d+$/u.test(id)], [1, true])
    await examine()
    assert.deepEqual(await openAlerts(), [], 'what waits for review breaks nothing')
    const decided = await editor.ask(`/submissions/${id}/decision`, { method: 'POST', body: { decision: 'accept' } })
    assert.equal(decided.status, 200, await decided.text())

    // The alert.
    await examine()
    const [alert, ...others] = await openAlerts()
    assert.deepEqual(others, [])
    assert.ok(alert !== undefined)
    assert.deepEqual(
      [alert.cause, alert.paper, alert.subject, alert.sentence, alert.mark],
      ['search', id, GAP, SENTENCE, `[search: ${QUERY} = 0]`],
    )
    assert.equal(alert.change, `The search finds 1, and found 0: ${id} is new.`)
    const session = await signedIn(service, 'editor')
    const listed = wordsOf(await markupOf(await session.get('/console/alerts')))
    assert.ok(listed.includes(alert.change) && listed.includes(SENTENCE), listed)
    await webhooks.deliver()
    const named = receiver.received.filter(({ path }) => path === '/named')
    assert.deepEqual(
      named.map(({ body }) => (JSON.parse(body) as { type: string; data: { alert: Alert } }).data.alert),
      [alert],
    )
    const eventsOfOthers = () =>
      receiver.received.flatMap(({ path, body }) => (path === '/public' ? [body] : [])).join('\n')
    assert.match(eventsOfOthers(), new RegExp(`"paper\\.accepted".*"${id}"`, 'u'))
    assert.doesNotMatch(eventsOfOthers(), /alert\.opened/u)

    // What the sentence rests on, for everybody.
    assert.equal((await searchOf())?.count, 1)
    assert.match(await page(), /finds 1 paper .*?the text says = 0\./u)

    // The email of the week, while the alert is open.
    const [first, ...rest] = await mailed()
    assert.deepEqual(rest, [])
    assert.match(first?.textField('subject') ?? '', /1 sentence to look at again/u)
    for (const part of [alert.change, `- ${SENTENCE}`]) assert.ok(first?.text.includes(part) === true, part)

    // The editor narrows the gap, and says what is true now.
    const change = { state: 'narrowing', reason: 'It measures reviewers through one shift.', papers: [id] }
    const narrowed = await editor.ask(`/gaps/${GAP}/history`, { method: 'POST', body: change, version: '*' })
    assert.equal(narrowed.status, 200, await narrowed.clone().text())
    const { history } = await jsonOf<{ history: Entry[] }>(await service.get(`/api/v1/gaps/${GAP}/history`))
    assert.deepEqual(
      history.map(({ entry, state, papers }) => [entry, state, papers]),
      [
        ['opened', 'open', []],
        ['narrowed', 'narrowing', [id]],
      ],
    )
    assert.equal(history[1]?.reason, change.reason)
    const gapPage = await page()
    for (const part of ['Narrowing, last narrowed', change.reason, TITLE])
      assert.ok(gapPage.includes(part), `${part}\n${gapPage}`)
    assert.equal((await openAlerts()).length, 1, 'the sentence still says that there is none')
    const { gap } = await editor.get<{
      gap: { title: string; severity: string; explanation: string; papers: string[] }
    }>(`/gaps/${GAP}`)
    const { title, severity, explanation, papers } = gap
    const edited = explanation.replace(
      `none measures people's decisions [search: ${QUERY} = 0]`,
      `one measures people's decisions [${id}] [search: ${QUERY} < 2]`,
    )
    const put = await editor.ask(`/gaps/${GAP}`, {
      method: 'PUT',
      body: { title, severity, explanation: edited, papers },
      version: '*',
    })
    assert.equal((await jsonOf<{ evidence?: unknown }>(put)).evidence, undefined, 'all marks hold')
    await examine()
    assert.deepEqual(await openAlerts(), [])
    const { alerts: settled } = await editor.get<{ alerts: Settled[] }>('/alerts?state=settled')
    assert.deepEqual(
      settled.map((one) => [one.id, one.settled?.as]),
      [[alert.id, 'edited']],
    )
    await webhooks.deliver()
    assert.match(eventsOfOthers(), new RegExp(`"gap\\.changed".*"${GAP}"`, 'u'))
    assert.match(await (await service.get('/gaps.atom')).text(), new RegExp(change.reason, 'u'))

    // The reader who follows the question, the next morning; the editor, a week later.
    const due = await digest(subscribers)
    const email = await due?.compose()
    assert.equal(email?.subject.startsWith(TITLE), true)
    assert.ok(email?.text.includes(`/papers/${id}`))
    service.clock.advance(WEEK_SECONDS)
    assert.equal((await mailed()).length, 1, 'nothing is open any more')
  })
