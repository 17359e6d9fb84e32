import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineSplitter, readPaper } from '#imports/read-lines.ts'
import { Failure } from '#core/failure.ts'
import { parseTraceparent, parseTracestate } from '#core/trace-context.ts'
import { doiIn, arxivIdIn, linkError } from '#core/papers/identifiers.ts'
import { arxivMailReader } from '#formats/arxiv-mail-reader.ts'
import { bibtexReader } from '#formats/bibtex-reader.ts'
import { citedWork } from '#formats/cited-work.ts'
import { printedWork } from '#formats/printed-work.ts'
import { formOf } from '#formats/detect-format.ts'
import { nearestFormats } from '#formats/nearest-formats.ts'
import { describesWork } from '#formats/html/detect-page.ts'
import { htmlReader } from '#formats/html/read-html.ts'
import type { FormatReader } from '#formats/record.ts'
import { jsonReader } from '#formats/json/json-reader.ts'
import { risReader } from '#formats/ris-reader.ts'
import { enwReader } from '#formats/enw-reader.ts'
import { nbibReader } from '#formats/nbib-reader.ts'
import { csvReader } from '#formats/csv-reader.ts'
import { retractionWatchReader } from '#formats/retraction-watch-reader.ts'
import { lackingColumns } from '#formats/table-columns.ts'
import { datePrecision } from '#formats/xlsx/number-formats.ts'
import { partParser } from '#formats/xlsx/part.ts'
import { rowReader } from '#formats/xlsx/workbook.ts'
import { tableOutline } from '#formats/table-outline.ts'
import { parseTableColumns } from '#core/imports/table-columns.ts'
import { identifierListReader } from '#formats/identifier-list-reader.ts'
import { referenceListReader } from '#formats/reference-list-reader.ts'
import { htmlLinksReader, markdownLinksReader } from '#formats/links/links-reader.ts'
import { addressSpellings, paperLink } from '#core/papers/paper-link.ts'
import { writtenParts } from '#formats/links/written-parts.ts'
import { latexToText } from '#formats/text/latex.ts'
import { decoderFor, paragraphs as brokenParagraphs, withoutMarkup } from '#formats/text/text.ts'
import { splitNames } from '#pdf/front/split-names.ts'
import { xmlReader } from '#formats/xml/read-xml.ts'
import { readBriefBlocks } from '#core/editorial/brief-blocks.ts'
import { locateQuotation, quotedTextOf } from '#core/evidence/quotations.ts'
import { attributedQuotes, linkedAddresses } from '#core/editorial/brief-checks.ts'
import { agentInstructions, hiddenCharacters } from '#core/review/checks.ts'
import { separateMarks, writeMarks } from '#core/text/evidence-marks.ts'
import { classifyEmail } from '#core/mail/bounces.ts'
import { findKeyedAddress } from '#core/mail/keyed-address.ts'
import { markPassages } from '#core/passages/mark-passages.ts'
import { sectionPassages } from '#core/passages/anchor.ts'
import { chooseQuotable } from '#core/passages/quotable.ts'
import { placedPassages, placedSections } from '#core/passages/text-parts.ts'
import { locateQuote, lookedUpWords, quotePhrase, quoteTokens } from '#core/passages/quotes.ts'
import { firstAuthorOf } from '#core/report/author-names.ts'
import { readEntry } from '#core/report/judge-citation.ts'
import { readReport } from '#core/report/read-report.ts'
import { doSteps } from '#core/steps.ts'
import { parseReference } from '#core/cited-references.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { findInstructions } from '#core/text/instruction-like.ts'
import { removeHidden, normalizeText, textError, slug, terminalSafe } from '#core/text/normalize-text.ts'
import { markdownBoundExceeded, type MarkdownMarkup, plainMarkup } from '#core/text/markdown.ts'
import { firstQuestionOf, openingOf } from '#core/passages/opening.ts'
import { quotedText } from '#schemas/markdown.ts'
import { paginateSections, splitParagraphs, splitSections } from '#core/text/split-sections.ts'
import { plainFormula, plainMathematics, splitMathematics, withPlainFormulas } from '#core/text/mathematics.ts'
import { allowedMathematics } from '#markdown/math-markup.ts'
import { texName, texText } from '#core/text/tex-text.ts'
import { lineWithMarks, markedFormulas, markFormulas, replaceMarks } from '#core/text/formula-marks.ts'
import { textKey, tokenize } from '#core/text/tokenize.ts'
import { linkPaperIds } from '#core/papers/paper-mentions.ts'
import { truncate } from '#http/reader/paper/pages.ts'
import { parseBriefMarkdown } from '#schemas/brief-markdown.ts'
import { bibtex } from '#schemas/citation/bibtex.ts'
import { cslJson } from '#schemas/citation/csl-json.ts'
import { referenceOf } from '#schemas/citation/reference.ts'
import { sanitizeSvg } from '#schemas/svg.ts'
import { ris } from '#schemas/citation/ris.ts'
import { csvLine } from '#schemas/csv.ts'
import { contactSchema } from '#schemas/fields.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { validate } from '#schemas/validate.ts'
import { corePaper } from '../support/database/stored.ts'
import { explodingPieces, anyPiece, isLinear } from '../support/parsing-cost.ts'
import { testSeed } from '../support/generated/random.ts'
import { budget, isThorough } from '../support/budgets.ts'

