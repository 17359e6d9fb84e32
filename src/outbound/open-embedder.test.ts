import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { EmbeddingFailure, type EmbeddingFault } from '#core/embedding.ts'
import type { Embedder } from '#ports/embedder.ts'
import { openEmbedder } from './open-embedder.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

const KEY = 'a-key-that-nobody-may-see'

const serve = async (t: TestContext, answer: Answer): Promise<{ embedder: Embedder; asked: IncomingMessage[] }> => {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const endpoint = { url: `http://127.0.0.1:${port}/v1/embeddings`, model: 'm', key: KEY }
  return { embedder: openEmbedder(endpoint, { userAgent: 'Longview/test' }), asked }
}

const json =
  (body: unknown, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status).end(JSON.stringify(body))
  }

const failsWith = (fault: EmbeddingFault, sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof EmbeddingFailure)
  assert.ok(!error.message.includes(KEY))
  assert.match(error.message, sentence)
  assert.equal(error.fault, fault)
  return true
}

const QUESTION = { purpose: 'question' } as const

test('texts go to the endpoint with model and key, and vectors come back in their order', async (t) => {
  const data = [
    { index: 1, embedding: [0, 2] },
    { index: 0, embedding: [1, 0] },
  ]
  const { embedder, asked } = await serve(t, json({ data }))
  assert.equal(embedder.dimension(), null)
  const vectors = await embedder.embed(['one', 'two'], { purpose: 'texts' })
  assert.deepEqual(
    vectors.map((vector) => Array.from(vector)),
    [
      [127, 0],
      [0, 127],
    ],
  )
  assert.equal(embedder.dimension(), 2)
  const [{ method, url, headers } = {}] = asked
  assert.deepEqual(
    [method, url, headers?.authorization, headers?.['user-agent']],
    ['POST', '/v1/embeddings', `Bearer ${KEY}`, 'Longview/test'],
  )
})

test('vectors without an index have the order of the texts', async (t) => {
  const { embedder } = await serve(t, json({ data: [{ embedding: [1] }, { embedding: [-1] }] }))
  const vectors = await embedder.embed(['one', 'two'], QUESTION)
  assert.deepEqual(
    vectors.map((vector) => Array.from(vector)),
    [[127], [-127]],
  )
})

test('a redirect is not followed, since it would take texts and key elsewhere', async (t) => {
  const { embedder, asked } = await serve(t, (_request, response) => {
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  await assert.rejects(embedder.embed(['one'], QUESTION), failsWith('endpoint', /status 307/u))
  assert.equal(asked.length, 1)
})

test('a refusal of the texts is told from other failures', async (t) => {
  for (const [status, fault] of [
    [400, 'text'],
    [413, 'text'],
    [401, 'endpoint'],
    [404, 'endpoint'],
    [429, 'endpoint'],
    [503, 'endpoint'],
  ] as const) {
    const { embedder } = await serve(t, json({ error: KEY }, status))
    await assert.rejects(embedder.embed(['one'], QUESTION), failsWith(fault, new RegExp(`status ${status}`, 'u')))
  }
})

test('answers that cannot be used are refused', async (t) => {
  const wrong: [unknown, RegExp][] = [
    [null, /one vector for each of 2 texts/u],
    [{ data: [{ embedding: [1] }] }, /one vector for each of 2 texts/u],
    [{ data: [{ embedding: [1] }, null] }, /finite numbers/u],
    [{ data: [{ embedding: [1] }, { embedding: ['1'] }] }, /finite numbers/u],
    [{ data: [{ embedding: [1] }, { embedding: Array.from({ length: 8_193 }, () => 1) }] }, /finite numbers/u],
    [{ data: [{ embedding: [1] }, { embedding: [1, 2] }] }, /different lengths/u],
    [
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
      /different lengths/u,
    ],
    [{ data: [{ index: 'x', embedding: [1] }, { embedding: [1] }] }, /index that is not a whole number/u],
    [
      {
        data: [
          { index: 7, embedding: [1] },
          { index: 1, embedding: [1] },
        ],
      },
      /different lengths/u,
    ],
  ]
  for (const [body, sentence] of wrong) {
    const { embedder } = await serve(t, json(body))
    await assert.rejects(embedder.embed(['one', 'two'], QUESTION), failsWith('endpoint', sentence))
    assert.equal(embedder.dimension(), null)
  }
})

test('no more of an answer is read than a question may have', async (t) => {
  const { embedder } = await serve(t, (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  await assert.rejects(embedder.embed(['one'], QUESTION), failsWith('endpoint', /more than 500000 bytes/u))
})

test('a server that is not there is a failure, and so is a signal', async (t) => {
  const gone = openEmbedder({ url: 'http://127.0.0.1:1/v1/embeddings', model: 'm', key: null }, { userAgent: 'test' })
  await assert.rejects(gone.embed(['one'], QUESTION), failsWith('endpoint', /could not be reached/u))
  const { embedder } = await serve(t, () => stopping.abort())
  const stopping = new AbortController()
  await assert.rejects(embedder.embed(['one'], { ...QUESTION, signal: stopping.signal }), failsWith('endpoint', /./u))
})
