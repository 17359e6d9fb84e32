import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgedFrom, type TextKinds } from './text-kinds.ts'

const from = (kinds: Partial<TextKinds>, hasText = false, abstract: string | null = 'What it shows.'): string =>
  judgedFrom({ abstract, abstractBy: 'authors', fullTextKind: 'text', ...kinds }, hasText)

test('judgments are from the full text, or else from the texts in its place, and a missing text is none', () => {
  assert.equal(from({}), 'the abstract')
  assert.equal(from({}, true), 'the full text')
  assert.equal(from({ abstractBy: 'editors' }, true), 'the full text')
  assert.equal(from({ abstractBy: 'editors' }), 'a summary')
  assert.equal(from({ abstractBy: 'editors', fullTextKind: 'note' }, true), 'a summary and a note')
  assert.equal(from({ fullTextKind: 'note' }, true), 'the abstract and a note')
  assert.equal(from({ fullTextKind: 'note' }, true, null), 'a note')
  assert.equal(from({}, false, null), 'the title')
})
