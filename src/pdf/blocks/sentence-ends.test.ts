import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceEnds } from './sentence-ends.ts'

/** A text parted where its sentences end. */
const sentences = (text: string): string[] => {
  const places = [0, ...sentenceEnds(text), text.length]
  return places.slice(1).map((end, index) => text.slice(places[index], end).trim())
}

test('sentences end at a full stop that something new follows', () => {
  assert.deepEqual(sentences('One ends. “Two” asks? (Three) says so.” 4 is last.'), [
    'One ends.',
    '“Two” asks?',
    '(Three) says so.”',
    '4 is last.',
  ])
  assert.deepEqual(sentences('It was seen [3]. Nobody (see Table 2). Then more.'), [
    'It was seen [3].',
    'Nobody (see Table 2).',
    'Then more.',
  ])
})

test('abbreviations, initials, numbers and names of programs end no sentence', () => {
  for (const text of [
    'As Smith et al. (2019) and Fig. 3 show',
    'by J. R. Example in Sec. 4, Eq. (5) and pp. 12',
    'version 2.5 of node.js and e.g. one more',
    'a question? asked within',
  ])
    assert.deepEqual(sentences(text), [text])
})
