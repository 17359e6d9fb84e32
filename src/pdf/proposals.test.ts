import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, paragraph, positioned, printed } from '../../test/support/pdf.ts'
import type { DocumentInfo, TextItem } from '#pdf/document.ts'
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
  const labels = [
    'Research Article',
    'ORIGINAL RESEARCH',
    'Journal of Long Plans',
    'University of Somewhere',
    'Draft version May 4, 2024',
  ]
  for (const label of labels) assert.equal(proposed([{ text: label, size: 18 }, ...front]).title, title)
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

const titleOf = (...texts: string[]) =>
  proposed([...texts.map((text) => ({ text, size: 16 })), ...front.slice(1)]).title

test('marks of notes and signs of formulas are no part of a title', () => {
  assert.equal(titleOf('Kelp∗: Plans for', 'Agents†'), 'Kelp: Plans for Agents')
  assert.equal(titleOf('The Sum of 𝒑 𝒑 Collisions', '√', 'at Places of A∗'), 'The Sum of pp Collisions at Places of A')
  const items = [
    ...printed(['Checkpoints for Agents that Work'], { x: 100, y: 70, size: 16 }),
    ...printed(['7'], { x: 100 + 32 * 0.45 * 16, y: 63, size: 9 }),
    ...printed(paragraph('Agents', 20, 90), { y: 260 }),
  ]
  assert.equal(readDocument(positioned([page(items)]), 2027).proposal.title, 'Checkpoints for Agents that Work')
})

test('a title that the file names is found between the words of what stands beside it', () => {
  const items = [
    ...printed(['Checkpoints for Agents'], { x: 72, y: 100, size: 18 }),
    ...printed(['© Association for Plans'], { x: 430, y: 100, size: 8 }),
    ...printed(['that Work'], { x: 72, y: 122, size: 18 }),
    ...printed(paragraph('Agents', 20, 90), { y: 260 }),
  ]
  const named = (title: string) => readDocument(positioned([page(items)], { title }), 2027).proposal.title
  assert.equal(named('Checkpoints for Agents that Work'), 'Checkpoints for Agents that Work')
  assert.notEqual(named('Checkpoints for Work that Agents'), 'Checkpoints for Work that Agents')
})

const below = (text: string) => ({ text, size: 11 })

test('streets, campuses and labels of repositories are no authors, and a name goes on behind its particle', () => {
  const others = ['Coyote Hill Rd', 'UC San Diego', 'Meadow Ridge Way', 'Detailed Terms']
  const [title = below('')] = front
  assert.deepEqual(proposed([title, below('Ada Example'), ...others.map(below)]).authors, ['Ada Example'])
  assert.deepEqual(proposed([title, below('Bo Sample, Ana Franco da'), below('Silva, Cy Third')]).authors, [
    'Bo Sample',
    'Ana Franco da Silva',
    'Cy Third',
  ])
})

const stamped = (stamp: string) =>
  readDocument(positioned([page(printed(paragraph('Agents', 20, 90), { y: 260 }), [stamp])]), 2027).proposal.arxivId

test('years in sentences, and numbers of submissions, are not those of the paper', () => {
  const [title = { text: '', size: 16 }] = front
  const sentence = 'What Hilbert asked in his lecture of 1900 is what this whole work has been about'
  assert.equal(proposed([title, { text: sentence, size: 10 }], { created: 'D:20210304' }).year, 2021)
  assert.equal(proposed([{ text: 'J. Plans (1988) 1:65', size: 8 }, title], { created: 'D:20210304' }).year, 1988)
  assert.equal(stamped('arXiv:submit/4843127 [cs.CL] 14 Apr 2023'), null)
  assert.equal(stamped('arXiv:2304.08244v1 [cs.CL] 14 Apr 2023'), '2304.08244')
})

const unsureOf = (lines: { text: string; size: number }[], info: Partial<DocumentInfo> = {}) =>
  proposed(lines, info).unsure

test('a title is unsure if it may be incomplete or something else, and then what stands below it is, too', () => {
  assert.deepEqual(unsureOf(front), [])
  const titled = (text: string) => [{ text, size: 16 }, ...front.slice(1)]
  assert.deepEqual(unsureOf(titled('Checkpoints for Agents that Work with')), ['title'])
  assert.deepEqual(unsureOf(titled('A. B. Example and C. Sample')), ['title', 'authors'])
  assert.deepEqual(unsureOf(titled('Plans, by ada@example.org')), ['title', 'authors'])
  const rival = { text: 'Another Text of the Same Size', size: 16 }
  assert.deepEqual(unsureOf([...front, { text: 'University of Somewhere', size: 9 }, rival]), ['title'])
  // The names are the largest letters with more than one word.
  assert.deepEqual(unsureOf(titled('Checkpoints')), ['title', 'authors'])
})

