import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, paragraph, positioned, printed } from '../../../test/support/pdf.ts'
import type { DocumentInfo, TextItem } from '#pdf/document.ts'
import { readDocument } from '#pdf/read-document.ts'

const WIDTH = 0.45

/** A line whose text between carets is raised: "Ada Example^1^". */
const marked = (text: string, { x, y, size = 11 }: { x: number; y: number; size?: number }): TextItem[] => {
  let end = x
  return text.split('^').flatMap((part, index) => {
    if (part === '') return []
    const small = index % 2 === 1
    const own = small ? 0.65 * size : size
    const item = {
      text: part,
      x: end,
      y: small ? y - 0.35 * size : y,
      width: part.length * WIDTH * own,
      size: own,
      font: 0,
    }
    end += item.width
    return [item]
  })
}

const title = printed(['Checkpoints for Agents that Work'], { x: 150, y: 80, size: 18, font: 1 })
const text = [
  ...printed(['Abstract'], { x: 72, y: 300, size: 12, font: 1 }),
  ...printed(paragraph('Agents', 20, 90), { y: 320 }),
]

const read = (items: readonly TextItem[], info: Partial<DocumentInfo> = {}) => {
  const { authors, unsure } = readDocument(positioned([page([...title, ...items, ...text])], info), 2027).proposal
  return { authors, isSure: !unsure.includes('authors') }
}

const sure = (...authors: string[]) => ({ authors, isSure: true })
const unsure = (...authors: string[]) => ({ authors, isSure: false })

/** Lines of a block of one author. */
const block = (lines: string[], x: number, y: number): TextItem[] => [
  ...printed(lines.slice(0, 1), { x, y, size: 11, font: 1 }),
  ...printed(lines.slice(1), { x, y: y + 13 }),
]

