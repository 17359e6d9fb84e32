import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { commandInProcess } from '../support/process/process-corpus.ts'
import { assertRefused } from '../support/process/longview-process.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

// Reading any server from the command line.

const service = await startTestService({ after })
await service.accept(
  wholePaper({ id: 'p1', title: 'Planning for days', longHorizonScore: 0.9, fullText: 'All of it.' }),
  wholePaper({
    id: 'p2',
    title: 'Planning for weeks',
    longHorizonScore: 0.5,
    year: 2020,
    url: 'https://arxiv.org/abs/2503.14499',
  }),
  wholePaper({
    id: 'p3',
    title: 'Memory that lasts',
    abstract: 'It counts the days.',
    abstractBy: 'editors',
    url: 'https://example.org/3',
  }),
)
const read = (...args: string[]): ReturnType<typeof commandInProcess> =>
  commandInProcess([...args, '--at', service.url])

test('search prints a table of the best papers, or JSON, and takes the filters of the server', async () => {
  const { code, stdout, stderr } = await read('search', 'planning', '--limit', '1')
  assert.equal(code, 0)
  assert.match(stdout, /^id {2}year {2}score {2}title\np\d {2}20\d\d {2}\d\.\d {4}Planning for \w+\n$/u)
  assert.match(stderr, /^1 of 2;/u)
  const asJson = await read('search', 'planning', '--json', '--year-from', '2024')
  assert.deepEqual(
    (JSON.parse(asJson.stdout) as { hits: { id: string }[] }).hits.map(({ id }) => id),
    ['p1'],
  )
  const answered = (await (await service.get('/api/v1/search?q=planning+days')).json()) as { strong: number }
  const { strong } = JSON.parse((await read('search', 'planning days', '--json')).stdout) as { strong: number }
  assert.equal(strong, answered.strong)
  assert.ok(strong > 0)
  const none = await read('search', 'barley')
  assert.deepEqual([none.code, none.stdout, none.stderr], [0, '', 'Nothing was found.\n'])
})

test('search finds papers like one, alone or with a question', async () => {
  const { stdout } = await read('search', '--like', '2503.14499', '--json')
  const { hits } = JSON.parse(stdout) as { hits: { id: string }[] }
  assert.deepEqual(hits.map(({ id }) => id).toSorted(), ['p1', 'p3'])
  assert.match((await read('search', 'memory', '--like', 'p1', '--limit', '1')).stdout, /\np3 /u)
  assertRefused(await read('search', '--like', 'p9'), /answers 400: .*like names no public paper/u)
})

test('show prints one paper by any of its names, the full text only when asked', async () => {
  const { stdout } = await read('show', 'p3')
  assert.ok(stdout.startsWith('Memory that lasts\nid '), stdout)
  assert.match(stdout, /^Summary\nIt counts the days\.$/mu)
  assert.match((await read('show', 'p1')).stdout, /^Abstract\nWe study/mu)
  assert.match(stdout, /^scores +longHorizonScore 0\.82, enterpriseScore 0\.4$/mu)
  assert.equal((JSON.parse((await read('show', '2503.14499', '--json')).stdout) as { id: string }).id, 'p2')
  assert.doesNotMatch((await read('show', 'p1')).stdout, /All of it\./u)
  assert.match((await read('show', 'p1', '--full-text')).stdout, /^Full text\nAll of it\.$/mu)
})

test('passages are found by a question or by their words', async () => {
  const quoted = await read('passages', 'counts the days', '--quote')
  assert.match(quoted.stdout, /^p3@1#abstract\.1 .* \(exact\)\nIt counts the days\.\nhttp:\S+\/papers\/p3\?/u)
  const asked = await read('passages', 'agent save state', '--papers', 'p1', '--json')
  assert.equal((JSON.parse(asked.stdout) as { passages: { paperId: string }[] }).passages[0]?.paperId, 'p1')
})

test('changes go on where they ended', async () => {
  const first = JSON.parse((await read('changes', '--limit', '2', '--json')).stdout) as {
    changes: unknown[]
    nextSeq: number
  }
  assert.equal(first.changes.length, 2)
  const { stdout } = await read('changes', '--since', String(first.nextSeq))
  assert.match(stdout, new RegExp(`^seq .*\\n${first.nextSeq + 1} `, 'u'))
  const end = JSON.parse((await read('changes', '--json')).stdout) as { nextSeq: number }
  const dated = JSON.parse((await read('changes', '--since', '9999-01-01', '--json')).stdout) as { changes: unknown[] }
  assert.deepEqual(dated, { changes: [], nextSeq: end.nextSeq })
  assert.equal(
    (await read('changes', '--since', String(end.nextSeq))).stderr,
    `Nothing has changed after ${end.nextSeq}.\n`,
  )
})

test('without --at the server of PUBLIC_URL is read', async () => {
  const ended = await commandInProcess(['show', 'p1'], { PUBLIC_URL: service.url })
  assert.match(ended.stdout, /^Planning for days\n/u)
})

test('what a server says is made safe for terminals', async (t) => {
  const hit = { id: 'p1', title: 'red \u001b[31m, back \r, left \u202e', score: 1 }
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ total: 1, hits: [hit], nextCursor: null }))
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const { stdout } = await commandInProcess(['search', 'x', '--at', `http://127.0.0.1:${port}`])
  assert.ok(stdout.endsWith(String.raw`red \u001b[31m, back \u000d, left \u202e` + '\n'), stdout)
})

test('what the server refuses ends in one sentence', async () => {
  assertRefused(await read('show', 'p999'), /answers 404: There is no paper p999/u)
  assertRefused(await read('show', '10.1000/none'), /has no paper 10\.1000\/none \(not_found\)/u)
  assertRefused(await read('search', 'planning', '--chapter', '9'), /answers 400: .*chapter/u)
})
