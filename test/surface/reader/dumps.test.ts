import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Dumps } from '#ports/dumps.ts'
import { dumpKeeper } from '#jobs/dumps.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { dumpFolder } from '../../../src/dumps/dump-folder.ts'
import { writeDump } from '#dumps/write-dump.ts'
import { openSource } from '#maintenance/copy-corpus.ts'
import { migratedFile } from '../../support/database/engines.ts'
import { temporaryFolder } from '../../support/files.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Index = {
  dumps: { seq: number; madeAt: string; files: { url: string; content: string; bytes: number; sha256: string }[] }[]
}

const ending = { after: (end: () => Promise<void>) => after(end) }
const path = await migratedFile(ending)
const folder = join(await temporaryFolder(ending), 'dumps')
const { add, ...kept } = dumpFolder(folder)
const now = new Date('2026-11-22T10:00:00.000Z')
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)
let makingFails = false

/** As the service has them, but made in the process of the test. */
const dumps: Dumps = {
  ...kept,
  make: () =>
    add((empty) => {
      if (makingFails) throw new Error('no room')
      return writeDump(() => openSource({ engine: 'sqlite', path }), {
        folder: empty,
        now: service.clock.now(),
        license: null,
      })
    }),
}
const service = await startTestService(
  { after },
  { dumps, engine: { name: 'SQLite', open: async (_t, ports) => openSqliteStore(path, ports) } },
)
const keeperOf = () =>
  dumpKeeper({ dumps, reader: service.store.private, clock: service.clock, log: service.log, kept: 2 })
const keep = keeperOf()
const { signal } = new AbortController()

const index = async (): Promise<Index> => jsonOf(await service.get('/dumps.json'))
const move = (to: Date): void => service.clock.set(to.toISOString())
const by = () => ({ actor: 'test', at: service.clock.now().toISOString() })
const text = (of: { bytes: Uint8Array }): string => gunzipSync(of.bytes).toString()
const download = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('there is nothing before the first dump, and one a day if anything has changed', async () => {
  assert.deepEqual(await index(), { dumps: [] })
  move(now)
  await service.accept(
    leastPaper({ id: 'p1', license: 'CC BY 4.0', fullText: 'Open words.' }),
    leastPaper({ id: 'p2', license: 'All rights reserved', fullText: 'Closed words.' }),
  )
  await submitInto(service, { key: await service.key(), state: 'pending', paper: { id: 'p3', title: 'Unseen' } })
  const made = await keep('daily', signal)
  assert.equal(made?.seq, await service.store.public.changes.last())
  move(later(1))
  await service.accept(leastPaper({ id: 'p4' }))
  assert.equal(await keep('daily', signal), null)
  move(later(24))
  assert.notEqual(await keep('daily', signal), null)
  move(later(48))
  assert.equal(await keep('daily', signal), null)
  assert.notEqual(await keep('always', signal), null)
  assert.equal((await index()).dumps.length, 2)
})

test('what machines read first names the dumps', async () => {
  for (const path of ['/robots.txt', '/.well-known/api-catalog', '/.well-known/ai-catalog.json'])
    assert.ok((await (await service.get(path)).text()).includes(`${service.url}/dumps`), path)
})

test('the list of dumps, as JSON and as a page, describes the files as they are', async () => {
  const { dumps: all } = await index()
  assert.deepEqual(all, (await jsonOf<Index>(await service.get('/dumps/index.json'))).dumps)
  assert.deepEqual(all, (await jsonOf<Index>(await service.get('/dumps', { accept: 'application/json' }))).dumps)
  const page = await (await service.get('/dumps', { accept: 'text/html' })).text()
  for (const { url, bytes: size, sha256, content } of all.flatMap(({ files }) => files)) {
    assert.ok(page.includes(new URL(url).pathname) && page.includes(sha256))
    const { response, bytes } = await download(url)
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'accept-ranges', 'etag'].map((name) => response.headers.get(name)),
      ['application/gzip', 'nosniff', 'bytes', `"${sha256}"`],
    )
    assert.equal(bytes.length, size)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
    assert.doesNotMatch(text({ bytes }), content === 'texts' ? /Closed/u : /words|Unseen/u)
  }
  assert.equal((await fetch(`${service.url}/dumps/`, { redirect: 'manual' })).headers.get('location'), '/dumps')
})

