import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// Our pages forbid eval. Playwright's waitForFunction evaluates once from outside, which is allowed, and then in the page: such a
// test passes on a fast machine and fails on a slow one.

const FORBIDDEN = 'waitForFunction('

const placesOf = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => (line.includes(`.${FORBIDDEN}`) ? [`${path}:${index + 1}`] : []))

const root = new URL('../', import.meta.url)

test('no test of a page waits by a function that the policy of the page forbids', () => {
  const files = globSync('{test,bench,abuse}/**/*.ts', { cwd: root })
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.flatMap((path) => placesOf(path, readFileSync(new URL(path, root), 'utf8'))),
    [],
  )
  assert.deepEqual(placesOf('a.ts', `1\nawait page.${FORBIDDEN}"true")`), ['a.ts:2'])
})