test('notes in the margin between the lines of a title are no part of it', () => {
  const items = [
    ...printed(['OPEN ACCESS', 'EDITED BY', 'Eve Editor'], { x: 30, y: 96, size: 7 }),
    ...printed(['Checkpoints for Agents', 'that Work for Days'], { x: 180, y: 100, size: 20, leading: 25 }),
    ...printed(['Ada Example and Bo Sample'], { x: 180, y: 150, size: 11 }),
    ...printed(paragraph('Agents', 20, 90), { y: 260 }),
  ]
  const { title, authors } = readDocument(positioned([page(items)]), 2027).proposal
  assert.equal(title, 'Checkpoints for Agents that Work for Days')
  assert.deepEqual(authors, ['Ada Example', 'Bo Sample'])
})

const doiOf = (...lines: string[]) => proposed([...front, ...lines.map((text) => ({ text, size: 9 }))]).doi

test('the DOI of the paper is found behind its names and addresses, not in the references', () => {
  assert.equal(doiOf('Digital Object Identifier 10.1000/a.1'), '10.1000/a.1')
  assert.equal(doiOf('www.plans.example/cgi/doi/10.1000/a.2'), '10.1000/a.2')
  assert.equal(doiOf('https://plans.example/doi/full/10.1000/a.3'), '10.1000/a.3')
  assert.equal(doiOf('References', '[1] A. Author, Plans, doi:10.1000/b.1'), null)
})

const idOf = (text: string): string | null => proposed([...front, { text, size: 9 }]).arxivId

test('an arXiv id is read without its scheme where nothing else stands in the line', () => {
  assert.equal(idOf('ArXiv ePrint: 2002.31337'), '2002.31337')
  assert.equal(idOf('arXiv e-print number: hep-th/9711200'), 'hep-th/9711200')
  assert.equal(idOf('Eprint 2304.08244v2 [cs.CL]'), '2304.08244')
  assert.equal(idOf('2304.08244v1 [cs.CL] 17 Apr 2023'), '2304.08244')
  for (const text of ['2002.31337', 'Grant number: 2099.31337', 'It follows arXiv 2304.08244 in most of its points'])
    assert.equal(idOf(text), null, text)
})

test('a title in a script without spaces is as good as one of several words', () => {
  const [title] = ['面向长程任务的智能体记忆压缩方法']
  const lines = [
    { text: title ?? '', size: 20 },
    { text: '林晓岚, 欧阳启明', size: 13 },
  ]
  assert.deepEqual([proposed(lines).title, proposed(lines).unsure], [title, []])
})

test('of two indices one above the other the lower one comes first', () => {
  const index = { x: 178, width: 6, size: 12, font: 0 }
  const items = [
    ...printed(['The lifetime of Λ'], { x: 40, y: 100, size: 18 }),
    { ...index, text: '0', y: 94 },
    { ...index, text: 'b', y: 106 },
    ...printed(['in collisions of protons'], { x: 190, y: 100, size: 18 }),
    ...printed(paragraph('Agents', 20, 90), { y: 260 }),
  ]
  assert.equal(
    readDocument(positioned([page(items)]), 2027).proposal.title,
    'The lifetime of Λb0 in collisions of protons',
  )
})

/** What a first page with these pieces of a title above its names proposes. */
const readTitle = (...pieces: TextItem[][]) => {
  const names = printed(['Ada Example, Bo Sample, and Cy Third'], { x: 100, y: 160, size: 11 })
  const text = printed(paragraph('Agents', 20, 90), { y: 260 })
  const { title, unsure } = readDocument(positioned([page([...pieces.flat(), ...names, ...text])]), 2027).proposal
  return [title, ...unsure]
}

test('a logo beside a title, and a collaboration below it, are no part of it', () => {
  const title = printed(['Checkpoints for Agents', 'that Work for Days'], {
    x: 130,
    y: 90,
    size: 17,
    leading: 22,
    font: 1,
  })
  for (const y of [90, 112]) {
    const logo = printed(['PLANS', 'DATA 2024'], { x: 456, y, size: 7, leading: 9, font: 1 })
    assert.deepEqual(readTitle(title, logo), ['Checkpoints for Agents that Work for Days'])
  }
  const group = printed(['The NORTHERN Collaboration'], { x: 150, y: 134, size: 17, font: 1 })
  assert.deepEqual(readTitle(title, group), ['Checkpoints for Agents that Work for Days'])
})

test('a title, and what stands below it, is unsure if a piece of it is apart, or in another style', () => {
  const first = printed(['Checkpoints for Agents'], { x: 100, y: 90, size: 17 })
  const read = 'Checkpoints for Agents that Work'
  assert.deepEqual(readTitle(first, printed(['that Work'], { x: 100, y: 110, size: 17 })), [read])
  assert.deepEqual(readTitle(first, printed(['that Work'], { x: 100, y: 110, size: 17, font: 2 })), [
    read,
    'title',
    'authors',
  ])
  assert.deepEqual(readTitle(first, printed(['that Work'], { x: 100, y: 128, size: 17 })), [read, 'title', 'authors'])
  assert.deepEqual(readTitle(first, printed(['that Work'], { x: 330, y: 90, size: 17 })), [read, 'title', 'authors'])
})
