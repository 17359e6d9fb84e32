import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineSplitter } from '#imports/lines/split-lines.ts'
import { readPaper } from '#imports/lines/read-paper.ts'
import { Failure } from '#core/failure.ts'
import { doiIn, arxivIdIn, linkError } from '#core/papers/identifiers.ts'
import { bibtexReader } from '#formats/bibtex/bibtex-reader.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { jsonReader } from '#formats/json/json-reader.ts'
import { risReader } from '#formats/ris/ris-reader.ts'
import { csvReader } from '#formats/tables/csv-reader.ts'
import { identifierListReader } from '#formats/tables/identifier-list-reader.ts'
import { latexToText, texText } from '#formats/text/latex.ts'
import { paragraphs as brokenParagraphs, withoutMarkup } from '#formats/text/plain-text.ts'
import { xmlReader } from '#formats/xml/read-xml.ts'
import { agentInstructions } from '#core/review/checks/agent-instructions.ts'
import { hiddenCharacters } from '#core/review/checks/hidden-characters.ts'
import { classifyEmail } from '#core/mail/bounces/classify-email.ts'
import { findKeyedAddress } from '#core/mail/bounces/keyed-address.ts'
import { markPassages } from '#core/passages/mark-passages.ts'
import { sectionPassages } from '#core/passages/paper-passages.ts'
import { partPassages } from '#core/passages/text-parts.ts'
import { parseReference } from '#core/references/parse-reference.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { findInstructions } from '#core/text/instruction-like.ts'
import { removeHidden } from '#core/text/remove-hidden.ts'
import { markdownBoundExceeded } from '#core/text/markdown-bounds.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { plainMarkup } from '#core/text/plain-markup.ts'
import { slug } from '#core/text/slug.ts'
import { paginateSections, splitParagraphs, splitSections } from '#core/text/split-sections.ts'
import { terminalSafe } from '#core/text/terminal-safe.ts'
import { textKey, tokenize } from '#core/text/tokenize.ts'
import { linkPaperIds } from '#http/reader/paper-links.ts'
import { truncate } from '#http/reader/paper/present.ts'
import { parseBriefMarkdown } from '#schemas/brief-markdown.ts'
import { bibtex } from '#schemas/citation/bibtex.ts'
import { cslJson } from '#schemas/citation/csl-json.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { ris } from '#schemas/citation/ris.ts'
import { csvLine } from '#schemas/csv/csv-line.ts'
import { contactSchema } from '#schemas/correspondence-schemas.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { validate } from '#schemas/validate.ts'
import { corePaper } from '../support/database/stored.ts'
import { explodingPieces } from '../support/markdown/exploding-markdown.ts'
import { fuzzRuns } from '../support/generated/fuzz-runs.ts'
import { anyPiece } from '../support/generated/hostile-pieces.ts'
import { isLinear } from '../support/process/growth.ts'

const readWhole = (reader: FormatReader, text: string): unknown => [reader.push(text), reader.end()]

