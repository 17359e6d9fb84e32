import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmAlert } from '#actions/alerts.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { addGap } from '#actions/editorial/gaps.ts'
import { checkEvidenceJob } from '#jobs/evidence.ts'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { markupOf, wordsOf } from '../../support/markup.ts'
import { briefOfWeek47, leastPaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

type Alert = {
  id: number
  cause: string
  paper: string
  kind: string
  subject: string
  sentence: string
  change: string
}

const examine = (service: TestService) => checkEvidenceJob(service).run(new AbortController().signal)

/** A library with two gaps that rest on a paper, which is then retracted, and one on another. */
const withAlerts = async (t: Parameters<typeof startTestService>[0]): Promise<TestService> => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  for (const explanation of [
    'It <holds> [p1].',
    'So does this [p1].',
    'And this [p2].',
    'None yet [search: q=forgetting = 0].',
  ])
    await service.run(addGap, { gap: { title: 'G', severity: 'high', explanation, paperIds: [] }, actor: 'test' })
  await examine(service)
  await decide(service, 'p1', 'retract', 'It was wrong.')
  await service.accept(leastPaper({ id: 'p3', title: 'Forgetting' }))
  await examine(service)
  return service
}

test('alerts are listed by what changed, and settled once', async (t) => {
  const service = await withAlerts(t)
  const editor = await editorialClient(service)
  const { alerts } = await editor.get<{ alerts: Alert[] }>('/alerts')
  assert.deepEqual(
    alerts.map(({ cause, paper, kind, subject, sentence, change }) => [cause, paper, kind, subject, sentence, change]),
    [
      ['retracted', 'p1', 'gap', 'g1', 'It <holds>.', 'p1 was retracted.'],
      ['retracted', 'p1', 'gap', 'g2', 'So does this.', 'p1 was retracted.'],
      ['search', 'p3', 'gap', 'g4', 'None yet.', 'The search finds 1, and found 0: p3 is new.'],
    ],
  )
  const [first, second, third] = alerts.map(({ id }) => `/alerts/${id}`)
  const post = (path: string, body?: unknown) => editor.ask(path, { method: 'POST', body })
  const confirmed = await jsonOf<{ alert: { settled: { as: string; revision: number } } }>(
    await post(`${first}/confirm`),
  )
  assert.equal(confirmed.alert.settled.as, 'confirmed')
  assert.equal(confirmed.alert.settled.revision, await service.store.private.revision())
  assert.equal((await post(`${first}/confirm`)).status, 409)
  assert.equal((await post(`${second}/mute`)).status, 409)
  assert.equal((await post(`${second}/correct`, { text: 'It was wrong.' })).status, 409)
  assert.equal((await post(`${second}/correct`, { text: ' ' })).status, 400)
  assert.equal((await post(`${third}/mute`)).status, 200)
  for (const path of ['/alerts/999/confirm', '/alerts/x/confirm', '/alerts/0x1/confirm', '/alerts/1e0/confirm'])
    assert.equal((await post(path)).status, 404)
  assert.equal((await editor.get<{ alerts: Alert[] }>('/alerts')).alerts.length, 1)
  assert.equal((await editor.get<{ alerts: Alert[] }>('/alerts?state=settled')).alerts.length, 2)
  await assertFailure(await editor.ask('/alerts?state=none'), 'corpus', 400)
  assert.deepEqual(
    [(await actsOf(service, 'alert.confirm')).length, (await actsOf(service, 'alert.mute')).length],
    [1, 1],
  )
})

test('the console shows alerts by what changed, and settles them without a script', async (t) => {
  const service = await withAlerts(t)
  const editor = await signedIn(service, 'editor')
  const page = async (path = '/console/alerts') => markupOf(await editor.get(path), 200)
  const shown = await page()
  assert.match(
    wordsOf(shown),
    /p1 was retracted\. p1 · retracted · 2 sentences It <holds>\. gap g1 .* So does this\. .* The search finds 1, and found 0: p3 is new\./u,
  )
  const [, id = ''] = /action="\/console\/alerts\/(?<id>\d+)\/mute"/u.exec(shown) ?? []
  assert.equal((await editor.post(`/console/alerts/${id}/mute`)).headers.get('location'), '/console/alerts?saved=yes')
  const [, other = ''] = /action="\/console\/alerts\/(?<id>\d+)\/confirm"/u.exec(await page()) ?? []
  assert.equal((await editor.post(`/console/alerts/${other}/confirm`)).status, 303)
  assert.match(
    wordsOf(await page('/console/alerts?saved=yes')),
    /is settled\. .* Settled lately .*: confirmed, revision \d+ · It <holds>\./u,
  )
  assert.equal((await editor.post(`/console/alerts/${other}/confirm`)).status, 409)
})

test('each sentence of a brief has a field of its own for its correction', async (t) => {
  const service = await startTestService(t)
  await service.accept(...briefOfWeek47.featured.map((id) => leastPaper({ id })), leastPaper({ id: 'p90' }))
  const brief = { ...briefOfWeek47, summary: 'It holds [p90]. So does this [p90].' }
  await service.run(publishBrief, { brief, actor: 'test' })
  await examine(service)
  await decide(service, 'p90', 'retract', 'It was wrong.')
  await examine(service)
  const shown = await markupOf(await (await signedIn(service, 'editor')).get('/console/alerts'))
  const labelled = [...shown.matchAll(/<label for="(?<id>correction-\d+)">/gu)].map(({ groups }) => groups?.id ?? '')
  assert.equal(new Set(labelled).size, 2)
  for (const id of labelled) assert.equal(shown.split(`<textarea id="${id}" name="text"`).length, 2, id)
})

test('a correction that is refused is shown again as it was typed, with the error beside its field', async (t) => {
  const service = await startTestService(t)
  await service.accept(...briefOfWeek47.featured.map((id) => leastPaper({ id })), leastPaper({ id: 'p90' }))
  const brief = { ...briefOfWeek47, summary: 'It holds [p90]. So does this [p90].' }
  await service.run(publishBrief, { brief, actor: 'test' })
  await examine(service)
  await decide(service, 'p90', 'retract', 'It was wrong.')
  await examine(service)
  const editor = await signedIn(service, 'editor')
  const [first = 0, second = 0] = (await service.store.private.alerts.open(9)).map(({ id }) => id)
  const correct = (id: number, text: string) => editor.post(`/console/alerts/${id}/correct`, { text })
  const refused = await correct(second, 'It was wrong <after> all [p1].')
  assert.equal(refused.status, 400)
  const shown = await refused.text()
  const formOf = (id: number): string =>
    new RegExp(`<details(?:(?!<details)[^])*?id="correction-${id}"[^]*?</details>`, 'u').exec(shown)?.[0] ?? ''
  assert.match(formOf(second), /^<details open>[^]*>\n?It was wrong &lt;after&gt; all \[p1\]\.<\/textarea>/u)
  assert.match(formOf(second), /aria-invalid="true"[^]*<p class="error" id="correction-\d+-error">/u)
  assert.match(formOf(first), /^<details>[^]*data-markdown>\n<\/textarea>/u)
  assert.doesNotMatch(formOf(first), /class="error"/u)

  await service.run(confirmAlert, { id: second, actor: 'test' })
  const late = await correct(second, 'It was <wrong>.')
  assert.equal(late.status, 409)
  assert.match(
    await late.text(),
    /has already been settled\.[^]*You wrote:<\/p><pre dir="auto">It was &lt;wrong&gt;\.<\/pre>/u,
  )
  assert.equal((await correct(first, 'p90 was retracted.')).headers.get('location'), '/console/alerts?saved=yes')
})
