import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractedPdf } from '#pdf/document.ts'
import { pdfRecord } from './read-content.ts'

const pdf = (proposal: Partial<ExtractedPdf['proposal']> = {}): ExtractedPdf => ({
  pages: 3,
  info: { title: '', author: '', subject: '', created: '' },
  proposal: {
    title: 'Checkpoints',
    authors: ['Ada Example'],
    year: 2024,
    arxivId: '2405.01234',
    doi: null,
    abstract: null,
    license: null,
    unsure: [],
    ...proposal,
  },
  text: '# Checkpoints',
  references: [],
})

const record = (given: ExtractedPdf, keepsText = false) => {
  const read = pdfRecord(given, { sha256: 'ab', keepsText })
  assert.ok('fields' in read)
  return read
}

test('what a PDF proposes becomes the fields of a paper, and what was not found is named', () => {
  const { fields, unmapped, recordId } = record(pdf())
  assert.deepEqual(fields, {
    title: 'Checkpoints',
    authors: ['Ada Example'],
    year: 2024,
    arxivId: '2405.01234',
    url: 'https://arxiv.org/abs/2405.01234',
    kind: 'preprint',
  })
  assert.deepEqual(unmapped, ['abstract (not found in the PDF)', 'fullText (the PDF names no open licence)'])
  assert.equal(recordId, '2405.01234')
})

test('the text is kept under an open licence, or if somebody says so', () => {
  assert.equal(record(pdf({ license: 'CC BY 4.0' })).fields.fullText, '# Checkpoints')
  assert.equal(record(pdf({ license: 'CC BY-NC 4.0' })).fields.fullText, undefined)
  assert.equal(record(pdf(), true).fields.fullText, '# Checkpoints')
})

test('the same file is the same record, whatever is read from it', () => {
  assert.equal(record(pdf()).source, record(pdf({ title: 'Another title' })).source)
})

test('a PDF without title, authors or year says which are missing', () => {
  const read = pdfRecord(pdf({ authors: [], year: null }), { sha256: 'ab', keepsText: false })
  assert.ok('reason' in read)
  assert.match(read.reason, /authors, year could not be found/u)
})
