import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordText } from '#core/imports/imported-record.ts'
import { checkPage, type PageOrder } from './read-page.ts'
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