test('blocks of authors side by side, in rows, are read row by row', () => {
  const items = [
    ...block(['Ada Example', 'Open Margin', 'ada@a.example'], 90, 120),
    ...block(['Bo Sample', 'University of Somewhere', 'bo@b.example'], 260, 120),
    ...block(['Cy Third', 'Oslo, Norway', 'cy@c.example'], 430, 120),
    ...block(['Dee van Vier', 'Blue Harbor', 'dee@d.example'], 180, 190),
    ...block(['Emil Fünf', 'Technical College', 'emil@e.example'], 340, 190),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample', 'Cy Third', 'Dee van Vier', 'Emil Fünf'))
})

test('marks part names, and a name goes on in the next line', () => {
  const items = [
    ...marked('Ada Example^1,∗^, Bo Sample^2^, Siti', { x: 120, y: 120 }),
    ...marked('Nurhaliza binti Rahman^1^ and Cy Third^2,3^', { x: 120, y: 134 }),
    ...marked('^1^University of Somewhere', { x: 120, y: 160, size: 9 }),
    ...marked('^2^Blue Harbor', { x: 120, y: 172, size: 9 }),
    ...marked('^3^Oslo', { x: 120, y: 184, size: 9 }),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample', 'Siti Nurhaliza binti Rahman', 'Cy Third'))
})

test('degrees, grades of societies, brackets and a collaboration are no authors, and a suffix belongs to its name', () => {
  const items = printed(
    [
      'Ada T. Example III, Life Fellow, IEEE, Bo Sample, MD, PhD; Cy Third, Jr.,',
      'Student Member, IEEE, and Wei Zhang (张伟)',
      '(NORTHERN Collaboration)',
    ],
    { x: 100, y: 120, size: 11, leading: 14 },
  )
  assert.deepEqual(read(items), sure('Ada T. Example III', 'Bo Sample', 'Cy Third Jr.', 'Wei Zhang'))
})

test('of lines with a name in capitals and its institution, the name is read', () => {
  const items = printed(
    ['ADA EXAMPLE, Savannah Reach, Nigeria', 'BO VAN DER SAMPLE, University of Somewhere, Norway'],
    { x: 72, y: 120, size: 9 },
  )
  assert.deepEqual(read(items), sure('Ada Example', 'Bo van der Sample'))
})

test('names are read in the column that is labelled as theirs', () => {
  const rows = [
    ['AUTHORS', 'AFFILIATIONS'],
    ['Ada Example', 'Open Margin'],
    ['Bo Sample', 'Blue Harbor'],
  ]
  const items = rows.flatMap(([first = '', second = ''], row) => [
    ...printed([first], { x: 76, y: 130 + 15 * row, size: 9 }),
    ...printed([second], { x: 230, y: 130 + 15 * row, size: 9 }),
  ])
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample'))
})

test('names with their mail at the right stand one under the other, with addresses between them', () => {
  const items = [
    ...printed(['Ada Example', 'Bo Sample', 'Department of Plans', 'Dakar, Senegal'], { x: 90, y: 120, leading: 13 }),
    ...printed(['ada@a.example', 'bo@b.example'], { x: 400, y: 120, leading: 13 }),
    ...printed(['Cy Third'], { x: 90, y: 180 }),
    ...printed(['cy@c.example'], { x: 400, y: 180 }),
    ...printed(['Editor: Dee Fourth'], { x: 90, y: 210 }),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample', 'Cy Third'))
})

test('editors in the margin beside the title, and supervisors below the author, are no authors', () => {
  const margin = printed(['EDITED BY', 'Eve Editor', 'REVIEWED BY', 'Rex Reviewer'], {
    x: 20,
    y: 76,
    size: 7,
    leading: 15,
  })
  const authors = marked('Ada Example^1^ and Bo Sample^2^', { x: 150, y: 120 })
  assert.deepEqual(read([...margin, ...authors]), sure('Ada Example', 'Bo Sample'))
  const thesis = printed(['Ada Example', 'Supervisors', 'Bo Sample', 'Cy Third'], { x: 150, y: 120, leading: 20 })
  assert.deepEqual(read(thesis).authors, ['Ada Example'])
})

test('authors below a subtitle are read', () => {
  const items = [
    ...printed(['How small errors travel through long chains of reasoning'], { x: 100, y: 105, size: 13 }),
    ...printed(['Ada Example · Bo Sample · Cy Third'], { x: 100, y: 130, size: 11 }),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample', 'Cy Third'))
})

test('a reading is unsure if the marks of names and affiliations do not agree', () => {
  const affiliations = [
    ...marked('^1^University of Somewhere', { x: 120, y: 160, size: 9 }),
    ...marked('^2^Blue Harbor', { x: 120, y: 172, size: 9 }),
  ]
  const affiliated = (line: string): TextItem[] => [...marked(line, { x: 120, y: 120 }), ...affiliations]
  assert.deepEqual(read(affiliated('Ada Example^1^, Bo Sample^2^')), sure('Ada Example', 'Bo Sample'))
  assert.deepEqual(read(affiliated('Ada Example^1^, Bo Sample^1^')), unsure('Ada Example', 'Bo Sample'))
  assert.deepEqual(read(affiliated('Ada Example^1^, Bo Sample')), unsure('Ada Example', 'Bo Sample'))
})

/** A line of names, and smaller lines below it. */
const names = (line: string, ...below: string[]): TextItem[] => [
  ...printed([line], { x: 120, y: 120, size: 11 }),
  ...printed(below, { x: 120, y: 150, size: 9 }),
]

test('a reading is unsure if something says that there are more authors, or that a name is none', () => {
  assert.equal(read(names('Ada Example, Bo Sample', 'a@x.example, b@x.example, c@x.example')).isSure, false)
  assert.equal(read(names('Ada Example, Bo Sample, and')).isSure, false)
  assert.equal(read(names('Ada Example, Suhartono, Bo Sample')).isSure, false)
  assert.equal(read(names('Ada Example, Plan Failure')).isSure, false)
  assert.equal(read(names('Ada Example')).isSure, false)
  assert.equal(read(names('Ada Example', 'University of Somewhere')).isSure, true)
  assert.deepEqual(read(names('Example, A., Sample, B.')), unsure('A. Example', 'B. Sample'))
})

test('a reading is unsure if names and addresses look alike, or if the names stand above the title', () => {
  const stacked = printed(['Ada Example', 'Open Margin', 'Oslo, Norway'], { x: 120, y: 120, size: 11, leading: 13 })
  assert.deepEqual(read(stacked), unsure('Ada Example'))
  const above = printed(['Ada Example, Bo Sample'], { x: 120, y: 50, size: 11 })
  assert.deepEqual(read(above), unsure('Ada Example', 'Bo Sample'))
})

test('metadata that names the same authors makes a reading sure, and other names in it do not count', () => {
  const open = printed(['Ada Example, Suhartono Agus, and'], { x: 120, y: 120, size: 11 })
  assert.equal(read(open).isSure, false)
  assert.deepEqual(read(open, { author: 'Ada Example; Suhartono Agus' }), sure('Ada Example', 'Suhartono Agus'))
  const others = printed(['Ada Example, Bo Sample'], { x: 120, y: 120, size: 11 })
  assert.deepEqual(read(others, { author: 'LaTeX User' }), sure('Ada Example', 'Bo Sample'))
  assert.deepEqual(read(others, { author: 'Bo Sample, Ada Example' }), unsure('Bo Sample', 'Ada Example'))
})

test('a collaboration keeps its article', () => {
  const items = [
    ...printed(['The NORTHERN Collaboration'], { x: 200, y: 120, size: 12 }),
    ...printed(['Beam Laboratory, Oslo'], { x: 200, y: 150, size: 9 }),
  ]
  assert.deepEqual(read(items), sure('The NORTHERN Collaboration'))
})

test('pictures behind names are no letters of them', () => {
  const name = printed(['Ada Example', 'Bo Sample'], { x: 100, y: 120, size: 11, leading: 30 })
  const pictures = name.map(({ x, y, width }) => ({ text: 'Ñ', x: x + width + 4, y, width: 11, size: 11, font: 2 }))
  const addresses = printed(['University of Somewhere', 'Blue Harbor Institute'], {
    x: 100,
    y: 133,
    size: 9,
    leading: 30,
  })
  assert.deepEqual(read([...name, ...pictures, ...addresses]), sure('Ada Example', 'Bo Sample'))
})

test('an accent that is printed behind its place leaves no space in a name', () => {
  const items = [
    ...marked('Ay ¸se Example^1^ and Cy Kazlauskien ˙e^1^', { x: 120, y: 120 }),
    ...marked('^1^University of Somewhere', { x: 120, y: 160, size: 9 }),
  ]
  assert.deepEqual(read(items), sure('Ayşe Example', 'Cy Kazlauskienė'))
})

test('dates in another column end no list of names', () => {
  const items = [
    ...printed(['Received: 8 December 2022', 'Accepted: 30 June 2023'], { x: 40, y: 127, size: 7, leading: 14 }),
    ...marked('Ada Example^1^, Bo Sample^1^ &', { x: 200, y: 120 }),
    ...marked('Cy Third^1^', { x: 200, y: 134 }),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample', 'Cy Third'))
})

test('names under their label in a column beside the text are read, up to the next label', () => {
  const side = [
    ...printed(['AUTHORS', 'Ada Example'], { x: 50, y: 130, size: 9, font: 1, leading: 16 }),
    ...printed(['Principal Engineer'], { x: 50, y: 158, size: 9 }),
    ...printed(['Bo Sample'], { x: 50, y: 178, size: 9, font: 1 }),
    ...printed(['Staff Researcher'], { x: 50, y: 190, size: 9 }),
    ...printed(['CONTACT', 'Cy Third'], { x: 50, y: 210, size: 9, font: 1, leading: 16 }),
  ]
  assert.deepEqual(
    read([...side, ...printed(paragraph('Agents', 12, 60), { x: 230, y: 126 })]),
    sure('Ada Example', 'Bo Sample'),
  )
})

test('names in Han are read without the space that spreads them', () => {
  const items = [
    ...marked('林晓岚^1^，', { x: 120, y: 120, size: 14 }),
    ...printed(['赵'], { x: 200, y: 120, size: 14 }),
    ...marked('蕾^2^', { x: 222, y: 120, size: 14 }),
    ...printed(['(1. 江湾大学 计算机学院; 2. 云岭智能研究院)'], { x: 90, y: 150, size: 9 }),
  ]
  assert.deepEqual(read(items), sure('林晓岚', '赵蕾'))
})

/** What stands before a name as its place: "1st", with its letters raised, and the lines of its block. */
const placed = (ordinal: string, lines: string[], x: number): TextItem[] => [
  ...marked(`${ordinal.slice(0, 1)}^${ordinal.slice(1)}^`, { x, y: 120 }),
  ...block(lines, x + 16, 120).map((item) => ({ ...item, font: item.y === 120 ? 0 : 2 })),
]

test('the places of authors before their names are no part of them', () => {
  const items = [
    ...placed('1st', ['Ada Example', 'Open Margin Lab', 'Oslo, Norway', 'ada@a.example'], 60),
    ...placed('2nd', ['Bo Sample', 'Hogeschool Dijleland', 'Leuven, Belgium', 'bo@b.example'], 250),
    ...placed('3rd', ['Cy Third', 'Blue Harbor Institute', 'Lima, Peru', 'cy@c.example'], 430),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sample', 'Cy Third'))
})

test('names one above the other in a block stand together, with the address of another block beside them', () => {
  const items = [
    ...printed(['Ada Example', 'Fatou Bâ'], { x: 120, y: 120, size: 12, leading: 14 }),
    ...printed(['ada@a.example', 'fatou.ba@a.example', 'Northern University', 'Oslo, Norway'], { x: 120, y: 146 }),
    ...printed(['Cy Third'], { x: 360, y: 120, size: 12 }),
    ...printed(['Institute of Plans', 'Lima, Peru', 'cy@c.example'], { x: 360, y: 132 }),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Fatou Bâ', 'Cy Third'))
})

test('a list goes on below dates in another column, in the middle of a name and behind an initial', () => {
  const items = [
    ...printed(['Received: 8 June 2021', 'Published: 17 March 2022', 'Open access'], {
      x: 40,
      y: 127,
      size: 7,
      leading: 14,
    }),
    ...marked('Ada Example^1^, Bo Sample^1^, Ragnhild', { x: 200, y: 120 }),
    ...marked('Øyen Bråthen^1^, Cy Third^1^ & Paul E.', { x: 200, y: 134 }),
    ...marked('L’Heureux^1^', { x: 200, y: 148 }),
  ]
  assert.deepEqual(
    read(items),
    sure('Ada Example', 'Bo Sample', 'Ragnhild Øyen Bråthen', 'Cy Third', 'Paul E. L’Heureux'),
  )
})

test('a list goes on behind pictures between names and marks', () => {
  const items = [
    ...printed(['Ada Example'], { x: 70, y: 120, size: 12 }),
    ...marked('^1^, Bo Sæther', { x: 144, y: 120, size: 12 }),
    ...marked('^2^, Amanuel', { x: 235, y: 120, size: 12 }),
    ...printed(['1,4'], { x: 198, y: 130.2, size: 7 }),
    ...printed(['G/Mariam'], { x: 70, y: 135, size: 12 }),
    ...marked('^3^ and Cy Third', { x: 128, y: 135, size: 12 }),
    ...['Northern Institute', 'Eastern University', 'Blue Harbor Lab', 'Southern College'].flatMap((name, index) =>
      marked(`^${index + 1}^ ${name}`, { x: 70, y: 160 + 12 * index, size: 9 }),
    ),
  ]
  assert.deepEqual(read(items), sure('Ada Example', 'Bo Sæther', 'Amanuel G/Mariam', 'Cy Third'))
})

test('a collaboration above the names is the first author', () => {
  const items = [
    ...printed(['The NORTHERN Collaboration'], { x: 200, y: 108, size: 14, font: 1 }),
    ...marked('A. Example,^1^ B. Sample,^1^ and C. Third^1^', { x: 120, y: 132 }),
    ...marked('^1^University of Somewhere', { x: 120, y: 160, size: 9 }),
  ]
  assert.deepEqual(read(items), sure('The NORTHERN Collaboration', 'A. Example', 'B. Sample', 'C. Third'))
})

/** Lines of a name and an institution, the first of which is given. */
const withInstitution = (first: string): TextItem[] =>
  printed([`Ada Example, ${first}`, 'Bo Sample, University of Somewhere'], { x: 120, y: 120, size: 10, leading: 14 })

test('of lines with a name and an institution the name is read, unsure where the institution could be a name', () => {
  assert.deepEqual(read(withInstitution('Blue Harbor Co-operative')), sure('Ada Example', 'Bo Sample'))
  assert.deepEqual(read(withInstitution('Blue Harbor Agritech')), unsure('Ada Example', 'Bo Sample'))
})

test('a company below the title is its author if no person is named, and is unsure', () => {
  const corner = printed(['Technical Report', 'Revision B'], { x: 420, y: 40, size: 9 })
  const company = printed(['Northern Tidal Systems A/S'], { x: 150, y: 120, size: 14 })
  const rest = printed(['Distribution', 'Open'], { x: 150, y: 180, size: 9 })
  assert.deepEqual(read([...corner, ...company, ...rest]), unsure('Northern Tidal Systems A/S'))
})

test('a reading is unsure if something that looks like its names was not understood', () => {
  const blocks = (second: string): TextItem[] => [
    ...block(['Ada Example', 'Open Margin Lab', 'Oslo, Norway'], 90, 120),
    ...block([second, 'Blue Harbor Institute', 'Lima, Peru'], 320, 120),
  ]
  assert.deepEqual(read(blocks('Bo Sample')), sure('Ada Example', 'Bo Sample'))
  assert.deepEqual(read(blocks('7. Bo Sample')), unsure('Ada Example'))
  assert.deepEqual(read(blocks('Bo Sample Bank')), unsure('Ada Example'))
  const larger = printed(['Bo Sample 7, Cy Third 8, Dee Fourth'], { x: 90, y: 112, size: 13 })
  assert.deepEqual(read([...larger, ...block(['Ada Example', 'Open Margin Lab'], 90, 140)]), unsure('Ada Example'))
  assert.deepEqual(read(names('Ada Example, Bo Sample, Cy T.')), unsure('Ada Example', 'Bo Sample', 'Cy T.'))
  for (const first of ['Simon Bank, Ada Example, Bo Sample,', 'Suryawan'])
    assert.equal(
      read(printed([first, 'Cy Third', 'Dee Fourth'], { x: 90, y: 120, size: 11, leading: 14 })).isSure,
      false,
    )
  const blocksBelow = ['Élise d’Institut', 'Ada Example', 'Bo Sample'].flatMap((name, index) =>
    block([name, 'Open Margin Lab'], 90, 120 + 40 * index),
  )
  assert.deepEqual(read(blocksBelow), unsure('Ada Example', 'Bo Sample'))
  assert.deepEqual(
    read([
      ...withInstitution('Blue Harbor Co-operative'),
      ...printed(['Madonna, College of Plans'], { x: 120, y: 148 }),
    ]),
    unsure('Ada Example', 'Bo Sample'),
  )
})
