import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellPeople, csvReader, headerPlace } from './csv-reader.ts'

/** The first record of a table: its position, its fields, and what was not mapped. */
const first = (...lines: string[]) => {
  const text = `${lines.join('\n')}\n`
  const reader = csvReader(text)
  const [record] = [...reader.push(text), ...reader.end()]
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  const { position, recordId, fields, unmapped } = record
  return { position, recordId, fields, unmapped }
}

/** The fields of a record that an own sentence for each would say less of. */
const facts = ({ authors, date, container, volume, issue, pages, kind, topics }: Record<string, unknown>) => [
  authors,
  date,
  container,
  volume,
  issue,
  pages,
  kind,
  topics,
]

test('the exports of databases are read by the names of their columns', () => {
  const scopus = first(
    '"Authors","Author full names","Title","Year","Source title","Volume","Art. No.","Page start","Document Type","EID"',
    '"One A.","One, Ada (57193456700); van Two, Ben (12)","T","2024","J","18","e12","","Conference review","2-s2.0-1"',
  )
  assert.deepEqual(facts(scopus.fields), [
    ['Ada One', 'Ben van Two'],
    undefined,
    'J',
    '18',
    undefined,
    'e12',
    undefined,
    undefined,
  ])
  assert.deepEqual([scopus.recordId, scopus.unmapped], ['2-s2.0-1', ['Document Type']])
  const columns = 'PT AU AF TI SO DT DE PD PY VL IS BP EP AR DI UT'.split(' ').join('\t')
  const row = [
    'J',
    'One, A',
    'One, Ada',
    'T',
    'J',
    'Article',
    'a; b',
    'DEC 3',
    '2024',
    '1',
    '2',
    '3',
    '4',
    '',
    '10.1000/w',
    'W1',
  ]
  const wos = first(columns, row.join('\t'))
  assert.deepEqual(facts(wos.fields), [['Ada One'], '2024-12-03', 'J', '1', '2', '3-4', 'journal-article', ['a', 'b']])
  assert.deepEqual([wos.recordId, wos.fields.doi, wos.unmapped], ['W1', '10.1000/w', ['PT']])
  const openalex = first(
    'id,title,publication_year,type,authorships.author.display_name,primary_location.source.display_name,biblio.volume',
    'W1,T,2023,article,Ada One|Ben Two,J,3',
  )
  assert.deepEqual(facts(openalex.fields).slice(0, 4), [['Ada One', 'Ben Two'], undefined, 'J', '3'])
})

test('a header may follow what a program says of the table', () => {
  for (const before of ['sep=;', '"About the data: Exported on Jan 10, 2024."']) {
    const { position, fields } = first(before, 'Title;Authors;Year', '"Ein; Titel";"One, Ada; Two, Ben";2020')
    assert.deepEqual([position, fields.title, fields.authors], ['line 3', 'Ein; Titel', ['Ada One', 'Ben Two']])
  }
  assert.equal(headerPlace('a,b\n'.repeat(5) + 'Title,Year\n'), null)
})

const names = (cell: string): unknown =>
  cellPeople(cell).people.map(({ name, family, given }) => name ?? `${family}|${given}`)

test('names in a cell are split at any of the usual separators', () => {
  const cases: [string, string[]][] = [
    ['Ada One, Ben Two and Cem Three', ['Ada One', 'Ben Two', 'Cem Three']],
    ['Ada One & Ben Two', ['Ada One', 'Ben Two']],
    ['One, A., Two, B.', ['One|A.', 'Two|B.']],
    ['One, Ada and Two, Ben', ['One|Ada', 'Two|Ben']],
    ['S One, D Two', ['S One', 'D Two']],
    ['OpenAI', ['OpenAI']],
    ['Ada One et al.', ['Ada One']],
    ['[No author name available]', []],
  ]
  for (const [cell, people] of cases) assert.deepEqual(names(cell), people, cell)
  assert.deepEqual(first('Title,Year,Authors', 'T,2020,"Ada One, et al."').unmapped, ['Authors (and others)'])
})

const nameOf = ({ name, family, given }: { name?: string | null; family?: string | null; given?: string | null }) =>
  name ?? `${family}, ${given}`

test('a list that a program wrote into a cell is a list of people', () => {
  const cases: [string, string[]][] = [
    ["['Jane Doe', 'R. Roe']", ['Jane Doe', 'R. Roe']],
    ['["Jane O\'Neil", "Roe, R."]', ["Jane O'Neil", 'Roe, R.']],
    [String.raw`['Jane O\'Neil']`, ["Jane O'Neil"]],
  ]
  for (const [cell, names] of cases) assert.deepEqual(cellPeople(cell).people.map(nameOf), names)
})
