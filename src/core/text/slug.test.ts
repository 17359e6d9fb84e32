import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/any-text.ts'
import { slug } from './slug.ts'

test('an id is the name in lower case, words joined by hyphens', () => {
  const known: Record<string, string> = {
    'task decomposition': 'task-decomposition',
    'Task  Decomposition': 'task-decomposition',
    'long-horizon planning': 'long-horizon-planning',
    'ReAct (2022)': 'react-2022',
    'naïve Bäume': 'naive-baume',
    'ﬁne-tuning': 'fine-tuning',
    '¿Qué?': 'que',
    'A*': 'a',
    'C++': 'c-plus-plus',
    'C# (2026)': 'c-sharp-2026',
    'Straße maps': 'strasse-maps',
    深度学习: '深度学习',
    '모델 평가': '모델-평가',
  }
  for (const [name, id] of Object.entries(known)) assert.equal(slug(name), id)
})

test('a name without any letter or digit has an id too', () => {
  for (const name of ['', '   ', '!!!', '---', '🙂', '\u0301']) assert.equal(slug(name), 'unnamed', name)
})

test('an id has at most 80 characters and does not end in the middle of a word’s hyphen', () => {
  assert.equal(slug(`${'a'.repeat(79)} b`), 'a'.repeat(79))
  assert.equal(slug('𠮷'.repeat(100)), '𠮷'.repeat(80))
})

test('whatever the name, the id is short, readable in an address, and its own id', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const id = slug(name)
      assert.match(id, /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u)
      assert.ok(Array.from(id).length <= 80)
      assert.equal(slug(id), id)
    }),
    { numRuns: 1_000 },
  )
})
