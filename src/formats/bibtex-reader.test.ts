import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { defaultStrings } from '@citation-js/plugin-bibtex/lib/input/constants.js'
import { bibtexReader } from './bibtex-reader.ts'

const read = (text: string): ReadRecord[] => {
  const reader = bibtexReader()
  return [...reader.push(text), ...reader.end()]
}

const fieldsOf = (record: ReadRecord | undefined): Record<string, unknown> => {
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  return record.fields
}

/** Family and given name of each author; a group has no given name. */
const peopleIn = (author: string): unknown => {
  const { authors, authorNames } = fieldsOf(read(`@misc{a, author = {${author}}, title = {T}}`)[0])
  const parts = new Map(
    (authorNames as { name: string; family: string; given?: string }[]).map(({ name, family, given }) => [
      name,
      `${family}|${given ?? ''}`,
    ]),
  )
  return (authors as string[]).map((name) => parts.get(name) ?? name)
}

const idOf = (fields: string): unknown => fieldsOf(read(`@article{a, title = {T}, ${fields}}`)[0]).arxivId

test('Mendeley names an arXiv id twice, or once under a name of its own', () => {
  assert.equal(idOf('arxivId = {1901.00001}, eprint = {1901.00001}, archivePrefix = {arXiv}'), '1901.00001')
  assert.equal(idOf('arxivId = {1901.00001v2}'), '1901.00001')
})

test('names are split into their parts, also where they begin with an accent', () => {
  const cases: [string, string[]][] = [
    [
      String.raw`H{\aa}kan Lindstr{\"o}m and {\O}yvind {\AA}s and {\L}ukasz Kaiser and {\'E}mile Zola`,
      ['Lindström|Håkan', 'Ås|Øyvind', 'Kaiser|Łukasz', 'Zola|Émile'],
    ],
    [String.raw`{\c{C}}elik, {\.I}brahim and Nguy{\~\^e}n, V{\u a}n`, ['Çelik|İbrahim', 'Nguyễn|Văn']],
    ['Ludwig van der Berg and King, Jr., Martin', ['van der Berg|Ludwig', 'King Jr.|Martin']],
    ['{Barnes and Noble, Inc.} and de la Cruz, Juan', ['Barnes and Noble, Inc.|', 'de la Cruz|Juan']],
    ['One, A., Two, B., Three, C.', ['One|A.', 'Two|B.', 'Three|C.']],
    ['Ada One, Ben Two, Cem Three', ['One|Ada', 'Two|Ben', 'Three|Cem']],
    ['Ada One and Ben Two and ', ['One|Ada', 'Two|Ben']],
    ['One, Ada; Two, Ben', ['One|Ada', 'Two|Ben']],
    ['given=Hans, family=Meier, prefix=von', ['von Meier|Hans']],
  ]
  for (const [author, people] of cases) assert.deepEqual(peopleIn(author), people, author)
  const [unclear] = read('@misc{a, author = {One, Two, Three, Four, Five}, title = {T}}')
  assert.match(unclear !== undefined && 'reason' in unclear ? unclear.reason : '', /separated by "and": One, Two/u)
})

test('a key may be missing or have spaces, and a preamble is no entry', () => {
  const records = read('@preamble{words, and more}\n@misc{, title = {One}}\n@misc{two words, title = {Two}}\n')
  assert.deepEqual(
    records.map((record) => 'fields' in record && [record.position, record.recordId, record.fields.title]),
    [
      ['line 2', null, 'One'],
      ['line 3', 'two words', 'Two'],
    ],
  )
})

test('an entry of EndNote begins with its fields', () => {
  const source = '@article{\n   author = {One, Ada},\n   title = {T},\n   year = {2024}\n}'
  const [record] = read(`${source}\n\n@book{b, title = {U}}`)
  assert.ok(record !== undefined && 'fields' in record)
  assert.deepEqual([record.recordId, record.fields.title, record.fields.authors], [null, 'T', ['Ada One']])
  assert.equal(record.source, source)
})

