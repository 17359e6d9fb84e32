import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { arxivMailReader } from '#formats/arxiv-mail-reader.ts'
import { bibtexReader } from '#formats/bibtex-reader.ts'
import { htmlReader } from '#formats/html/read-html.ts'
import { jsonReader } from '#formats/json/json-reader.ts'
import { htmlLinksReader, markdownLinksReader } from '#formats/links/links-reader.ts'
import type { FormatReader } from '#formats/record.ts'
import { risReader, webOfScienceReader } from '#formats/ris-reader.ts'
import { enwReader } from '#formats/enw-reader.ts'
import { nbibReader } from '#formats/nbib-reader.ts'
import { csvReader } from '#formats/csv-reader.ts'
import { identifierListReader } from '#formats/identifier-list-reader.ts'
import { xmlReader } from '#formats/xml/read-xml.ts'
import { testSeed } from '../support/generated/random.ts'
import { budget, isThorough } from '../support/budgets.ts'
import { anyPiece, explodingPieces, isLinear } from '../support/parsing-cost.ts'

const FOLDER = new URL('../fixtures/formats/', import.meta.url)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const inEveryString = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return value + text
  if (Array.isArray(value)) return value.map((member) => inEveryString(member, text))
  if (typeof value !== 'object' || value === null) return value
  // The type of a thing of JSON-LD is one of a few words.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === '@type' ? member : inEveryString(member, text)]),
  )
}

/** A file of a format with a text in each of its values, and what reads it. */
type Format = { reader: (content: string) => FormatReader; fill: (content: string, text: string) => string }

const lines = (content: string, fill: (line: string) => string): string => content.split(/\r?\n/u).map(fill).join('\n')
const tagged = (content: string, text: string): string =>
  lines(content, (line) => (/^[A-Z][A-Z0-9] +(?:- )?\S/u.test(line) ? line + text.replaceAll(/[\r\n]+/gu, ' ') : line))
const json = (content: string, text: string): string => JSON.stringify(inEveryString(JSON.parse(content), text))

const inElements = (content: string, text: string): string =>
  content.replaceAll(/[^<>\s](?=<\/)/gu, (last) => last + escaped(text))
/** Also in the attributes with which pages describe works. */
const inPage = (content: string, text: string): string =>
  inElements(content, text).replaceAll(/(?<=\bcontent="[^"]*)"/gu, `${escaped(text).replaceAll('"', '&quot;')}"`)

const formats: Record<string, Format> = {
  xml: { reader: xmlReader, fill: inElements },
  json: { reader: (content) => jsonReader(content, null), fill: json },
  jsonl: {
    reader: (content) => jsonReader(content, null),
    fill: (content, text) => lines(content, (line) => (line.trim() === '' ? line : json(line, text))),
  },
  bib: {
    reader: bibtexReader,
    fill: (content, text) => content.replaceAll(/(?=[}"],?$)/gmu, text.replaceAll(/[{}"@\\%#,]/gu, ' ')),
  },
  ris: { reader: risReader, fill: tagged },
  nbib: {
    reader: nbibReader,
    fill: (content, text) =>
      lines(content, (line) => (/^[A-Z]{2,4} *- \S/u.test(line) ? line + text.replaceAll(/[\r\n]+/gu, ' ') : line)),
  },
  enw: {
    reader: enwReader,
    fill: (content, text) =>
      lines(content, (line) => (line.startsWith('%') ? line + text.replaceAll(/[\r\n]+/gu, ' ') : line)),
  },
  'wos.txt': { reader: webOfScienceReader, fill: tagged },
  csv: {
    reader: csvReader,
    fill: (content, text) =>
      content.replaceAll(/[^\n,"](?=,|$)/gmu, (last) => last + text.replaceAll(/[",\r\n]/gu, ' ')),
  },
  html: { reader: htmlReader, fill: inPage },
  rdf: { reader: xmlReader, fill: inElements },
  netscape: { reader: htmlLinksReader, fill: inPage },
  'links.txt': {
    reader: markdownLinksReader,
    fill: (content, text) => lines(content, (line) => (line.trim() === '' ? line : line + text)),
  },
  'arxiv.txt': {
    reader: arxivMailReader,
    fill: (content, text) => lines(content, (line) => (/^(?:[A-Z][a-z]+:| {2})/u.test(line) ? line + text : line)),
  },
  'identifiers.txt': {
    reader: identifierListReader,
    fill: (content, text) => lines(content, (line) => `${line}\n${text}`),
  },
}

const SIZE = 4_096
const growsTooFast = ({ reader, fill }: Format, content: string, piece: string): boolean =>
  !isLinear(SIZE, (size) => {
    const filled = fill(content, piece.repeat(Math.ceil(size / piece.length)))
    const opened = reader(filled)
    opened.push(filled)
    opened.end()
  })

test('no reader of a format takes time that grows faster than the values in its records', (t) => {
  const seed = testSeed()
  const sampled = fc.sample(anyPiece, { numRuns: budget('piecesForFormats'), seed })
  const pieces = isThorough ? [...sampled, ...explodingPieces] : sampled
  t.diagnostic(`seed ${seed}: ${JSON.stringify(pieces)}`)
  for (const name of readdirSync(FOLDER)) {
    const format = Object.entries(formats).find(([ending]) => `.${name}`.endsWith(`.${ending}`))?.[1]
    assert.ok(format, `nothing here fills ${name}`)
    const content = readFileSync(new URL(name, FOLDER), 'utf8')
    const reader = format.reader(content)
    const filled = format.fill(content, ' x y z')
    assert.ok(
      [...reader.push(filled), ...reader.end()].some((record) => 'fields' in record),
      `${name} has no record`,
    )
    for (const piece of pieces)
      assert.ok(!growsTooFast(format, content, piece), `${name} with ${JSON.stringify(piece)} over and over`)
  }
})
