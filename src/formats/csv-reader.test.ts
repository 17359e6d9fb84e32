import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableColumns } from '#core/imports/table-columns.ts'
import { cellPeople, csvReader } from './csv-reader.ts'
import { headerPlace, lackingColumns } from './table-columns.ts'

/** The first record of a table: its position, its fields, and what was not mapped. */
const firstWith = (columns: TableColumns | null, ...lines: string[]) => {
  const text = `${lines.join('\n')}\n`
  const reader = csvReader(text, null, columns)
  const [record] = [...reader.push(text), ...reader.end()]
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  const { position, recordId, fields, unmapped } = record
  return { position, recordId, fields, unmapped }
}

const first = (...lines: string[]) => firstWith(null, ...lines)

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

const kindIn = (header: string, row: string): unknown => first(header, row).fields.kind

test('the kind of a record is read from the column that names one', () => {
  const both = 'Publication Type,Authors,Article Title,Document Type,Publication Year'
  assert.equal(kindIn(both, 'J,"One, Ada",T,Article,2024'), 'journal-article')
  assert.equal(kindIn(both, 'J,"One, Ada",T,Article; Early Access,2024'), 'journal-article')
  assert.equal(kindIn(both, 'C,"One, Ada",T,Article; Proceedings Paper,2024'), 'conference-paper')
  const ieee = 'Document Title,Authors,Publication Year,Document Identifier'
  assert.equal(kindIn(ieee, 'T,A. One,2024,IEEE Journals'), 'journal-article')
  assert.equal(kindIn(ieee, 'T,A. One,2024,IEEE Conferences'), 'conference-paper')
})

test('the source of Publish or Perish is a journal, and the full stop of titles of PubMed is none of theirs', () => {
  const { fields, unmapped } = first('Cites,Authors,Title,Year,Source,GSRank', '3,"A One, B Two",T,2024,J,1')
  assert.deepEqual([fields.container, unmapped], ['J', ['Cites', 'GSRank']])
  assert.equal(first('Title,Authors,Year,Source', 'T,A One,2024,Scopus').fields.container, undefined)
  assert.equal(
    first('PMID,Title,Authors,Journal/Book,Publication Year', '1,A title.,"One A.",J,2024').fields.title,
    'A title',
  )
  assert.equal(first('Title,Authors,Year', 'A title.,A One,2024').fields.title, 'A title.')
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
    ["van der Berg A, O'Neil B Jr, One C 3rd.", ['van der Berg|A', "O'Neil Jr|B", 'One 3rd|C']],
    ['One A., van Two B.-C., Three D.E.', ['One|A.', 'van Two|B.-C.', 'Three|D.E.']],
    ['One A.; van Two B.', ['One|A.', 'van Two|B.']],
    ['One, Ada / Two, Ben', ['One|Ada', 'Two|Ben']],
    ['AC/DC', ['AC/DC']],
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

test('columns that are given are read in place of those with known names, and the others as ever', () => {
  const header = 'Notes;Title;"Name, full";Autoren;Autor;Jahr;DOI'
  const row = 'N;Short;"Long, whole";One, Ada;Two, Ben;2024;10.1000/a'
  const { fields, unmapped } = firstWith({ title: 'name,  FULL', authors: 'Autor', topics: '' }, header, row)
  assert.deepEqual(
    [fields.title, fields.authors, fields.year, fields.doi],
    ['Long, whole', ['Ben Two'], 2024, '10.1000/a'],
  )
  assert.deepEqual(unmapped, ['Notes', 'Title', 'Autoren'])
  const both = firstWith({ year: 'When', date: 'When', title: 'A' }, 'A,When', 'T,2024-05-17')
  assert.deepEqual([both.fields.year, both.fields.date], [2024, '2024-05-17'], 'a column may fill two fields')
  const full = firstWith({ authors: 'Who' }, 'Title,Author full names,Who,Year', 'T,"One, Ada (1)",Ben Two,2024')
  assert.deepEqual(full.fields.authors, ['Ben Two'])
})

test('a header is found by the columns that are given, and has all of them', () => {
  const head = 'About,this\nWerk,Jahr\nT,2024\n'
  assert.equal(headerPlace(head), null)
  assert.equal(headerPlace(head, { title: 'Werk' }), 1)
  assert.equal(headerPlace(head, { title: 'Werk', doi: 'DOI' }), null)
  assert.equal(
    lackingColumns(head, { title: 'Werk', doi: 'DOI' }),
    'The table has no column “DOI”: its columns are “Werk”, “Jahr”.',
  )
  assert.equal(lackingColumns('Only words.\n', { title: 'Werk' }), null, 'a text is no table')
})
