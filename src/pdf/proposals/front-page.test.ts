import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, paragraph, positioned, printed } from '../../../test/support/pdf/printed-page.ts'
import type { DocumentInfo } from '#pdf/document/positioned-text.ts'
import { readDocument } from '#pdf/read-document.ts'

/** What a first page with these lines above its text proposes. */
const proposed = (lines: { text: string; size: number }[], info: Partial<DocumentInfo> = {}) =>
  readDocument(
    positioned(
      [
        page([
          ...lines.flatMap(({ text, size }, index) => printed([text], { x: 100, y: 70 + index * 26, size })),
          ...printed(paragraph('Agents', 20, 90), { y: 260 }),
          ...printed(['Proceedings of the 3rd Workshop on Plans, pages 1-9'], { y: 770, size: 8 }),
        ]),
      ],
      info,
    ),
    2027,
  ).proposal

const front = [
  { text: 'Checkpoints for Agents that Work', size: 16 },
  { text: 'Ada Example, Bo Sample, and Cy Third', size: 11 },
]

test('the kind of an article over its title, and the name of its volume, are no titles', () => {
  const title = 'Checkpoints for Agents that Work'
  for (const label of ['Research Article', 'ORIGINAL RESEARCH', 'Review Article', 'Short Communication'])
    assert.equal(proposed([{ text: label, size: 18 }, ...front]).title, title)
  assert.equal(proposed(front, { title: 'Proceedings of the 3rd Workshop on Plans' }).title, title)
  assert.equal(
    proposed([{ text: 'A Review of Research Reports', size: 18 }, ...front.slice(1)]).title,
    'A Review of Research Reports',
  )
})

test('of authors whom the file names in part, the first page has the rest', () => {
  const all = ['Ada Example', 'Bo Sample', 'Cy Third']
  assert.deepEqual(proposed(front, { author: 'Ada Example' }).authors, all)
  assert.deepEqual(proposed(front, { author: 'Ada Example (Univ. of Somewhere), Bo Sample' }).authors, all)
  assert.deepEqual(proposed(front, { author: 'Bo Sample, Ada Example and Cy Third' }).authors, [
    'Bo Sample',
    'Ada Example',
    'Cy Third',
  ])
  const facility = { text: 'Northern Beam Observatory Facility', size: 11 }
  assert.deepEqual(proposed([...front, facility]).authors, all)
})
