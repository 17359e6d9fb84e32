import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFeed } from 'feedsmith'
import { addGap } from '#actions/editorial/gaps.ts'
import { changeEndpoint } from '#actions/webhooks.ts'
import { ensureHub } from '#jobs/webhooks.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { openReceiver, status, openWebhookDeliveries } from '../../support/webhooks.ts'

const HUB = 'https://hub.example.org/'

test('feeds of whole lists, chapters, concepts, institutions and severities name the hub and themselves, searches do not', async (t) => {
  const service = await startTestService(t, { websubHub: HUB })
  await service.accept(leastPaper({ id: 'p1', chapter: 1, concepts: ['planning'], institution: 'École Example' }))
  for (const [list, search] of [
    ['/papers', ''],
    ['/gaps', ''],
    ['/briefs', ''],
    ['/chapters/1', ''],
    ['/concepts/planning', ''],
    ['/papers', '?institution=%C3%89cole+Example'],
    ['/gaps', '?severity=high'],
  ] as const)
    for (const ending of ['atom', 'rss', 'json']) {
      const address = `${list}.${ending}${search}`
      const response = await service.get(address)
      assert.equal(response.headers.get('link'), `<${HUB}>; rel="hub", <${service.url}${address}>; rel="self"`)
      const text = await response.text()
      const { format } = parseFeed(text)
      assert.equal(format, ending)
      const named =
        ending === 'json'
          ? (JSON.parse(text) as { hubs: object[] }).hubs
          : text.match(/<(?:atom:)?link rel="hub" href="[^"]*"\/>/gu)
      assert.equal(named?.length, 1, address)
      assert.ok(JSON.stringify(named).includes(HUB))
    }
  for (const path of [
    '/papers.atom?chapter=1',
    '/papers.atom?before=1',
    '/chapters/1.rss?before=1',
    '/papers.atom?institution=ecole+example',
    '/papers.json?institution=%C3%89cole+Example&year=2025',
    '/papers.rss?q=author%3A%22Ada+Example%22',
  ]) {
    const response = await service.get(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('link'), null, path)
    assert.doesNotMatch(await response.text(), /hub/u)
  }
})

test('a hub is notified once of all that changed in a feed, and not of what was there before', async (t) => {
  const receiver = await openReceiver(t)
  const webhooks = await openWebhookDeliveries(t, receiver)
  const { run } = webhooks
  await webhooks.accept('p1')
  const url = `${receiver.origin}/hub`
  await ensureHub(webhooks, url)
  await webhooks.accept('p2', 'p3')
  await webhooks.deliver()
  assert.equal(receiver.received.length, 0, 'more may come')
  await webhooks.accept('p4')
  await webhooks.deliverLater(15)
  const takeReceived = () =>
    receiver.received.splice(0).map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  const topics = ['atom', 'rss', 'json'].map((ending) => `https://papers.example.org/papers.${ending}`)
  assert.deepEqual(
    takeReceived(),
    topics.map((topic) => ({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic })),
  )
  await webhooks.deliverLater(60)
  assert.equal(receiver.received.length, 0)

  receiver.answerWith(status(503))
  const gap = { title: 'Who repairs agents?', severity: 'high' as const, explanation: 'Nobody.', paperIds: [] }
  await run(addGap, { gap, actor: 'test' })
  await webhooks.deliver()
  await webhooks.deliverLater(15)
  assert.deepEqual(
    takeReceived().map((message) => message['hub.url']?.split('/').at(-1)),
    ['gaps.atom', 'gaps.rss', 'gaps.json'],
  )
  receiver.answerWith(null)
  await webhooks.deliverLater(100)
  assert.equal(takeReceived().length, 12, 'what failed is sent later, with the gaps of each severity')

  const [hub] = await webhooks.store.private.webhooks.list()
  await assert.rejects(run(changeEndpoint, { id: hub?.id ?? 0, change: 'remove', actor: 'test' }), /WEBSUB_HUB/u)
  await ensureHub({ store: webhooks.store, run: () => assert.fail('nothing is to be written') }, url)
  assert.equal((await webhooks.store.private.webhooks.list()).length, 1)
  await ensureHub(webhooks, null)
  assert.deepEqual(await webhooks.store.private.webhooks.list(), [])
})
