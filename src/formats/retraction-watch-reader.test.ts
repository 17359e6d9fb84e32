import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRetractionWatch, retractionWatchReader } from './retraction-watch-reader.ts'

const HEADER =
  'Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes,'

const row = (number: number, given: Partial<Record<'date' | 'notice' | 'doi' | 'nature' | 'reason', string>> = {}) => {
  const { date = '3/9/2026 0:00', notice = '10.1000/Notice', doi = '10.1000/Paper', nature = 'Retraction' } = given
  const { reason = '+Falsification/Fabrication of Data;+Investigation by Journal/Publisher;' } = given
  return `${number},"A paper, with a comma",(B/T) Technology;,"An institute;",A Journal,Press,China,Ada Example;Ben Sample,,Research Article;,${date},${notice},0,5/6/2023 0:00,${doi},0,${nature},${reason},No,,`
}

const read = (...rows: string[]) => {
  const reader = retractionWatchReader()
  return [...reader.push([HEADER, ...rows, ''].join('\n')), ...reader.end()]
}

const noticesOf = (...rows: string[]) =>
  read(...rows).map((record) => ('format' in record ? (record.notices ?? []) : record.reason))

test('a row of Retraction Watch is a notice about the work that it names', () => {
  const [record] = read(row(42))
  assert.ok(record !== undefined && 'format' in record)
  assert.equal(record.source, row(42))
  const { source: _source, ...rest } = record
  assert.deepEqual(rest, {
    format: 'retraction-watch',
    position: 'line 2',
    recordId: '42',
    fields: { title: 'A paper, with a comma' },
    unmapped: [],
    notices: [
      {
        kind: 'retraction',
        text: 'Retraction: Falsification/Fabrication of Data; Investigation by Journal/Publisher',
        date: '2026-03-09',
        address: 'https://doi.org/10.1000/notice',
        about: '10.1000/paper',
      },
    ],
  })
})

test('corrections and concerns are told as such, and a reinstatement or a work without a DOI tells nothing', () => {
  const kinds = noticesOf(
    row(1, { nature: 'Correction', reason: '' }),
    row(2, { nature: 'Expression of concern', date: '2026-03-09', notice: 'unavailable' }),
    row(3, { nature: 'Reinstatement' }),
    row(4, { doi: 'Unavailable' }),
    row(5, { date: 'soon' }),
    '6,"cut',
  )
  assert.deepEqual(
    kinds.map((notices) =>
      typeof notices === 'string' ? 'refused' : notices.map(({ kind, date, address }) => [kind, date, address]),
    ),
    [
      [['correction', '2026-03-09', 'https://doi.org/10.1000/notice']],
      [['correction', '2026-03-09', null]],
      [],
      [],
      [['retraction', null, 'https://doi.org/10.1000/notice']],
      'refused',
    ],
  )
})

test('the table is known by its header, and no other one is taken for it', () => {
  assert.ok(isRetractionWatch(HEADER))
  assert.ok(isRetractionWatch(`\ufeff${HEADER}`))
  assert.ok(!isRetractionWatch('title,authors,year\nRecord ID,RetractionDOI,OriginalPaperDOI,RetractionNature'))
})
