import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { forwardReferences, type WaitingRecords } from './forward-references.ts'

/** A record that says where it stood and what it knew of its references when it was made. */
const opened = () => {
  const references = forwardReferences<string>()
  const waiting = (position: string, ...needs: string[]): WaitingRecords => ({
    needs,
    size: 1,
    build: () => [{ position, reason: needs.map((key) => references.get(key) ?? '-').join(' ') }],
  })
  return { references, waiting }
}

const said = (records: readonly ReadRecord[]): string[] =>
  records.map((record) => `${record.position}: ${'reason' in record ? record.reason : ''}`)

test('records wait in their order until what they refer to is known, or the source ends', () => {
  const { references, waiting } = opened()
  assert.deepEqual(said(references.add(waiting('1'))), ['1: '])
  assert.deepEqual(said(references.add(waiting('2', 'a'))), [])
  assert.deepEqual(said(references.add(waiting('3'))), [])
  references.define('a', 'A', 1)
  references.define('a', 'another', 1)
  assert.deepEqual(said(references.release()), ['2: A', '3: '])
  references.forget('a')
  assert.deepEqual(said(references.add(waiting('4', 'a', 'b'))), [])
  assert.deepEqual(said(references.end()), ['4: - -'])
})

test('5,000 records wait, 5,000 things and 20 million characters are kept, and a record waits for 20', () => {
  const { references, waiting } = opened()
  const found = Array.from({ length: 5_002 }, (_, index) => references.add(waiting(`${index}`, 'missing'))).flat()
  assert.deepEqual(said(found), ['0: -', '1: -'])
  assert.equal(references.end().length, 5_000)
  references.define('long', 'L', 20_000_001)
  for (let count = 0; count <= 5_000; count += 1) references.define(`${count}`, 'K', 1)
  assert.deepEqual(
    ['long', '0', '4999', '5000'].map((key) => references.get(key)),
    [undefined, 'K', 'K', undefined],
  )
  const known = Array.from({ length: 20 }, (_, index) => `${index}`)
  assert.equal(references.add(waiting('many', ...known, 'missing')).length, 1)
})
