import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeUrl } from './safe-url.ts'

test('web addresses may be linked to', () => {
  assert.equal(safeUrl('https://example.org/a b'), 'https://example.org/a%20b')
  assert.equal(safeUrl('http://example.org'), 'http://example.org/')
})

test('nothing else may', () => {
  for (const text of [
    null,
    '',
    'p1',
    'javascript:alert(1)',
    ' JaVa\nScript:alert(1)',
    'data:text/html,x',
    'https://u:p@example.org',
  ])
    assert.equal(safeUrl(text), null, String(text))
})
