import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corePaper } from '../../../test/support/database/stored.ts'
import { newVersion } from './new-version.ts'

const url = (version: number): string => `https://arxiv.org/abs/2301.00001v${version}`

const fieldsOf = (given: Parameters<typeof corePaper>[0]) => {
  const found = corePaper({ id: 'p0', title: 'Tools, again', abstract: 'They say more.', url: url(2) })
  const source = { format: 'arxiv-atom', place: 'arxiv', position: 'record 1', recordId: url(2) } as const
  return newVersion(corePaper({ title: 'Tools', url: url(1), ...given }), { paper: found, source }, [])?.fields
}

test('a newer version of a preprint replaces the abstract by its authors, not the summary by the editors', () => {
  assert.deepEqual(fieldsOf({ id: 'p1', abstract: 'They say.' }), {
    title: 'Tools, again',
    abstract: 'They say more.',
    url: url(2),
  })
  const summarized = { id: 'p1', abstract: 'We say.', abstractBy: 'editors' } as const
  assert.deepEqual(fieldsOf(summarized), { title: 'Tools, again', url: url(2) })
})
