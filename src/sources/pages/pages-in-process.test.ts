import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordText } from '#core/imports/imported-record.ts'
import { checkPage, type PageOrder } from './read-page.ts'
import { HEADER, noticeRow, tableOf } from '../../../test/support/notice-table.ts'
import { checkRows, type RowsOrder } from './read-rows.ts'
import { pagesInProcess } from './pages-in-process.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const works = (count: number): string =>
  JSON.stringify({
    message: {
      'total-results': count,
      items: Array.from({ length: count }, (_, index) => ({
        DOI: `10.1000/work.${index}`,
        // Each tenth has no title, and is no paper.
        title: index % 10 === 9 ? [] : [`Agents at work, number ${index}`],
        author: [{ given: 'Ada', family: 'Example' }],
        issued: { 'date-parts': [[2024]] },
      })),
    },
  })
const orderOf = (text: string): PageOrder => ({
  kind: 'crossref',
  body: new TextEncoder().encode(text),
  place: 'https://catalogue.example/works',
  now,
})

test('a page is read by the process as it would be read here, and one after the other', async (t) => {
  const reader = pagesInProcess()
  t.after(() => reader.close())
  const { signal } = new AbortController()
  for (const count of [250, 0, 3]) {
    const page = await reader.check(orderOf(works(count)), signal)
    assert.deepEqual(page, await checkPage(orderOf(works(count))))
    assert.equal(page.fit.length + page.refusals.length, count)
    assert.equal(page.facts.total, count)
  }
  const cut = await reader.check(orderOf(works(3).slice(0, -9)), signal)
  assert.notEqual(cut.broken, null)
  const { fit } = await reader.check(orderOf(works(1)), signal)
  assert.ok(fit[0] !== undefined && fit[0].source.record instanceof Uint8Array)
  assert.equal(JSON.parse(recordText(fit[0].source)).DOI, '10.1000/work.0')
})

test('whoever stops waits for no page, and a body that others share memory with stays theirs', async (t) => {
  const reader = pagesInProcess()
  t.after(() => reader.close())
  const both = Buffer.from(`${works(1)}${works(1)}`)
  const stopping = new AbortController()
  const asked = reader.check({ ...orderOf(''), body: both.subarray(0, both.byteLength / 2) }, stopping.signal)
  stopping.abort(new Error('stopped'))
  await assert.rejects(asked, /stopped/u)
  assert.equal(both.toString(), `${works(1)}${works(1)}`)
})

test('the rows of a table are read by the process as they would be read here, whole ones of each piece', async (t) => {
  const reader = pagesInProcess()
  t.after(() => reader.close())
  const { signal } = new AbortController()
  const table = tableOf(...Array.from({ length: 500 }, (_, index) => noticeRow(index + 1)))
  for (const size of [table.byteLength, 50_000, 7_000]) {
    let known: RowsOrder['table'] = null
    let rest: Uint8Array = new Uint8Array()
    let lines = 0
    let at = 0
    const found: (string | null)[] = []
    do {
      const rows = Buffer.concat([rest, table.subarray(at, at + size)])
      at += size
      const order: RowsOrder = { table: known, rows, lines, isLast: at >= table.byteLength }
      const read = await reader.checkRows(order, signal)
      assert.deepEqual(read, checkRows(order))
      assert.ok(!('broken' in read))
      found.push(...read.notices.map(({ recordId, position }) => `${recordId} ${position}`))
      known = read.table
      rest = rows.subarray(read.consumed)
      lines += read.lines
    } while (at < table.byteLength)
    assert.deepEqual(
      found,
      // Each seventh row before one has a line more.
      Array.from({ length: 500 }, (_, index) => `${index + 1} line ${index + 2 + Math.floor(index / 7)}`),
      `${size}`,
    )
  }
  for (const rows of ['', HEADER, 'a,b\n1,2\n'])
    assert.ok(
      'broken' in (await reader.checkRows({ table: null, rows: Buffer.from(rows), lines: 0, isLast: true }, signal)),
    )
})