test('a download that broke goes on where it was', async () => {
  const [file] = (await index()).dumps[0]?.files ?? []
  assert.ok(file)
  const { bytes: whole, response } = await download(file.url)
  const etag = response.headers.get('etag') ?? ''
  const first = await download(file.url, { Range: 'bytes=0-99' })
  const rest = await download(file.url, { Range: 'bytes=100-', 'If-Range': etag })
  assert.deepEqual([first.response.status, rest.response.status], [206, 206])
  assert.equal(rest.response.headers.get('content-range'), `bytes 100-${file.bytes - 1}/${file.bytes}`)
  assert.deepEqual(Buffer.concat([first.bytes, rest.bytes]), Buffer.from(whole))
  const other = await download(file.url, { Range: 'bytes=100-', 'If-Range': '"other"' })
  assert.deepEqual([other.response.status, other.bytes.length], [200, file.bytes])
  assert.equal((await download(file.url, { Range: `bytes=${file.bytes}-` })).response.status, 416)
  assert.equal((await download(file.url, { 'If-None-Match': etag })).response.status, 304)
  const head = await fetch(file.url, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(file.bytes)])
})

test('only what the list names can be had', async () => {
  await writeFile(join(folder, 'secret.txt'), 'x')
  for (const name of ['secret.txt', 'making.lock', '..%2fcorpus.db', 'longview-20261122T100000000Z-texts.ids', 'x'])
    assert.equal((await service.get(`/dumps/${name}`)).status, 404, name)
})

test('a retraction takes every dump that holds the paper out at the next look', async () => {
  const before = (await index()).dumps.flatMap(({ files }) => files)
  await service.store.transact((tx) => tx.papers.transition('p1', { state: 'retracted', note: 'x', ...by() }))
  move(later(49))
  assert.notEqual(await keep('daily', signal), null)
  const { dumps: left } = await index()
  assert.equal(left.length, 1)
  for (const { url } of before) assert.equal((await fetch(url)).status, 404)
  for (const { url } of left[0]?.files ?? []) assert.doesNotMatch(text(await download(url)), /"id":"p1"|Open words/u)
  // Two files, what describes them, the ids of the texts, and what the test put there.
  assert.equal((await readdir(folder)).length, 5)
})

const license = (id: string, given: string) =>
  service.store.transact((tx) => tx.papers.revise(id, by(), ({ paper }) => ({ ...paper, license: given })))

test('so does a licence that is open no more, also where no new dump can be made', async () => {
  await license('p2', 'CC0')
  move(later(50))
  await keep('if changed', signal)
  await license('p4', 'CC0')
  move(later(51))
  assert.equal(await keep('daily', signal), null)
  assert.equal((await index()).dumps.length, 2)
  await license('p2', 'All rights reserved')
  makingFails = true
  await assert.rejects(keep('daily', signal), /no room/u)
  assert.equal((await dumps.failure())?.message, 'no room')
  makingFails = false
  assert.equal((await index()).dumps.length, 1)
  for (const { url } of (await index()).dumps[0]?.files ?? [])
    assert.doesNotMatch(text(await download(url)), /Closed words/u)
})

test('a dump is made by one process at a time, and one that was cut short is none', async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'making.lock'), '')
  assert.equal(await keep('always', signal), null)
  const { dumps: left } = await index()
  const [file] = left[0]?.files ?? []
  assert.ok(file)
  await truncate(join(folder, file.url.split('/').at(-1) ?? ''), 10)
  assert.equal((await index()).dumps.length, left.length - 1)
})

test('dumps of a corpus that was put back to an earlier state are replaced', async (t) => {
  const other = join(await temporaryFolder(t), 'dumps')
  const { add: addOther, ...otherShelf } = dumpFolder(other)
  const make = (seq: number) => () =>
    addOther(async () => ({
      dump: { id: '20261122T100000000Z', seq, madeAt: now.toISOString(), files: [] },
      textIds: [],
    }))
  await make(99_999)()
  const again = dumpKeeper({
    dumps: { ...otherShelf, make: async () => null },
    reader: service.store.private,
    clock: service.clock,
    log: service.log,
    kept: 2,
  })
  await again('daily', signal)
  assert.deepEqual(await otherShelf.list(), [])
})

test('a library without dumps says so', async (t) => {
  const without = await startTestService(t)
  for (const path of ['/dumps', '/dumps.json', '/dumps/index.json', '/dumps/x']) {
    const failure = await without.get(path)
    assert.equal(failure.status, 404)
    await failure.arrayBuffer()
  }
})
