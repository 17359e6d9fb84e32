import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corePaper } from '../../../../test/support/database/stored.ts'
import { hiddenCharacters, findHiddenCharacters } from './hidden-characters.ts'

test('characters that nobody sees are found wherever they are', () => {
  const paper = corePaper({
    title: 'A\u200btitle',
    authors: ['Ada', 'B\u2060en'],
    abstract: 'safe \u202eevil\u202c text',
    topics: ['a\u{e0041}'],
    fullText: 'x\u3164y',
  })
  assert.deepEqual(
    hiddenCharacters(paper).map(({ field, reason, weight }) => [field, weight, reason]),
    [
      ['title', 30, '1 character cannot be seen: U+200B zero width space (1).'],
      ['authors', 30, '1 character cannot be seen: U+2060 word joiner (1).'],
      [
        'abstract',
        40,
        '2 characters cannot be seen and turn the direction of the text: U+202E right-to-left override (1), U+202C (1).',
      ],
      ['topics', 30, '1 character cannot be seen: U+E0041 tag character (1).'],
      ['fullText', 30, '1 character cannot be seen: U+3164 (1).'],
    ],
  )
})

test('soft hyphens from a printed page weigh little', () => {
  assert.deepEqual(
    hiddenCharacters(corePaper({ abstract: 'plan\u00adning' })).map(({ weight }) => weight),
    [5],
  )
})

test('what a script or an emoji needs is not hidden', () => {
  for (const text of [
    'plain',
    '👩‍🔬 and 🏳️‍🌈',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'می‌خواهم',
    'क्‍ष',
    'שלום \u200e(agents)\u200f',
    '\u0601\u0661',
    '葛\u{e0100}',
  ])
    assert.deepEqual(findHiddenCharacters(text), [], text)
})

test('the same characters without their reason are hidden', () => {
  for (const text of ['a\u200db', 'a\u200cb', 'left \u200e right', '\u{e0067}\u{e0062}', 'a\u{e0100}'])
    assert.notDeepEqual(findHiddenCharacters(text), [], JSON.stringify(text))
})
