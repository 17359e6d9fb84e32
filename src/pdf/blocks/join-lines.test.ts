import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinLines, knownWords } from './join-lines.ts'

const join = (lines: string[], known: string[] = []): string => joinLines(lines, knownWords(known))

test('words that were broken at the end of a line are put together', () => {
  assert.equal(join(['a critical ingre-', 'dient of it']), 'a critical ingredient of it')
  assert.equal(join(['soft hy\u00ad', 'phens']), 'soft hyphens')
  assert.equal(join(['one line', 'and another']), 'one line and another')
})

test('a hyphen that belongs to its word stays', () => {
  assert.equal(
    join(['the state-', 'of-the-art and fine-tun-', 'ing'], ['tuning']),
    'the state-of-the-art and fine-tuning',
  )
  assert.equal(join(['long-', 'term goals'], ['long-term plans', 'a long-term one']), 'long-term goals')
  assert.equal(join(['GPT-', '4 and Citation-', 'Based ones']), 'GPT-4 and Citation-Based ones')
  assert.equal(join(['a model—', 'even that']), 'a model—even that')
  assert.equal(join(['from 1990 -', 'to 2000']), 'from 1990 - to 2000')
})
