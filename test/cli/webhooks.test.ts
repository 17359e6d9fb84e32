import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { openReceiver, type Receiver } from '../support/webhooks.ts'

/** Resolves once this many messages have come. */
const arrived = async (receiver: Receiver, count: number): Promise<void> => {
  if (receiver.received.length >= count) return
  await once(receiver.arrivals, 'received')
  await arrived(receiver, count)
}

test('a webhook is added, served, tested, replayed, rotated, paused by a restore and removed, by commands', async (t) => {
  const receiver = await openReceiver(t)
  const environment = { OUTBOUND_ALLOW: receiver.origin, LOG_LEVEL: 'silent' }
  const corpus = await processCorpus(t, environment)
  const url = `${receiver.origin}/hooks/longview`

  const added = await corpus.json<{ id: number; secret: string; events: string[] }>('webhooks', 'add', url)
  assert.equal(added.id, 1)
  assert.equal(added.events.includes('submission.decided'), false)
  assert.match((await corpus.run('webhooks', 'add', url)).stderr, /The webhook 1 has this address/u)
  for (const [wrong, says] of [
    ['http://hooks.example.org/', /url: may not be contacted, because only https:\/\/ is allowed; OUTBOUND_ALLOW=/u],
    ['https://10.0.0.1/', /url: may not be contacted, because it is not a public address; OUTBOUND_ALLOW=/u],
    ['hooks', /url: must be a complete address/u],
    ['https://me:secret@hooks.example.org/', /url: must not contain a user name/u],
  ] as const)
    assert.match((await corpus.run('webhooks', 'add', wrong)).stderr, says)
  assert.match((await corpus.run('webhooks', 'add', `${url}/2`, '--events', 'paper.lost')).stderr, /events/u)

  const server = await corpus.serveHere()
  await corpus.run('ingest', '--accept', await corpus.file('papers.jsonl', [leastPaper()]))
  await arrived(receiver, 1)
  const first = receiver.received[0] ?? assert.fail()
  const event = new Webhook(added.secret).verify(first.body, first.headers) as { type: string }
  assert.equal(event.type, 'paper.accepted')
  assert.match(first.headers['user-agent'] ?? '', /^Longview\//u)
  const test = await corpus.json<{ messageId: string }>('webhooks', 'test', '1')
  await arrived(receiver, 2)
  assert.equal(receiver.received[1]?.headers['webhook-id'], test.messageId)
  const since = '2026-01-01'
  assert.deepEqual(await corpus.json('webhooks', 'replay', '1', '--since', since), { id: 1, events: 1 })
  await arrived(receiver, 3)
  assert.equal(receiver.received[2]?.headers['webhook-id'], first.headers['webhook-id'])
  await server.stop()
  assert.match((await corpus.run('webhooks', 'replay', '1', '--since', 'May')).stderr, /since: must be a day such as/u)
  assert.match((await corpus.run('webhooks', 'replay', '1', '--since', '2126-01-01')).stderr, /not be in the future/u)
  const deliveries = await corpus.json<{ type: string }[]>('webhooks', 'deliveries', '1')
  assert.deepEqual(
    deliveries.map(({ type }) => type),
    ['paper.accepted', 'webhook.test', 'paper.accepted'],
  )
  assert.match((await corpus.run('webhooks', 'deliveries', '1', '--limit', '1')).stdout, /paper\.accepted +paper p1/u)

  const rotated = await corpus.json<{ secret: string }>('webhooks', 'rotate', '1')
  assert.notEqual(rotated.secret, added.secret)
  assert.equal(
    corpus
      .inspect((db) => JSON.stringify(db.prepare('SELECT * FROM webhook_endpoints').all()))
      .includes(rotated.secret),
    false,
  )
  const backup = `${corpus.folder}/backup.db`
  assert.equal((await corpus.run('backup', backup)).code, 0)
  const restored = await processCorpus(t, environment)
  assert.equal((await restored.run('restore', backup)).code, 0)
  const [listed] = await restored.json<{ state: string; pausedBecause: string }[]>('webhooks', 'list')
  assert.deepEqual([listed?.state, listed?.pausedBecause], ['paused', 'The corpus was restored from a backup.'])
  assert.match((await restored.run('webhooks', 'test', '1')).stderr, /is paused: resume it first/u)
  assert.deepEqual(await restored.json('webhooks', 'resume', '1', '--skip'), { id: 1, state: 'active' })
  assert.match((await restored.run('webhooks', 'list')).stdout, /1 +active +http/u)
  assert.deepEqual(await restored.json('webhooks', 'remove', '1'), { id: 1, state: 'removed' })
  assert.equal((await restored.run('webhooks', 'pause', '1')).stderr, 'longview: There is no webhook 1.\n')
  assert.match((await restored.run('webhooks', 'list')).stdout, /no webhooks/u)
})
