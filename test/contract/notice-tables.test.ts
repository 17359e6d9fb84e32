import assert from 'node:assert/strict'
import { after } from 'node:test'
import { gzipSync } from 'node:zlib'
import { noticeLine } from '#core/imports/notice.ts'
import type { Store } from '#ports/store/store.ts'
import { pagesInProcess, type PageReader } from '#sources/pages/pages-in-process.ts'
import { checkPage } from '#sources/pages/read-page.ts'
import { checkRows, type RowsOrder } from '#sources/pages/read-rows.ts'
import { budget } from '../support/budgets.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { noticeRow, serveTable, tableOf, tableOfSize, type ServedTable } from '../support/notice-table.ts'
import { openCatalogueServer, openWatching, type Answer } from '../support/sources.ts'

const server = await openCatalogueServer({ after })
const { origin } = server
const address = `${origin}/retraction_watch.csv`
const MEGABYTE = 1_000_000

const hangs: Answer = () => {}
const begins: Answer = (_url, response) => void response.writeHead(200).write(tableOf(noticeRow(1)))

/** Public papers that are the works of these rows. */
const addWorks = (store: Store, ...numbers: number[]): Promise<void> =>
  addPapers(
    store,
    ...numbers.map((number) =>
      newPaper({ id: `p${number}`, title: `A paper, number ${number}`, doi: `10.1000/work.${number}` }),
    ),
  )

const proposals = async (store: Store) =>
  (await store.private.imports.listProposals('open', null, 500))
    .map(({ paperId, notices }) => [paperId, ...notices.map(noticeLine)].join(' '))
    .toSorted()

const proposedFor = (number: number): string =>
  `p${number} Retracted, 2026-03-09: Retraction: Error in Data; Investigation by Journal/Publisher https://doi.org/10.1000/notice.${number}`

const countsOf = async (store: Store, id: number) => {
  const [last] = await store.private.sources.runs(id, 1)
  assert.ok(last !== undefined)
  const { requests, read, added, known, refused } = last
  return { requests, read, added, known, refused }
}

/** Reads rows here, and calls `before` with each piece. */
const watched =
  (before: (order: RowsOrder) => void): (() => PageReader) =>
  () => ({
    check: checkPage,
    checkRows: async (order) => {
      before(order)
      return checkRows(order)
    },
    close: async () => {},
  })

