import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ingestSpeed, noIngestCounts, takesRecords, parseSessionEnd } from './ingest-session.ts'

const now = new Date('2026-11-22T10:00:00.000Z')

const end = (text: string): string | undefined => parseSessionEnd(text, now)?.toISOString()

test('a session ends at an instant, on a day, or after some days or hours', () => {
  assert.equal(end('2026-12-01T09:00+01:00'), '2026-12-01T08:00:00.000Z')
  assert.equal(end('2026-12-01'), '2026-12-01T00:00:00.000Z')
  assert.equal(end('7d'), '2026-11-29T10:00:00.000Z')
  assert.equal(end('12h'), '2026-11-22T22:00:00.000Z')
  for (const text of ['', '0d', '2026-13-01', '2026-12-01T09:00', 'tomorrow', '7']) assert.equal(end(text), undefined)
})

test('a session takes records while it is open and its time is not up', () => {
  const until = '2026-11-22T11:00:00.000Z'
  assert.equal(takesRecords({ state: 'open', until }, now), true)
  assert.equal(takesRecords({ state: 'closed', until }, now), false)
  assert.equal(takesRecords({ state: 'open', until: now.toISOString() }, now), false)
})

test('the speed is that of the time in which something came', () => {
  const counts = { ...noIngestCounts(), read: 600 }
  const first = '2026-11-22T10:00:00.000Z'
  assert.equal(ingestSpeed({ counts, activeAt: '2026-11-22T10:01:00.000Z' }, first), 10)
  assert.equal(ingestSpeed({ counts, activeAt: first }, first), null)
  assert.equal(ingestSpeed({ counts, activeAt: null }, null), null)
})
