import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { contentForm, formOf } from '#formats/detect-format.ts'
import { decoderFor } from '#formats/text/text.ts'
import { htmlReader } from './read-html.ts'

const page = (head: string, body = ''): string =>
  `<!DOCTYPE html>\n<html><head>${head}</head><body>${body}</body></html>`
const metas = (...values: [string, string][]): string =>
  values.map(([name, content]) => `<meta name="${name}" content="${content}">`).join('\n')
const data = (json: unknown): string => `<script type="application/ld+json">${JSON.stringify(json)}</script>`

const read = (text: string): ReadRecord[] => {
  const reader = htmlReader()
  return [...reader.push(text), ...reader.end()]
}

const fieldsOf = (text: string): Record<string, unknown> => {
  const [record] = read(text)
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  return record.fields
}

const reasonsIn = (text: string): string[] =>
  read(text).map((record) => ('reason' in record ? `${record.position}: ${record.reason}` : record.format))

const work = {
  '@type': 'ScholarlyArticle',
  name: 'A Title',
  author: [{ name: 'Ada One' }],
  datePublished: '2024-05-06',
}

test('a page is read if its metadata names a work, and otherwise refused as a page', () => {
  const dublin = metas(['DC.title', 'A'], ['dc.creator', 'B'])
  const pages = [
    page(metas(['citation_title', 'A'])),
    page(metas(['bepress_citation_title', 'A'])),
    `<!-- saved from url=(1) -->${page(dublin)}`,
    page(data({ '@graph': [work] })),
    page('<base href="https://arxiv.org/">', '<div class="list-title mathjax">'),
  ]
  for (const text of pages) assert.equal(formOf(text), 'web-page', text)
  const others = [page(''), page(metas(['dc.title', 'A'])), page(data({ '@type': 'WebSite', name: 'A' }))]
  for (const text of others)
    assert.throws(
      () => contentForm(text, null),
      (error: unknown) => error instanceof Failure && /a web page whose metadata names no work/u.test(error.message),
      text,
    )
  assert.equal(contentForm(page(dublin), 'schema-org'), 'web-page')
  assert.deepEqual(reasonsIn(page(metas(['citation_doi', '10.1000/a']))), [
    'the whole: It contains no works: its metadata does not name the title of one.',
  ])
})

test('JSON-LD is a record of its own, or adds to the metadata of the same title', () => {
  assert.deepEqual(reasonsIn(page(data([work, { ...work, name: 'Another' }]))), ['schema-org', 'schema-org'])
  const own = metas(['citation_title', 'A title.'], ['citation_year', '2024'])
  assert.deepEqual(fieldsOf(page(own + data({ mainEntity: work }))), {
    title: 'A title.',
    authors: ['Ada One'],
    year: 2024,
    date: '2024-05-06',
    kind: 'journal-article',
  })
  const another = { ...work, name: 'Another' }
  assert.deepEqual(fieldsOf(page(own + data(another))), { title: 'A title.', year: 2024 })
  const earlier = metas(['citation_title', 'A title'], ['citation_date', '2023/01/02'])
  assert.equal(fieldsOf(page(earlier + data(work))).date, '2023-01-02')
  assert.equal(fieldsOf(page(`${own}<script type="application/ld+json">{"broken":</script>`)).title, 'A title.')
})

const kindOf = (...values: [string, string][]): unknown => {
  const { kind, container, institution } = fieldsOf(page(metas(['citation_title', 'T'], ...values)))
  return [kind, container ?? institution]
}

test('the kind of a work follows from what it stands in', () => {
  assert.deepEqual(kindOf(['citation_conference_title', 'C']), ['conference-paper', 'C'])
  assert.deepEqual(kindOf(['citation_inbook_title', 'B']), ['chapter', 'B'])
  assert.deepEqual(kindOf(['citation_journal_title', 'bioRxiv']), ['preprint', 'bioRxiv'])
  assert.deepEqual(kindOf(['citation_technical_report_institution', 'I']), ['report', 'I'])
  assert.deepEqual(kindOf(['prism.publicationName', 'P'], ['citation_arxiv_id', '2210.03629']), [undefined, 'P'])
  assert.deepEqual(kindOf(['citation_arxiv_id', '2210.03629']), ['preprint', undefined])
})

test('names, pages, addresses and identifiers in the forms that publishers use', () => {
  const { authors, pages, url, doi, storageUrl } = fieldsOf(
    page(
      `<link rel="canonical" href="/relative">${metas(
        ['citation_title', 'T'],
        ['citation_authors', 'One, Ada; Two, Ben'],
        ['prism.startingPage', '7'],
        ['dc:identifier', 'doi:10.1000/A'],
        ['citation_pdf_url', 'file.pdf'],
        ['citation_abstract_html_url', 'https://example.org/a'],
      )}`,
    ),
  )
  assert.deepEqual(
    [authors, pages, url, doi, storageUrl],
    [['Ada One', 'Ben Two'], '7', 'https://example.org/a', '10.1000/A', undefined],
  )
})

test('a page may be nested 500 levels deep and keep 20 million characters; what came before counts', () => {
  const own = metas(['citation_title', 'T'])
  assert.deepEqual(reasonsIn(page(own, '<i>'.repeat(490))), ['web-page'])
  assert.deepEqual(reasonsIn(page(own, '<i>'.repeat(1_000_000))), [
    'web-page',
    'the end: The rest of the page cannot be read: elements may be nested at most 500 levels deep.',
  ])
  const reader = htmlReader()
  const comment = 'x'.repeat(5_000_000)
  const found = [`${page(own)}<!--`, ...Array.from({ length: 6 }, () => comment)].flatMap((piece) => reader.push(piece))
  assert.deepEqual(
    [...found, ...reader.end()].map((record) => ('reason' in record ? record.reason : record.format)),
    [
      'web-page',
      'The rest of the page cannot be read: a tag, a comment or its metadata may have at most 20000000 characters.',
    ],
  )
})

test('a page names its encoding, which counts if it is not UTF-8', () => {
  const text = Buffer.concat([Buffer.from('<html><meta charset="koi8-r">'), Buffer.from([0xd7, 0xc9])])
  assert.equal(decoderFor(text).decode(text).slice(-2), 'ви')
  const utf8 = Buffer.from('<html><meta charset="koi8-r">ви')
  assert.equal(decoderFor(utf8).decode(utf8).slice(-2), 'ви')
})
