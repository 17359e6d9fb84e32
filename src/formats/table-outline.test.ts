import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsToName, tableOutline } from './table-outline.ts'

const LONG = 'An abstract is a long text about what somebody found out. '.repeat(6)

test('columns are proposed by words in their names and by what is in them', () => {
  const words = tableOutline(
    'Titel der Arbeit;Name des Autors;Erscheinungsjahr (YYYY);Titel der Zeitschrift\nA;B;2020;C\n',
    null,
  )
  assert.deepEqual(words?.proposed, {
    title: 'Titel der Arbeit',
    authors: 'Name des Autors',
    year: 'Erscheinungsjahr (YYYY)',
    container: 'Titel der Zeitschrift',
  })
  const rows = [
    'a,b,c,d,e,f,g',
    `10.1000/a,2024,"One, Ada; Two, Ben",Checkpoints of agents,2401.00001,${LONG},https://example.org/a`,
    `https://doi.org/10.1000/b,2023,Ada One and Ben Two,"Plans, made and kept",arXiv:2401.00002v2,${LONG},https://example.org/b`,
  ]
  const contents = tableOutline(`${rows.join('\r\n')}\r\n`, null)
  assert.deepEqual(contents?.proposed, {
    title: 'd',
    authors: 'c',
    year: 'b',
    doi: 'a',
    arxivId: 'e',
    url: 'g',
    abstract: 'f',
  })
  assert.deepEqual(contents.known, {})
  assert.deepEqual(contents.rows[1]?.slice(0, 4), [
    'https://doi.org/10.1000/b',
    '2023',
    'Ada One and Ben Two',
    'Plans, made and kept',
  ])
})

test('what is given or known by its name is kept, and only the rest has to be named', () => {
  const head = 'Werk,Author list,Year\nA title of it,Ada One,2020\n'
  const given = { title: 'Werk', topics: '' }
  const outline = tableOutline(head, given)
  assert.deepEqual(outline?.known, { title: 'Werk', year: 'Year', topics: '' })
  assert.deepEqual(columnsToName(outline, given), { title: 'Werk', authors: 'Author list', topics: '' })
  const whole = tableOutline('Title,Year\nA,2020\n', null)
  assert.deepEqual([whole?.known, whole?.proposed], [whole?.proposed, { title: 'Title', year: 'Year' }])
})

test('rows are shown whole, however many lines they have, and no more than three', () => {
  const head = `Werk;Jahr\n"One\nof; two ""lines""";2020\n${'B;2021\n'.repeat(5)}`
  const outline = tableOutline(head, { title: 'Werk' })
  assert.deepEqual(outline?.rows, [
    ['One\nof; two "lines"', '2020'],
    ['B', '2021'],
    ['B', '2021'],
  ])
})

test('text without cells in even rows is no table', () => {
  for (const text of ['Dear all,\nplease read this. Or, if not, that.\n', '', 'a,b\n', 'a,b\0\nc,d\n'])
    assert.equal(tableOutline(text, null), null, JSON.stringify(text))
})
