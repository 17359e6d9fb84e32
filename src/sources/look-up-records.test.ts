import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import type { OutboundClient } from '#ports/outbound.ts'
import { recordLookup } from './look-up-records.ts'

const listed = (fields: Record<string, string>, position: string): ImportedRecord => ({
  format: 'identifiers',
  position,
  recordId: null,
  fields,
  unmapped: [],
  source: position,
})

const resolvers = {
  arxiv: 'https://arxiv.example/api',
  doi: 'https://doi.example/',
  crossref: 'https://crossref.example',
  openalex: 'https://openalex.example',
}

const lookupWith = (get: OutboundClient['get'], longestMs?: number) =>
  recordLookup(
    { client: { get }, clock: { now: () => new Date() }, wait: () => Promise.resolve(), resolvers },
    longestMs === undefined ? {} : { longestMs },
  )

const answer = (status: number, body: string) => ({
  status,
  headers: {},
  body: Buffer.from(body),
  url: 'https://doi.example/',
  retryAt: null,
})

test('records are looked up, each once, and what is not known is named', async () => {
  const asked: string[] = []
  const lookUp = lookupWith(async ({ url }) => {
    asked.push(url)
    return url.endsWith('known')
      ? answer(200, JSON.stringify({ type: 'article-journal', title: 'Plans', DOI: '10.1000/known' }))
      : answer(404, '')
  })
  const found = await lookUp([
    listed({ doi: '10.1000/Known' }, 'line 1'),
    listed({ doi: '10.1000/none' }, 'line 2'),
    listed({ doi: '10.1000/known' }, 'line 3'),
  ])
  assert.deepEqual(
    found.map((record) => [record.position, 'fields' in record ? record.fields.title : record.reason]),
    [
      ['line 1', 'Plans'],
      ['line 2', 'There is no record of 10.1000/none: the server answered 404.'],
      ['line 3', 'Plans'],
    ],
  )
  assert.deepEqual(asked, ['https://doi.example/10.1000/known', 'https://doi.example/10.1000/none'])
})

test('a server that fails or does not answer in time is named for each record', async () => {
  const busy = lookupWith(() => Promise.resolve(answer(503, '')))
  assert.deepEqual(await busy([listed({ doi: '10.1000/a' }, 'line 1')]), [
    { position: 'line 1', reason: 'The server answered 503.' },
  ])
  const silent = lookupWith(({ signal }) => {
    const { promise, reject } = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    return promise
  }, 1)
  const [record] = await silent([listed({ doi: '10.1000/a' }, 'line 1')])
  assert.match(
    record !== undefined && 'reason' in record ? record.reason : '',
    /did not answer within .* look again\./u,
  )
  const broken = lookupWith(() => Promise.reject(new TypeError('a defect')))
  await assert.rejects(broken([listed({ doi: '10.1000/a' }, 'line 1')]), /a defect/u)
})
