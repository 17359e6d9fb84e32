import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkdownMarkup } from './markdown.ts'
import {
  fillPlaceholders,
  findMarks,
  MAX_MARKS,
  separateMarks,
  withoutMarks,
  withoutPlaceholders,
  withPlaceholders,
  writeMarks,
} from './evidence-marks.ts'

const written = (text: string): string[] => findMarks(text).map(({ mark }) => mark)

test('a text names papers, their words and searches', () => {
  assert.deepEqual(findMarks('Agents forget [p19].'), [
    { kind: 'paper', mark: '[p19]', paperId: 'p19', start: 14, end: 19 },
  ])
  const [quote, search] = findMarks(
    'It halves [p2 "the cost\nof memory"], and nobody else tried [search: q=memory&chapter=3&yearFrom=2025 = 0].',
  )
  assert.ok(quote?.kind === 'quote' && search?.kind === 'search')
  assert.deepEqual([quote.paperId, quote.quote], ['p2', 'the cost of memory'])
  assert.deepEqual([search.query, search.expected], ['q=memory&chapter=3&yearFrom=2025', { comparison: '=', count: 0 }])
  const expected = ['[search: q=a < 3]', '[search: q=a > 10]', '[search:q=a%20b  =12]'].map(
    (text) => findMarks(text)[0],
  )
  assert.deepEqual(
    expected.map((mark) => mark?.kind === 'search' && [mark.query, mark.expected.comparison, mark.expected.count]),
    [
      ['q=a', '<', 3],
      ['q=a', '>', 10],
      ['q=a%20b', '=', 12],
    ],
  )
  assert.deepEqual(written('[p1] [p2 “curly quotes”], [p3 "a [CLS] token"][p4]'), [
    '[p1]',
    '[p2 “curly quotes”]',
    '[p3 "a [CLS] token"]',
    '[p4]',
  ])
})

test('code, links, addresses, escapes and other brackets have no marks', () => {
  for (const text of [
    '`[p19]`',
    '``a ` [p19]``',
    '```\n[p19]\n```',
    '> ~~~ js\n> [p19]\n> ~~~',
    '- ```\n  [p19]\n  ```',
    '[p19](https://example.org)',
    '[p19](<a b> "title")',
    '[see [p19] there](/papers/p19)',
    '![a figure of [p19]](/x.png)',
    '[p19]: https://example.org',
    'https://example.org/[p19]',
    '<https://example.org/[p19]>',
    String.raw`\[p19]`,
    '[P19]',
    '[p]',
    '[q19]',
    '[p19 words]',
    '[p19 "one\n\ntwo"]',
    '[search: q=a]',
    '[search: q=a b = 0]',
    '[search: q=a <= 3]',
    '[p1234567890123456]',
  ])
    assert.deepEqual(written(text), [], text)
  for (const text of [
    'a ` b [p19]',
    '```\ncode\n```\n[p19]',
    '```a``` [p19]',
    '[p19](n = 3)',
    '[a](/b) [p19]',
    'see [this [p19]',
    String.raw`\\[p19]`,
    '[p19]: as it says',
  ])
    assert.deepEqual(written(text), ['[p19]'], text)
})

test('a text reads on without its marks', () => {
  const cases: [marked: string, plain: string][] = [
    ['Agents forget [p19].', 'Agents forget.'],
    ['Agents forget.[p19] They do.', 'Agents forget. They do.'],
    ['Agents forget. [p19] They do.', 'Agents forget. They do.'],
    ['Agents [p19] forget [p2 "so"], [p3]; they do.', 'Agents forget; they do.'],
    ['Agents forget ([p19]).', 'Agents forget.'],
    ['Agents forget (as in [p19]).', 'Agents forget (as in).'],
    ['[p19] shows it.', 'shows it.'],
    ['- [p19] shows it.', '- shows it.'],
    ['Agents [p19]forget.', 'Agents forget.'],
    ['Agents forget\n[p19].\nThey do.', 'Agents forget.\nThey do.'],
    ['Agents forget\n[p19]\nwhat they do.', 'Agents forget\nwhat they do.'],
    ['Agents forget.\n[p19]', 'Agents forget.'],
    ['One.\n\n[p19] Two.', 'One.\n\nTwo.'],
    ['| a [p19] | b |', '| a | b |'],
    ['[p19]', ''],
    ['Plain [brackets] `[p19]` stay.', 'Plain [brackets] `[p19]` stay.'],
  ]
  for (const [marked, plain] of cases) assert.equal(withoutMarks(marked), plain, marked)
})

test('each mark has its place in the text without marks', () => {
  const { text, marks } = separateMarks('One [p1]. Two [p2], [p3].')
  assert.equal(text, 'One. Two.')
  assert.deepEqual(
    marks.map(({ mark, at }) => [mark, text.slice(0, at)]),
    [
      ['[p1]', 'One'],
      ['[p2]', 'One. Two'],
      ['[p3]', 'One. Two'],
    ],
  )
})

test('something else can stand in the place of each mark', () => {
  assert.equal(
    writeMarks('One [p1].\n[p2] Two.', (_mark, number) => `[^${number}]`),
    'One[^1].\n[^2] Two.',
  )
})

test('a text has a bounded number of marks', () => {
  assert.equal(findMarks('[p1] '.repeat(MAX_MARKS + 1)).length, MAX_MARKS)
})

test('placeholders stand for marks while a text is rendered', () => {
  const rendered = withPlaceholders('**One** [p1] ([p2][p3]) `[p4]`.') as MarkdownMarkup
  assert.equal(
    fillPlaceholders(rendered, (number) => `<${number}>`),
    '**One**<1> (<2><3>) `[p4]`.',
  )
  assert.equal(withoutPlaceholders(rendered), '**One**  `[p4]`.')
  const last = withPlaceholders('[p1]'.repeat(MAX_MARKS)) as MarkdownMarkup
  assert.ok(fillPlaceholders(last, (number) => `<${number}>`).endsWith(`<${MAX_MARKS}>`))
})
