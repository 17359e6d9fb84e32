import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStatements, findUnsupported } from './statements.ts'

test('a mark belongs to the sentence that it stands in or after', () => {
  const text = [
    '[p1] Agents forget. They do so [p2 "at once"], as Kwa et al. say, in 3.5 hours. Nobody minds. [p3]',
    '',
    '- Some [p4] lists',
    '',
    'Say more [search: q=a = 0].[p5] End.',
  ].join('\n')
  assert.deepEqual(
    findStatements(text).map(({ mark, number, sentence }) => [number, mark.mark, sentence]),
    [
      [1, '[p1]', 'Agents forget.'],
      [2, '[p2 "at once"]', 'They do so, as Kwa et al. say, in 3.5 hours.'],
      [3, '[p3]', 'Nobody minds.'],
      [4, '[p4]', 'Some lists'],
      [5, '[search: q=a = 0]', 'Say more.'],
      [6, '[p5]', 'Say more.'],
    ],
  )
  assert.deepEqual(findStatements('Nothing is said.'), [])
})

test('sentences with a number or a comparison that rest on nothing are found', () => {
  const text = [
    'Costs fall by 40 percent [p1]. They fall by 20 percent. It is faster than p12. It is new in 2025. It works.',
    '',
    '```',
    'loss 0.5',
    '```',
    '',
    'Twice as many agree.',
  ].join('\n')
  assert.deepEqual(findUnsupported(text), [
    'They fall by 20 percent.',
    'It is faster than p12.',
    'Twice as many agree.',
  ])
})