/** Whatever reads text that others wrote; what it says of it does not matter here. */
const parsers: Record<string, (text: string) => unknown> = {
  'JSON of a request': (text) => parseStrictJson(`{"x":${JSON.stringify(text)}}`),
  'broken JSON': parseStrictJson,
  'a line to ingest': (text) => readPaper({ line: 1, bytes: Buffer.from(text) }, { now: new Date(0), isPublic: true }),
  'lines to ingest': (text) => [...lineSplitter().push(Buffer.from(text))],
  'a field': (text) => textError(text, 'block') ?? normalizeText(text, 'block'),
  'a contact message': (text) => validate(contactSchema, { name: text, email: text, message: text }),
  'a brief in Markdown': parseBriefMarkdown,
  'the bounds of Markdown': markdownBoundExceeded,
  'plain text as markup': plainMarkup,
  'ids in markup': (text) => linkPaperIds(plainMarkup(text), new Set(['p1'])),
  'parts of a full text': (text) => paginateSections(splitSections(text).sections, 40_000),
  'passages of a full text': (text) => partPassages(splitSections(text), 1),
  'passages in markup': (text) => markPassages(plainMarkup(text), sectionPassages(1, text)),
  paragraphs: splitParagraphs,
  words: tokenize,
  'a key of a title': textKey,
  'a readable id': slug,
  'a search': parseSearchQuery,
  'an address': (text) => [linkError(text), doiIn(text), arxivIdIn(text)],
  'a DOI': (text) => doiIn(`10.1000/${text}`),
  'a reference': (text) => textError(text, 'block') ?? parseReference(text),
  'a reference in BibTeX': (text) => textError(text, 'block') ?? parseReference(`@misc{${text}`),
  'a cell of a spreadsheet': (text) => csvLine([text]),
  'orders to agents': (text) => agentInstructions(corePaper({ fullText: text })),
  'words of a paper for an agent': (text) => [removeHidden(text), findInstructions(text)],
  'hidden characters': (text) => hiddenCharacters(corePaper({ fullText: text })),
  citations: (text) => {
    const paper = corePaper({ title: text, authors: [text], abstract: text, institution: text })
    const reference = referenceOf(paper, 'https://library.example/papers/p1')
    return [bibtex(reference), ris(reference), cslJson(reference)]
  },
  'an entry of BibTeX': (text) => readWhole(bibtexReader(), `@misc{a, title = {${text}}, author = {${text}}}`),
  'broken BibTeX': (text) => readWhole(bibtexReader(), text),
  'TeX as text': (text) => {
    try {
      latexToText(text)
    } catch {
      // Braces that do not balance.
    }
    return [texText(text), brokenParagraphs(text), withoutMarkup(text)]
  },
  RIS: (text) => readWhole(risReader(), `TY  - JOUR\nAU  - ${text}\nUR  - ${text}\nER  - \n`),
  'a table': (text) => readWhole(csvReader('title,authors'), `title,authors\n${text}\n`),
  'a list of identifiers': (text) => readWhole(identifierListReader(), text),
  'JSON of a catalogue': (text) =>
    readWhole(jsonReader('{', null), JSON.stringify({ paperId: 'a', title: text, authors: [{ name: text }] })),
  'XML of a catalogue': (text) => readWhole(xmlReader(), `<feed><entry><title>${text}</title></entry></feed>`),
  'a description': (text) => truncate(text),
  'an email that came back': (text) => {
    const headers = ['from', 'subject', 'to'].map((name) => ({ name, value: text }))
    const parts = ['message/delivery-status', 'message/rfc822'].map((type) => ({ type, text }))
    const words = classifyEmail({ headers, text, parts: [] }, false)
    return [words, classifyEmail({ headers, text, parts }, false), findKeyedAddress(Buffer.alloc(32), text)]
  },
  'output on a terminal': terminalSafe,
}

const SIZE = 16_384

const refusedIsFine = (parse: (text: string) => unknown, text: string): void => {
  try {
    parse(text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

const growsTooFast = (parse: (text: string) => unknown, piece: string): boolean =>
  !isLinear(SIZE, (size) => refusedIsFine(parse, piece.repeat(Math.ceil(size / piece.length))))

/** Each piece is measured with each parser: a few in the usual run, many in a long one. */
const PIECES = 3
const PIECES_OF_A_LONG_RUN = 20

test('no parser of foreign text takes time that grows faster than the text', (t) => {
  const { seed } = fuzzRuns()
  const isLong = process.env['FUZZ_RUNS'] !== undefined
  const pieces = fc.sample(anyPiece, { numRuns: isLong ? PIECES_OF_A_LONG_RUN : PIECES, seed })
  t.diagnostic(`seed ${seed}: ${JSON.stringify(pieces)}`)
  for (const piece of isLong ? [...pieces, ...explodingPieces] : pieces)
    for (const [name, parse] of Object.entries(parsers))
      assert.ok(!growsTooFast(parse, piece), `${name} of ${JSON.stringify(piece)} over and over`)
})

/** Looks from every 4th character to the end: long enough that compiling it does not count. */
const quadratic = (text: string): number => {
  let found = 0
  for (let from = 0; from < text.length; from += 4)
    for (let at = from; at < text.length; at += 1) found += text.charCodeAt(at) === 0 ? 1 : 0
  return found
}

test('a parser that takes quadratic time is caught', () => {
  assert.ok(growsTooFast(quadratic, 'ab'))
})