for (const engine of engines) {
  const contract = contractFor(engine)

  contract(
    'rows about papers of the library propose a retraction once, and an unchanged table costs a 304',
    async (store) => {
      const watching = await openWatching(store, origin)
      await addWorks(store, 3, 7)
      let served: ServedTable = {
        table: tableOf(...[1, 2, 3, 4, 5, 6, 7].map((number) => noticeRow(number))),
        etag: '"1"',
      }
      const { answer, asked } = serveTable(() => served)
      server.answerWith(answer)
      const id = await watching.add({ kind: 'retraction-watch', address, query: '' })
      assert.equal(await watching.read(id), 'done')
      assert.deepEqual(await countsOf(store, id), { requests: 1, read: 7, added: 2, known: 0, refused: 0 })
      assert.deepEqual(await proposals(store), [proposedFor(3), proposedFor(7)])
      assert.deepEqual(await watching.open(), [], 'a row is no paper')
      for (const number of [3, 7])
        assert.equal(
          (await store.private.imports.listOrigins(`p${number}`, 10)).length,
          1,
          'the row stays with its paper',
        )

      assert.equal(await watching.read(id), 'done')
      assert.deepEqual(asked.at(-1), { 'if-none-match': '"1"', 'accept-encoding': 'gzip' })
      assert.deepEqual(await countsOf(store, id), { requests: 1, read: 0, added: 0, known: 0, refused: 0 })

      served = { table: tableOf(...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => noticeRow(number))), etag: '"2"' }
      await addWorks(store, 8)
      assert.equal(await watching.read(id), 'done')
      assert.deepEqual(await countsOf(store, id), { requests: 1, read: 8, added: 1, known: 2, refused: 0 })
      assert.equal((await proposals(store)).length, 3)
      const { position, lastError } = await watching.source(id)
      assert.deepEqual([position.etag, position.file, position.begunAt, lastError], ['"2"', null, null, null])
    },
  )

  contract(
    'a table goes on where its connection broke or its reader was stopped, while it is the same',
    async (store) => {
      const watching = await openWatching(store, origin)
      const { table, rows } = tableOfSize(2.4 * MEGABYTE)
      await addWorks(store, 1, 7, rows - 1, rows)
      let served: ServedTable = { table, etag: '"1"', cutAfter: 1.2 * MEGABYTE }
      const { answer, asked } = serveTable(() => {
        const now = served
        served = { table: served.table, etag: served.etag }
        return now
      })
      server.answerWith(answer)
      const id = await watching.add({ kind: 'retraction-watch', address, query: '' })
      const stopping = new AbortController()
      let pieces = 0
      const stopped = watched(() => {
        pieces += 1
        if (pieces === 4) stopping.abort()
      })
      assert.equal(await watching.read(id, { signal: stopping.signal, openPages: stopped }), 'interrupted')
      assert.equal(asked.length, 2)
      assert.deepEqual(asked[0], { 'accept-encoding': 'gzip' })
      const went = Number(asked[1]?.range?.slice('bytes='.length, -1))
      assert.ok(went > 0.9 * MEGABYTE && went < 1.2 * MEGABYTE, String(asked[1]?.range))
      assert.equal(table[went - 1], 0x0a, 'a row begins there')
      assert.deepEqual([asked[1]?.['if-range'], asked[1]?.['accept-encoding']], ['"1"', 'identity'])
      const { position } = await watching.source(id)
      assert.ok(position.file !== null && position.file.offset > went)
      assert.deepEqual(await proposals(store), [proposedFor(1), proposedFor(7)].toSorted())

      const sizes: number[] = []
      assert.equal(
        await watching.read(id, { openPages: watched((order) => void sizes.push(order.rows.byteLength)) }),
        'done',
      )
      assert.equal(asked[2]?.range, `bytes=${position.file.offset}-`)
      assert.ok(sizes.reduce((sum, size) => sum + size, 0) < table.byteLength - went)
      const runs = await store.private.sources.runs(id, 5)
      assert.equal(
        runs.reduce((sum, { read }) => sum + read, 0),
        rows,
        'each row once',
      )
      assert.deepEqual(await proposals(store), [1, 7, rows - 1, rows].map(proposedFor).toSorted())

      // Another table in its place is read from its beginning, as is one whose server knows no ranges.
      for (const [etag, ranges] of [
        ['"3"', true],
        ['"4"', false],
      ] as const) {
        served = { table, etag: `"x${etag.slice(1)}`, cutAfter: 1.2 * MEGABYTE }
        const serve = serveTable(() => {
          const now = served
          served = { table, etag, ranges }
          return now
        })
        server.answerWith(serve.answer)
        assert.equal(await watching.read(id), 'done')
        assert.equal(serve.asked.length, 2)
        assert.match(serve.asked[1]?.range ?? '', /^bytes=\d+-$/u)
        assert.equal((await watching.source(id)).position.etag, etag)
        assert.ok((await countsOf(store, id)).read > rows, 'and counted as read again')
      }
    },
  )

  contract('a compressed table that broke is asked for as it is, so that it can be read on', async (store) => {
    const watching = await openWatching(store, origin)
    const { table, rows } = tableOfSize(1.5 * MEGABYTE)
    const packed = gzipSync(table)
    const { answer, asked } = serveTable(() => ({ table, etag: '"1"' }))
    let cut: (() => void) | null = null
    const half: Answer = (_url, response) => {
      cut = () => void response.destroy()
      response.writeHead(200, { 'Content-Encoding': 'gzip', ETag: '"1-gzip"', 'Content-Length': packed.byteLength })
      response.write(packed.subarray(0, packed.byteLength * 0.8))
    }
    server.answerWith(answer)
    server.failNext(half)
    const id = await watching.add({ kind: 'retraction-watch', address, query: '' })
    assert.equal(await watching.read(id, { openPages: watched(() => cut?.()) }), 'done')
    assert.deepEqual(asked, [{ 'accept-encoding': 'identity' }])
    assert.ok((await countsOf(store, id)).read > rows)
    server.failNext((_url, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', ETag: '"2-gzip"' }).end(packed)
    })
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await countsOf(store, id), { requests: 1, read: rows, added: 0, known: 0, refused: 0 })
    assert.equal((await watching.source(id)).position.etag, '"2-gzip"')
  })

  contract(
    'a table that ends in the middle of a row is read again, and taken as it is the third time',
    async (store) => {
      const watching = await openWatching(store, origin)
      await addWorks(store, 1, 2)
      const whole = tableOf(noticeRow(1), noticeRow(2))
      const cuts = [whole.indexOf('work.2'), whole.lastIndexOf('Investigation'), whole.lastIndexOf('See also')]
      for (const [index, end] of cuts.entries()) {
        server.answerWith(serveTable(() => ({ table: whole.subarray(0, end), etag: '"1"' })).answer)
        const id = await watching.add({ kind: 'retraction-watch', address: `${address}?${index}`, query: '' })
        for (const failed of [1, 2]) {
          assert.equal(await watching.read(id), 'failed')
          const { lastError, failures: failedRuns, position } = await watching.source(id)
          assert.match(lastError ?? '', /^The table ends in the middle of a row/u)
          assert.deepEqual([failedRuns, position.etag, position.file], [failed, null, null])
        }
        assert.equal(await watching.read(id), 'done')
        const [last] = await store.private.sources.runs(id, 1)
        assert.deepEqual([last?.read, last?.refused], [2, 1])
        assert.match(last?.refusals[0]?.position ?? '', /^line 3$/u)
        assert.deepEqual(await proposals(store), [proposedFor(1)], 'half a row says nothing')
      }
    },
  )

  contract('what a server may do instead of sending a table is an error that the source shows', async (store) => {
    const watching = await openWatching(store, origin)
    const id = await watching.add({ kind: 'retraction-watch', address, query: '' })
    const faults: [Answer, RegExp, number][] = [
      [hangs, /took longer than 0\.05 seconds/u, 5],
      [begins, /took longer than 0\.05 seconds/u, 5],
      [(_url, response) => void response.writeHead(503).end(), /The server answered 503/u, 5],
      [(_url, response) => void response.writeHead(404).end(), /The server answered 404/u, 1],
      [(_url, response) => void response.writeHead(206).end('1,2'), /The server answered 206/u, 1],
      [(_url, response) => void response.end('<html><body>We moved.</body></html>\n'), /is not the table of/u, 1],
      [(_url, response) => void response.end('title,authors,year\nOne,Ada,2024\n'), /is not the table of/u, 1],
      [(_url, response) => void response.end(), /is not the table of/u, 1],
    ]
    for (const [answer, error, requests] of faults) {
      server.answerWith(answer)
      assert.equal(await watching.read(id, { limits: { ms: 50 } }), 'failed')
      assert.match((await watching.source(id)).lastError ?? '', error)
      assert.equal((await countsOf(store, id)).requests, requests)
    }
    server.answerWith((_url, response) => void response.end(tableOf(noticeRow(1), noticeRow(2))))
    assert.equal(await watching.read(id, { limits: { bytes: 1_000 } }), 'failed')
    assert.match((await watching.source(id)).lastError ?? '', /more than 1000 bytes/u)
    assert.equal(await watching.read(id), 'done')
    assert.equal((await watching.source(id)).failures, 0)
  })

  contract('rows of another shape are refused with their lines, and the others are read', async (store) => {
    const watching = await openWatching(store, origin)
    await addWorks(store, 1, 4, 7, 9)
    const long = `"${'x'.repeat(600_000)}\n${'y'.repeat(600_000)}`
    const table = tableOf(
      noticeRow(1),
      '2,Too,few',
      `${noticeRow(3)}one,more`,
      noticeRow(4, { nature: 'Reinstatement' }),
      noticeRow(7),
      long,
      noticeRow(9),
    )
    const { answer } = serveTable(() => ({ table, etag: '"1"' }))
    server.answerWith(answer)
    const id = await watching.add({ kind: 'retraction-watch', address, query: '' })
    assert.equal(await watching.read(id), 'done')
    const [last] = await store.private.sources.runs(id, 1)
    assert.deepEqual(
      last?.refusals.map(({ position, reason }) => [position, reason.slice(0, 40)]),
      [
        ['line 3', 'This row has 3 cells and the header 21.'],
        ['line 4', 'This row has 22 cells and the header 21:'],
        ['line 8', 'A row may have at most 1000000 character'],
      ],
    )
    assert.deepEqual([last?.read, last?.added, last?.refused], [7, 3, 3])
    assert.deepEqual(await proposals(store), [proposedFor(1), proposedFor(7), proposedFor(9)])
  })

  contract('a large table is read in pieces of bounded size by a process of its own', async (store) => {
    const watching = await openWatching(store, origin)
    const { table, rows } = tableOfSize(budget('megabytesOfNotices') * MEGABYTE)
    const works = Array.from({ length: 20 }, (_, index) => 1 + Math.floor((index * (rows - 1)) / 19))
    await addWorks(store, ...works)
    server.answerWith(serveTable(() => ({ table, etag: '"1"' })).answer)
    const id = await watching.add({ kind: 'retraction-watch', address, query: '' })
    let largest = 0
    const openPages = (): PageReader => {
      const reader = pagesInProcess()
      return {
        ...reader,
        checkRows: (order, signal) => {
          largest = Math.max(largest, order.rows.byteLength)
          return reader.checkRows(order, signal)
        },
      }
    }
    assert.equal(await watching.read(id, { openPages }), 'done')
    assert.deepEqual(await countsOf(store, id), { requests: 1, read: rows, added: 20, known: 0, refused: 0 })
    assert.deepEqual(await proposals(store), works.map(proposedFor).toSorted())
    assert.ok(largest < MEGABYTE, String(largest))
  })
}
