import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textKey } from './tokenize.ts'

test('names that differ only in case, marks, punctuation or spacing have one key', () => {
  const alike = [
    ['Task decomposition', 'task-decomposition', ' TASK  DECOMPOSITION ', 'Täsk “decomposition”'],
    ['long-horizon', 'Long Horizon', 'long–horizon'],
    ['café', 'cafe\u0301', 'CAFE'],
  ]
  for (const names of alike) assert.equal(new Set(names.map(textKey)).size, 1, String(names[0]))
})

test('names of different words have different keys, also where the search takes them for one', () => {
  assert.notEqual(textKey('plan'), textKey('planning'))
  assert.notEqual(textKey('agent'), textKey('agents'))
  assert.notEqual(textKey('tool use'), textKey('use tool'))
  assert.deepEqual(['C', 'C++', 'c#', 'Objective-C++', 'objective c'].map(textKey), [
    'c',
    'c++',
    'c#',
    'objective c++',
    'objective c',
  ])
})

test('a name without any letter has a key of its own', () => {
  assert.equal(textKey('!!!'), '!!!')
  assert.notEqual(textKey('!!!'), textKey('???'))
  assert.equal(textKey('🙂'), '🙂')
})
