import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLinear } from '../../../test/support/parsing-cost.ts'
import { splitParagraphs, splitSections, paginateSections } from './split-sections.ts'

const headings = (text: string) =>
  splitSections(text).sections.map(({ level, title }) => `${level} ${title ?? '(none)'}`)

test('a text with marked headings is parted at them, but not inside a block of code', () => {
  const text = 'Before.\n\n## One\nText.\n\n```\n# no heading\n```\n\n### Two ##\n#hash\n## Three in C#\n## ##'
  assert.equal(splitSections(text).format, 'markdown')
  assert.deepEqual(headings(text), ['1 (none)', '1 One', '2 Two', '1 Three in C#'])
  assert.match(splitSections(text).sections[1]?.body ?? '', /# no heading/u)
})

test('a long line of blanks or marks takes no longer than another', () => {
  const line = `# a${' #'.repeat(300_000)}x`
  assert.equal(headings(`${line}\n${line}`).length, 2)
})

test('a printed text is parted at lines that look like its headings', () => {
  const text = [
    'A title',
    'Abstract',
    'We study things.',
    '1 Introduction',
    'In 2024 it began.',
    '2024 was a year',
    '3 Apples are no heading here',
    '1.1 Scope',
    'Words.',
    '2. Method',
    '2 Models were used in this line again',
    'II. RESULTS',
    '3 Results of a run that ends as a sentence.',
    'References',
    '[1] A. Author. A title.',
  ].join('\n')
  assert.equal(splitSections(text).format, 'plain')
  assert.deepEqual(headings(text), [
    '1 (none)',
    '1 Abstract',
    '1 1 Introduction',
    '2 1.1 Scope',
    '1 2. Method',
    '1 II. RESULTS',
    '1 References',
  ])
})

test('a text without headings is one section', () => {
  assert.deepEqual(splitSections('Just words.\r\nMore.').sections, [
    { number: 1, level: 1, title: null, body: 'Just words.\nMore.' },
  ])
  assert.deepEqual(splitSections(' \n ').sections, [])
})

test('paragraphs end at empty lines and before entries of lists', () => {
  assert.deepEqual(splitParagraphs('One\nline.\n\nTwo:\n- first\n- second\n1) third'), [
    'One line.',
    'Two:',
    '- first',
    '- second',
    '1) third',
  ])
})

const whole = (list: readonly { body: string }[]): string =>
  list.map((section) => section.body.replaceAll(/\s/gu, '')).join('')

test('parts hold every word, none is longer than requested, and a section continues without its title', () => {
  const body = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} ${'字'.repeat(index)}`).join('\n\n')
  const text = `# One\n\n${body}\n\n# Two\n\n${'x'.repeat(9_000)}\n\n# Three\n\nEnd.`
  const { sections } = splitSections(text)
  const parts = paginateSections(sections, 4_000)
  assert.ok(parts.length > 15)
  for (const part of parts) {
    const bytes = part.reduce((sum, section) => sum + Buffer.byteLength(section.body), 0)
    assert.ok(bytes <= 4_000, `${bytes} bytes`)
  }
  assert.equal(whole(parts.flat()), whole(sections))
  assert.deepEqual(
    parts.flat().flatMap(({ title }) => title ?? []),
    ['One', 'Two', 'Three'],
  )
})

test('a text of nothing but headings has 2,000 of them, and parts with a bounded number each', () => {
  const { sections } = splitSections('# a\n'.repeat(200_000))
  assert.equal(sections.length, 2_000)
  assert.equal(sections.at(-1)?.body.length, '# a\n'.length * 198_000 - 1)
  const parts = paginateSections(sections, 40_000)
  assert.equal(parts.length, 10 + 19)
  for (const part of parts) assert.ok(part.length <= 200 && part.every(({ body }) => body.length <= 40_000))
})

test('a paragraph that is too long for a part is cut between characters', () => {
  for (const character of ['x', 'é', '字', '𝄞']) {
    const { sections } = splitSections(`a${character.repeat(5_000)}`)
    const bodies = paginateSections(sections, 1_000)
      .flat()
      .map(({ body }) => body)
    assert.equal(bodies.join(''), sections[0]?.body)
    assert.ok(bodies.every((body) => Buffer.byteLength(body) <= 1_000))
  }
})

test('a heading is no longer than a long line, and loses no word', () => {
  const [section] = splitSections(`# ${'word '.repeat(2_000)}end\nText.`).sections
  assert.equal(section?.title?.length, 1_000)
  assert.match(section.body, /^word .*word end\nText\.$/su)
})

test('the time to part a text grows with its length, whatever it consists of', () => {
  for (const piece of ['a\n\n', '# a\n', 'word ', '\n ', '1 A\n', '- a\n', '```\n']) {
    const linear = isLinear(64_000, (size) => {
      const text = piece.repeat(size / piece.length)
      paginateSections(splitSections(text).sections, 40_000)
      splitParagraphs(text)
    })
    assert.ok(linear, JSON.stringify(piece))
  }
})
