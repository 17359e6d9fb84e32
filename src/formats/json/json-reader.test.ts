import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { jsonReader } from './json-reader.ts'

const read = (value: unknown): ReadRecord[] => {
  const text = JSON.stringify(value)
  const reader = jsonReader(text, null)
  return [...reader.push(text), ...reader.end()]
}

const first = (value: unknown) => {
  const [record] = read(value)
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  return record
}

const crossref = (members: object) => first({ DOI: '10.1000/a', title: ['Main'], type: 'journal-article', ...members })

const titleOf = (...titles: string[]): unknown =>
  crossref({ title: titles.slice(0, 1), subtitle: titles.slice(1) }).fields.title

test('a title is joined with its subtitle once', () => {
  assert.equal(titleOf('Main', 'Sub'), 'Main: Sub')
  assert.equal(titleOf('Main:', 'Sub'), 'Main: Sub')
  assert.equal(titleOf('Main: Sub', 'sub'), 'Main: Sub')
  assert.equal(titleOf('Why?', 'Because'), 'Why? Because')
  assert.equal(titleOf('Main'), 'Main')
})

test('Crossref: what a paper has no place for is named', () => {
  const { unmapped, fields } = crossref({
    title: ['One', 'Eins'],
    'container-title': ['Long', 'Short'],
    type: 'peer-review',
    abstract: '<jats:title>Abstract</jats:title><jats:p>Words &lt; words.</jats:p>',
    'published-print': { 'date-parts': [[2021, 5]] },
  })
  assert.deepEqual(unmapped, ['title (after the first)', 'container-title (after the first)', 'type'])
  assert.deepEqual([fields.abstract, fields.date, fields.container], ['Words < words.', '2021-05', 'Long'])
})

const noted = (note: string) => first({ id: 'a', type: 'article', title: 'T', author: [{ family: 'A' }], note })

test('CSL: Zotero keeps identifiers in lines of the note', () => {
  const { fields, unmapped } = noted('arXiv:1701.00001 [cs]\nDOI: 10.1000/a')
  assert.deepEqual([fields.arxivId, fields.doi, fields.kind, unmapped], ['1701.00001', '10.1000/a', 'preprint', []])
  assert.deepEqual(noted('arXiv:1701.00001 [cs]\nRead it').unmapped, ['note'])
})

test('Semantic Scholar: data sets for download have the names of the graph in small letters', () => {
  const { format, recordId, fields, unmapped } = first({
    corpusid: 12,
    externalids: { ArXiv: '2301.00003', DOI: '10.1000/s' },
    title: 'T',
    authors: [{ name: 'Ada One' }],
    year: 2023,
    publicationtypes: ['Conference'],
    publicationdate: '2023-01-02',
    journal: { name: 'Proceedings' },
    isopenaccess: true,
  })
  const { arxivId, doi, date, kind, container } = fields
  assert.deepEqual([format, recordId, unmapped], ['semantic-scholar', '12', ['isopenaccess']])
  assert.deepEqual(
    [arxivId, doi, date, kind, container],
    ['2301.00003', '10.1000/s', '2023-01-02', 'conference-paper', 'Proceedings'],
  )
})

const item = (members: object) => first([{ title: 'T', type: 'article', author: [], ...members }])

test('CSL-JSON: dates in every form, arXiv as an archive, types without a kind', () => {
  const dateIn = (issued: unknown): unknown => [item({ issued }).fields.year, item({ issued }).fields.date]
  assert.deepEqual(dateIn([{ 'date-parts': [['2018', 1, '02']] }]), [2018, '2018-01-02'])
  assert.deepEqual(dateIn({ year: 2018, month: 3 }), [2018, '2018-03'])
  assert.deepEqual(dateIn({ literal: 'Spring 2018' }), [2018, undefined])
  assert.deepEqual(dateIn({ 'date-parts': [[null]], raw: '2018-03-04' }), [2018, '2018-03-04'])
  const preprint = item({ archive: 'arXiv', archive_location: '2301.00002' })
  assert.deepEqual([preprint.fields.arxivId, preprint.fields.kind, preprint.unmapped], ['2301.00002', 'preprint', []])
  assert.deepEqual(item({ type: 'figure' }).unmapped, ['type'])
})

const reasons = (value: unknown): string[] =>
  read(value).map((record) => ('reason' in record ? record.reason : 'a work'))

test('a title within something else is no work, and an answer without works says why', () => {
  assert.deepEqual(reasons({ data: { attributes: { titles: [{ title: 'T' }] } } }), [
    'It contains no works. The nearest are papers (has title; lacks authors, year), csl-json (has title; lacks author, issued), semantic-scholar (has title; lacks paperId, externalIds); docs/formats.md has all formats.',
  ])
  assert.deepEqual(reasons({ results: [] }), ['It contains no works: its list is empty.'])
  assert.deepEqual(reasons({ status: 'error', message: [{ message: 'bad filter' }] }), [
    'It contains no works, but says: bad filter',
  ])
})
