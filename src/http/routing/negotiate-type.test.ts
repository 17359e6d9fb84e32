import assert from 'node:assert/strict'
import { test } from 'node:test'
import { negotiateType } from './negotiate-type.ts'

const types = ['text/html; charset=utf-8', 'text/markdown; charset=utf-8', 'application/json', 'application/ld+json']

test('the preferred type is chosen, and the first one if all are equal', () => {
  const cases: [string | undefined, number | null][] = [
    [undefined, 0],
    ['', 0],
    ['*/*', 0],
    ['text/*', 0],
    ['application/*', 2],
    ['text/markdown', 1],
    ['TEXT/Markdown; charset=utf-8', 1],
    ['application/json, text/markdown;q=0.5', 2],
    ['text/markdown;q=0.5, application/json;q=0.4, */*;q=0.1', 1],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 0],
    ['*/*, text/html;q=0', 1],
    ['text/markdown, text/html', 0],
    ['application/ld+json;profile="x", application/json;q=0.9', 3],
    ['image/png', null],
    ['text/markdown;q=0', null],
    ['nonsense', 0],
    ['text/markdown;q=2', 1],
  ]
  for (const [accept, expected] of cases) assert.equal(negotiateType(accept, types), expected, String(accept))
})
