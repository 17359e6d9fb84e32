import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenParts } from './written-parts.ts'

test('addresses and identifiers in text end where the sentence goes on', () => {
  const parts = writtenParts(
    'See (https://doi.org/10.1000/a(b)c), arXiv:2210.03629v2; doi:10.1000/x.y. Not https://example.org/.',
  )
  assert.deepEqual(
    parts.flatMap((part) => ('address' in part ? [[part.address, part.link]] : [])),
    [
      ['https://doi.org/10.1000/a(b)c', { doi: '10.1000/a(b)c' }],
      ['arXiv:2210.03629v2', { arxivId: '2210.03629' }],
      ['10.1000/x.y', { doi: '10.1000/x.y' }],
      ['https://example.org/', null],
    ],
  )
})