test('identifiers of Web of Science stand in two pairs of braces, and journals of ADS are commands', () => {
  const { doi, container } = fieldsOf(
    read(String.raw`@article{a, title = {{T}}, DOI = {{10.1000/a}}, journal = {\apj}}`)[0],
  )
  assert.deepEqual([doi, container], ['10.1000/a', 'The Astrophysical Journal'])
  assert.equal(
    fieldsOf(read(String.raw`@article{a, title = {T}, journal = {\unknown}}`)[0]).container,
    String.raw`\unknown`,
  )
})

test('a paper has what it says of itself and what its volume says, wherever that stands', () => {
  const records = read(`
    @inproceedings{a, author = {Ada One}, title = {A}, crossref = {Vol}}
    @misc{between, author = {Ben Two}, title = {Between}, year = 2020}
    @inproceedings{b, author = {Ada One}, title = {B}, year = 2021, publisher = {Own}, crossref = {vol}, xdata = {more}}
    @proceedings{vol, title = {Proceedings of X}, editor = {Ed Itor}, publisher = {Press}, year = 2019, month = jul}
    @xdata{more, keywords = {kept}, volume = {7}}
    @inproceedings{c, author = {Ada One}, title = {C}, year = 2022, crossref = {missing}}`)
  assert.deepEqual(
    records.map((record) => {
      assert.ok('fields' in record)
      const { title, container, publisher, year, date, volume, topics } = record.fields
      return [title, container, publisher, year, date, volume, topics, record.unmapped]
    }),
    [
      ['A', 'Proceedings of X', 'Press', 2019, '2019-07', undefined, undefined, []],
      ['Between', undefined, undefined, 2020, undefined, undefined, undefined, []],
      ['B', 'Proceedings of X', 'Own', 2021, undefined, '7', ['kept'], []],
      ['Proceedings of X', undefined, 'Press', 2019, '2019-07', undefined, undefined, ['editor']],
      ['C', undefined, undefined, 2022, undefined, undefined, undefined, ['crossref']],
    ],
  )
})

const waiting = (number: number): string => `@misc{a${number}, title = {${number}}, crossref = {never}}\n`

test('entries that wait for a volume are bounded, and keep their order', () => {
  const reader = bibtexReader()
  const early = reader.push(Array.from({ length: 5_003 }, (_, number) => waiting(number)).join(''))
  assert.deepEqual(
    early.map((record) => fieldsOf(record).title),
    ['0', '1', '2'],
  )
  assert.equal(reader.end().length, 5_000)
})

test('a missing comma is reported as such, and the next entry is read', () => {
  const [broken, next] = read('@misc{a, title = {One} year = 2020}\n@misc{b, title = {Two}}')
  assert.ok(broken !== undefined && 'reason' in broken)
  assert.match(broken.reason, /a comma between two fields or a closing brace is missing at line 1 col \d+\.$/u)
  assert.equal(fieldsOf(next).title, 'Two')
})

test('names of fields may have dots, and values that look like them stay', () => {
  const [record] = read('@misc{a,\n  dblp.key = {x},\n  title = {One\nfile_1 = {two}},\n  a.b = "y",\n}')
  assert.ok(record !== undefined && 'fields' in record)
  assert.deepEqual([record.fields.title, record.unmapped], ['One file_1 = two', ['dblp_key', 'a_b']])
})

test('an entry is parsed with the abbreviations that it may use: the grammar copies all that it is given', (t) => {
  let most = 0
  const { assign } = Object
  t.mock.method(Object, 'assign', (target: object, source: object) => {
    if (target === defaultStrings) most = Math.max(most, Object.keys(source).length)
    return assign(target, source)
  })
  const strings = Array.from({ length: 500 }, (_, index) => `@string{s${index} = "Journal ${index}"}`)
  const [first] = read([...strings, '@misc{a, title = {T}, journal = s8}', '@misc{b, title = s7}'].join('\n'))
  assert.equal(fieldsOf(first).container, 'Journal 8')
  assert.ok(most > 0 && most < 50, String(most))
})
