import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceListReader } from './reference-list-reader.ts'

test('each line is a reference, an identifier or an address, and several identifiers are several works', () => {
  const reader = referenceListReader()
  const text = [
    '1. One, A., & Two, B. (2024). Plans of agents. Press. https://doi.org/10.1000/plans',
    '',
    '2210.03629v2',
    '10.1000/a 10.1000/b',
    'https://example.org/plans',
    'Plans without an identifier',
  ].join('\n')
  const records = [...reader.push(text), ...reader.end()]
  assert.deepEqual(
    records.map((record) => [record.position, 'fields' in record ? record.fields : null]),
    [
      [
        'line 1',
        {
          title: 'Plans of agents',
          authors: ['A. One', 'B. Two'],
          authorNames: [
            { name: 'A. One', family: 'One', given: 'A.' },
            { name: 'B. Two', family: 'Two', given: 'B.' },
          ],
          year: 2024,
          doi: '10.1000/plans',
          url: 'https://doi.org/10.1000/plans',
        },
      ],
      ['line 3', { arxivId: '2210.03629', url: 'https://arxiv.org/abs/2210.03629', kind: 'preprint' }],
      ['line 4', { doi: '10.1000/a', url: 'https://doi.org/10.1000/a' }],
      ['line 4, identifier 2', { doi: '10.1000/b', url: 'https://doi.org/10.1000/b' }],
      ['line 5', { url: 'https://example.org/plans' }],
      ['line 6', { title: 'Plans without an identifier' }],
    ],
  )
})
