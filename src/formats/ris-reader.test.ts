import assert from 'node:assert/strict'
import { test } from 'node:test'
import { risReader, webOfScienceReader } from './ris-reader.ts'

/** One record of these lines, with what was not mapped. */
const read = (...lines: string[]): Record<string, unknown> => {
  const reader = risReader()
  const [record] = [...reader.push(['TY  - JOUR', ...lines, 'ER  - ', ''].join('\n')), ...reader.end()]
  assert.ok(record !== undefined && 'fields' in record)
  return { ...record.fields, unmapped: record.unmapped }
}

test('a date is that of the citation, as exactly as the record knows it', () => {
  const cases: [string[], string | undefined, number | undefined, string[]][] = [
    [['PY  - 2014', 'Y1  - 2014/06/01'], '2014-06-01', 2014, []],
    [['Y1  - 1900/01/01', 'DA  - 1950/01/01'], '1950-01-01', 1950, []],
    [['PY  - 2005', 'DA  - May 3'], '2005-05-03', 2005, []],
    [['PY  - 2005', 'DA  - 2005'], undefined, 2005, []],
    [['PY  - 2005///', 'DA  - Spring'], undefined, 2005, ['DA']],
    [['DA  - June 7, 2021'], '2021-06-07', 2021, []],
  ]
  for (const [lines, date, year, unmapped] of cases) {
    const found = read(...lines)
    assert.deepEqual([found.date, found.year, found.unmapped], [date, year, unmapped], lines.join('; '))
  }
})

test('authors keep their order, under either of the two tags', () => {
  assert.deepEqual(read('A1  - One, Ada', 'AU  - Two, Ben', 'A1  - Three, Cem').authors, [
    'Ada One',
    'Ben Two',
    'Cem Three',
  ])
})

test('lines are read however they are spaced, with any sign in them', () => {
  assert.equal(read('TI  - Potential:\u2028 Contributions').title, 'Potential: Contributions')
  assert.equal(read('  TI  - Indented').title, 'Indented')
  assert.equal(read('TI  -Close').title, 'Close')
  assert.equal(read('TI - One space').title, 'One space')
  const { abstract, unmapped } = read('AB  - Words of', 'AI-based methods', 'AU  - One, Ada')
  assert.deepEqual([abstract, unmapped], ['Words of AI-based methods', []])
})

test('a DOI is found under its name and elsewhere, and pages may be the number of the article', () => {
  const { doi, unmapped, pages } = read('M3  - doi: 10.1000/a', 'C7  - e12')
  assert.deepEqual([doi, unmapped, pages], ['10.1000/a', [], 'e12'])
  const { arxivId, container, kind } = read('JO  - arXiv preprint arXiv:2210.03629')
  assert.deepEqual([arxivId, container, kind], ['2210.03629', undefined, 'preprint'])
})

test('a comma within the name of a group is doubled, and an institution is no publisher', () => {
  assert.deepEqual(read('AU  - Barnes and Noble,, Inc.', 'AU  - One, Ada').authors, [
    'Barnes and Noble, Inc.',
    'Ada One',
  ])
  const { publisher, institution } = read('PB  - MIT', 'AD  - MIT')
  assert.deepEqual([publisher, institution], [undefined, 'MIT'])
})

test('Web of Science: authors stand in a line each, or all in one', () => {
  for (const lines of ['AU One, Ada\n   Two, Ben', 'AU One, Ada; Two, Ben']) {
    const reader = webOfScienceReader()
    const [record] = [...reader.push(`FN Web of Science\nPT J\n${lines}\nER\n`), ...reader.end()]
    assert.ok(record !== undefined && 'fields' in record)
    assert.deepEqual(record.fields.authors, ['Ada One', 'Ben Two'])
  }
})