const readWhole = (reader: FormatReader, text: string): unknown => [reader.push(text), reader.end()]

/** Everything that reads text written by others; only its cost matters here. */
const parsers: Record<string, (text: string) => unknown> = {
  'JSON of a request': (text) => parseStrictJson(`{"x":${JSON.stringify(text)}}`),
  'broken JSON': parseStrictJson,
  'a line to ingest': (text) => readPaper({ line: 1, bytes: Buffer.from(text) }, new Date(0)),
  'lines to ingest': (text) => [...lineSplitter().push(Buffer.from(text))],
  'names on the first page of a PDF': (text) => splitNames(text, [], new Set()),
  'a field': (text) => textError(text, 'block') ?? normalizeText(text, 'block'),
  'a contact message': (text) => validate(contactSchema, { name: text, email: text, message: text }),
  'a brief in Markdown': parseBriefMarkdown,
  'blocks of a brief': (text) => readBriefBlocks({ summary: text, featured: ['p1'] }),
  'quotations in a brief': attributedQuotes,
  'marks of evidence': (text) => [
    separateMarks(text),
    separateMarks(`[p1 "${text}"] [a](${text}`),
    writeMarks(text, () => ''),
  ],
  'links in a brief': (text) => linkedAddresses(`<a href="${text}" <a href="` as MarkdownMarkup),
  'the bounds of Markdown': markdownBoundExceeded,
  'plain text as markup': plainMarkup,
  'ids in markup': (text) =>
    linkPaperIds(plainMarkup(text), new Map([['p1', { id: 'p1', title: 'a: b', authors: ['A'], year: 2025 }]])),
  'parts of a full text': (text) => paginateSections(splitSections(text).sections, 40_000),
  'passages of a full text': (text) => placedPassages(text),
  'passages worth quoting': (text) =>
    chooseQuotable({ title: 'A title', abstract: text }, placedSections(splitSections(text))),
  'a full text quoted for agents': (text) => quotedText(text),
  'passages in markup': (text) => markPassages(plainMarkup(text), sectionPassages(1, text)),
  paragraphs: splitParagraphs,
  'the opening of a text': (text) => [openingOf(text), firstQuestionOf(text)],
  'a quotation': (text) => [
    locateQuote(`a${text}b`, 'a b', true),
    quoteTokens(text),
    lookedUpWords(text),
    quotePhrase(text),
  ],
  'a quotation in a text by authors': (text) => [
    locateQuotation(`${text.slice(0, 400)} … a b c`, quotedTextOf(text, true)),
    locateQuotation('a memory that an agent writes', quotedTextOf(`a memory an agent ${text}`, false)),
    locateQuotation(text, quotedTextOf('a memory that an agent writes', false)),
  ],
  'a text that cites': (text) =>
    [text, `# References\n\n${text}`, `“${text}” [p1]`, `> ${text}\n\n(Yao et al., 2023)`].map((one) =>
      doSteps(readReport(one, 'https://library.example')),
    ),
  'an entry of a list of references': (text) => {
    const entry = { start: 0, end: text.length, name: null, text: text.slice(0, 60 * 200), isBibtex: false }
    return [firstAuthorOf(entry), readEntry(entry)]
  },
  words: tokenize,
  'a key of a title': textKey,
  'a readable id': slug,
  'a search': parseSearchQuery,
  'an address': (text) => [linkError(text), doiIn(text), arxivIdIn(text)],
  'headers of a trace': (text) => [parseTraceparent(text), parseTracestate(text)],
  'a DOI': (text) => doiIn(`10.1000/${text}`),
  'a reference': (text) => textError(text, 'block') ?? parseReference(text),
  'a printed reference': (text) => [printedWork(text), citedWork({ text })],
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
  'spaces before the key of an entry': (text) => {
    const spaces = text.replaceAll(/\S/gu, ' ')
    return readWhole(bibtexReader(), `@misc{${spaces}a${spaces}\n@misc{${spaces}a${spaces}(}`)
  },
  'entries that never end': (text) => readWhole(bibtexReader(), '\n@a{b,{'.repeat(text.length / 8)),
  'mathematics in a text': (text) => [splitMathematics(text), plainMathematics(text), plainFormula(text)],
  'formulas of a page': (text) => [
    lineWithMarks(text),
    markedFormulas(markFormulas(plainMarkup(text))),
    replaceMarks(`<span class="tex">${text}`, () => null),
  ],
  'markup of formulas': (text) => [allowedMathematics(`<math>${text}</math>`), withPlainFormulas(plainMarkup(text))],
  'TeX as text': (text) => {
    try {
      latexToText(text)
    } catch {
      // Braces that do not balance.
    }
    return [texText(text), texName(text), brokenParagraphs(text), withoutMarkup(text)]
  },
  RIS: (text) => readWhole(risReader(), `TY  - JOUR\nAU  - ${text}\nUR  - ${text}\nER  - \n`),
  'records of PubMed': (text) =>
    readWhole(nbibReader(), `PMID- 1\nTI  - ${text}\nPG  - ${text}\nLID - ${text} [doi]\n`),
  'records of EndNote': (text) => readWhole(enwReader(), `%0 Generic\n%A ${text}\n%8 ${text}\n%K ${text}\n`),
  'a wide table': (text) => {
    const header = `title,authors${',x'.repeat(text.length / 4)}`
    return readWhole(csvReader(header), `${header}\n${'a,\n'.repeat(text.length / 4)}`)
  },
  'a table': (text) => readWhole(csvReader('title,authors'), `title,authors\n${text}\n`),
  'rows of Retraction Watch': (text) => {
    const header = 'Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason'
    return readWhole(
      retractionWatchReader(),
      `${header}\n1,T,${text}\n2,T,1/1/2026 0:00,${text},10.1/a,Retraction,${text}\n`,
    )
  },
  'names in a table of Springer': (text) =>
    readWhole(csvReader('title,Item DOI'), `title,authors,Item DOI\nT,${text.replaceAll(/[",\r\n]/gu, '')},x\n`),
  'a list of identifiers': (text) => readWhole(identifierListReader(), text),
  'a list of references': (text) => [
    readWhole(referenceListReader(), text),
    readWhole(
      referenceListReader(),
      `${text.slice(0, 900)} (2024). ${text.slice(0, 900)}\n`.repeat(text.length / 2_000),
    ),
  ],
  'a list of links in Markdown': (text) => [
    readWhole(markdownLinksReader(), text),
    readWhole(markdownLinksReader(), `- [${text}](https://arxiv.org/abs/2210.03629)\n${text}\n|${text}|\n`),
  ],
  'entries of a list of links': (text) =>
    readWhole(markdownLinksReader(), `- ${text} https://arxiv.org/abs/2210.03629\n`.repeat(2)),
  'many works in an entry': (text) => {
    const links = Array.from(
      { length: text.length / 64 },
      (_, index) => `${text.slice(0, 8)}https://doi.org/10.1000/${index} `,
    )
    return [links.join(''), links.join('\n')].map((list) => readWhole(markdownLinksReader(), list))
  },
  'a list of links in HTML': (text) => [
    readWhole(htmlLinksReader(), text),
    readWhole(htmlLinksReader(), `<ul><li><a href="https://arxiv.org/abs/2210.03629">${text}</a>`),
    readWhole(htmlLinksReader(), `<a href="${text}`),
  ],
  'nested elements of a list of links': (text) =>
    ['<ul><li>a', '<div>', '<b>', '<dl><dt>a<dd>'].map((part) =>
      readWhole(htmlLinksReader(), part.repeat(text.length / part.length)),
    ),
  'the address of a paper': (text) => [
    writtenParts(text),
    writtenParts(`https://doi.org/10.1000/${text}`),
    ...[
      'arxiv.org/abs',
      'doi.org/10.1000',
      'nature.com/articles',
      'dl.acm.org/doi/10.1145',
      'biorxiv.org/content/10.1101',
      'ieeexplore.ieee.org/document',
      'www.mdpi.com/2076-3417/1/1',
      'proceedings.neurips.cc/paper/2020/hash',
      'proceedings.mlr.press/v1',
      'jmlr.org/papers/v1',
      'openaccess.thecvf.com/content/CVPR2021/html',
      'ojs.aaai.org/index.php/AAAI/article/view',
      'www.usenix.org/system/files',
      'www.isca-archive.org/interspeech_2020',
      'dblp.org/rec/conf',
    ].map((place) => [paperLink(`https://${place}/${text}`), addressSpellings(`https://${place}/${text}`)]),
    addressSpellings(text),
  ],
  'a picture': (text) =>
    [text, `<path fill="${text}" style="${text}"/>`, '<g>'.repeat(text.length / 3), `<text>${text}</text>`].map(
      (part) => sanitizeSvg(`<svg>${part}</svg>`),
    ),
  'JSON of a catalogue': (text) =>
    readWhole(jsonReader('{', null), JSON.stringify({ paperId: 'a', title: text, authors: [{ name: text }] })),
  'numbers and lists of JSON': (text) => {
    const [number, list] = [text.replaceAll(/\D/gu, '9'), `[${'[],'.repeat(text.length / 4)}0]`]
    return readWhole(jsonReader('{', null), `{"paperId":"a","title":"T","x":[${number}],"y":${list}}`)
  },
  'the form of a source': (text) => [formOf(text), formOf(`a\n${text}`)],
  'the columns of a table': (text) => {
    try {
      parseTableColumns(`title=${text}`, 'columns')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  },
  'the outline of a table': (text) =>
    [`Titel des Werks,b\n${text}\n`, `${text},b\nc,d\n`].map((head) => tableOutline(head, null)),
  'the rows of a workbook': (text) => {
    const plain = text.replaceAll(/[<&]|[^\t\n -\uD7FF]/gu, '')
    const rows = rowReader({ strings: [], styles: [datePrecision(0, text)], is1904: false })
    const parser = partParser(rows)
    try {
      parser.write(`<sheet><row><c t="inlineStr"><is><t>${plain}</t></is></c></row><row>`)
      for (let from = 0; from < plain.length; from += 10)
        parser.write(`<c t="str"><v>${plain.slice(from, from + 10)}</v></c>`)
      parser.write('</row></sheet>')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    return rows.take()
  },
  'columns that a table lacks': (text) => lackingColumns(`${text}\na,b\nc,d\n`, { title: 'Werk' }),
  'the formats nearest to a source': (text) => ['', '<', '{'].map((start) => nearestFormats(start + text)),
  'XML of a catalogue': (text) => readWhole(xmlReader('<feed>'), `<feed><entry><title>${text}</title></entry></feed>`),
  'a web page': (text) => {
    const head = `<html><meta name="citation_title" content="${text}"><meta name="citation_author" content="${text}">`
    const listed = `<dt><a href="/abs/2210.03629"></a></dt><dd><p class="list-title">${text}</p><p class="list-authors">${text}`
    return [head, listed, text].map((page) => readWhole(htmlReader(), page))
  },
  'a mail of arXiv': (text) =>
    readWhole(arxivMailReader(), `arXiv:2210.03629\nTitle: ${text}\nAuthors: ${text}\n\\\\\n${text}\n`),
  'the encoding of a source': (text) => decoderFor(Buffer.from(`<html>${text}\xff`, 'latin1')),
  'whether a page describes a work': (text) =>
    [text, `<html><meta ${text}`, `<!-- ${text}`].map((page) => describesWork(`<html>${page}`)),
  'records of library catalogues': (text) => {
    const data = ['100', '245', '264', '520', '773'].map(
      (tag) =>
        `<datafield tag="${tag}"><subfield code="a">${text}</subfield><subfield code="g">${text}</subfield></datafield>`,
    )
    const mods = `<mods><titleInfo><title>${text}</title></titleInfo><genre>${text}</genre><name>${text}</name></mods>`
    return [mods, `<record>${data.join('')}</record>`].map((record) => readWhole(xmlReader('<'), record))
  },
  'resources of RDF that wait': (text) => {
    const [begin, end] = ['<a><itemType>book</itemType><link rdf:resource="#"/><title>', '</title></a>']
    const whole = `${begin}${text}${end}${`${begin}${end}`.repeat(text.length / 64)}`
    return readWhole(xmlReader('<RDF>'), `<RDF>${whole}</RDF>`)
  },
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

/** What patterns that allow for white space look through again and again. */
const blanks = [' ', '\n']

const growsTooFast = (parse: (text: string) => unknown, piece: string): boolean =>
  !isLinear(SIZE, (size) => refusedIsFine(parse, piece.repeat(Math.ceil(size / piece.length))))

test('no parser of foreign text takes time that grows faster than the text', (t) => {
  const seed = testSeed()
  const pieces = fc.sample(anyPiece, { numRuns: budget('piecesForParsers'), seed })
  t.diagnostic(`seed ${seed}: ${JSON.stringify(pieces)}`)
  for (const piece of [...blanks, ...pieces, ...(isThorough ? explodingPieces : [])])
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
  // A machine so busy that all short measurements wait, and no long one, can hide it once.
  assert.ok([1, 2, 3].some(() => growsTooFast(quadratic, 'ab')))
})
