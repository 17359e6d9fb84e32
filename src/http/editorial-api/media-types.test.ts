import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { formOfType } from './media-types.ts'

test('a Content-Type names a form, or leaves it to the content', () => {
  assert.equal(formOfType('text/tab-separated-values; charset=utf-8'), 'csv')
  assert.equal(formOfType('Application/X-BibTeX'), 'bibtex')
  for (const type of ['application/rss+xml', 'application/x-gzip', 'text/plain'])
    assert.equal(formOfType(type), null, type)
  assert.throws(() => formOfType('image/png'), Failure)
})
