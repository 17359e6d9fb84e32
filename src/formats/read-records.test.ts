import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import { Failure } from '#core/failure.ts'
import { openContent } from './open-content.ts'
import { readRecords } from './read-records.ts'

const FOLDER = new URL('../../test/fixtures/formats/', import.meta.url)

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size)
}

type Reading = { given?: SourceFormat | null; size?: number }

const read = async (
  content: string | Buffer,
  { given = null, size = 100_000 }: Reading = {},
): Promise<ReadRecord[]> => {
  const records: ReadRecord[] = []
  const source = await openContent(inPieces(Buffer.from(content), size))
  for await (const piece of readRecords(source, given)) records.push(...piece.records)
  return records
}

const fixture = (name: string): Buffer => readFileSync(new URL(name, FOLDER))

/** A record in short: title, authors, year, identifiers, and what was not mapped; or why it is none. */
const brief = (record: ReadRecord): string => {
  if ('reason' in record) return `${record.position} ! ${record.reason}`
  const { title, authors, year, doi, arxivId } = record.fields
  const names = Array.isArray(authors) ? authors.join(', ') : '-'
  const facts = [title, names, year, doi, arxivId]
    .map((fact) => (typeof fact === 'string' || typeof fact === 'number' ? fact : '-'))
    .join(' | ')
  return `${record.format} ${record.position} ${facts} | ${record.unmapped.join(', ')}`
}

const expected: Record<string, string[]> = {
  'listing.atom.xml': [
    'arxiv-atom line 4 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2022 | - | 2210.03629 | updated, comment',
    'arxiv-atom line 21 The Lovasz number of random graphs | Amin Coja-Oghlan | 2003 | 10.1017/S0963548305006826 | math/0306266 | ',
  ],
  'feed.rss.xml': [
    'rss line 5 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2022 | - | 2210.03629 | announce_type',
    'rss line 16 Counting bees & tides | Ada Example, Ben Sample | 2025 | 10.1000/example.7 | - | ',
  ],
  'records.oai.xml': [
    'oai-pmh line 4 New integrable (3+1)-dimensional systems and contact geometry | A. Sergyeyev, Jiří Šimůnek Jr | 2014 | 10.1007/s11005-017-1013-4 | 1401.2122 | updated',
    'oai-pmh line 10 Attention Is All You Need | Ashish Vaswani, Noam Shazeer, Niki Parmar | 2017 | - | 1706.03762 | submitter',
    'oai-pmh line 14 The Memories of the First European Cosmic Ray Symposium: Łódź 1968 | Alan Watson | 2023 | 10.22323/1.423.0002 | - | language',
    'line 19 ! The repository has deleted oai:arXiv.org:0000.00000.',
  ],
  'works.crossref.json': [
    'crossref record 1 Augmenting large language models with chemistry tools | Andres M. Bran, Sam Cox, The Example Group | 2024 | 10.1038/s42256-024-00832-8 | - | funder',
    'crossref record 2 GRAVITY HILL | - | - | 10.2307/j.ctt5vkfh7.11 | - | ',
  ],
  'works.openalex.json': [
    'openalex record 1 PaperQA: Retrieval-Augmented Generative Agent for Scientific Research | Jakub Lála, Odhran O’Donoghue | 2023 | 10.48550/arxiv.2312.07559 | 2312.07559 | cited_by_count',
  ],
  'papers.semantic-scholar.jsonl': [
    'semantic-scholar line 1 Attention is All you Need | Ashish Vaswani, Noam M. Shazeer | 2017 | - | 1706.03762 | citationCount',
    'semantic-scholar line 2 Convalescent-anti-sars-cov-2-plasma/immune-globulin | - | - | 10.1007/s40278-023-41815-2 | - | ',
    'line 3 ! It holds no works, but says: Paper not found',
  ],
  'items.csl.json': [
    'csl-json record 1 wTO: an R package for computing weighted topological overlap | Deisy Morselli Gysi, Tiago de Miranda Fragoso, The R Group | 2018 | 10.1186/s12859-018-2351-7 | - | ISSN',
  ],
  'library.bib': [
    'bibtex line 4 Augmenting large language models with ChemCrow and $\\tau^2$ tools | Andrés M. Bran, Ludwig van der Berg Jr., European Space Agency, Jiří Šimůnek | 2024 | 10.1038/s42256-024-00832-8 | - | issn, author (and others)',
    'bibtex line 8 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2022 | - | 2210.03629 | note',
    'line 10 ! The braces of this entry do not balance.',
    'bibtex line 12 Computer Typesetting of Technical Journals on UNIX | M. E. Lesk, B. W. Kernighan | 1977 | 10.1145/1499402.1499562 | - | ',
  ],
  'library.ris': [
    'ris line 3 A Mathematical Theory of Communication | Claude E. Shannon, Bell Labs | 1948 | 10.1002/j.1538-7305.1948.tb01338.x | - | JP, UR (after the first)',
    'ris line 17 - | Karl Marx | - | - | - | SN',
  ],
  'records.wos.txt': [
    'ris line 3 Interactions stabilizing the structure of the core light-harvesting complex (LHl) of photosynthetic bacteria | PS Parkes-Loach, AP Majeed | 2004 | 10.1021/bi049798f | - | LA',
  ],
  'article.jats.xml': [
    'jats line 2 Cosmology in the non-linear regime: the small scale miracle | Fabien Lacasa, The Example Collaboration | 2022 | 10.1051/0004-6361/202037512 | 1912.06906 | aff, body',
  ],
  'document.tei.xml': [
    'tei line 2 SPECTER: Document-level Representation Learning using Citation-informed Transformers | Daniel S Weld | 2020 | 10.18653/v1/2020.acl-main.207 | - | text',
  ],
  'table.csv': [
    'csv line 2 Checkpoints; and "recovery" | Ada Example, Ben Sample | 2025 | 10.1000/example.1 | - | Cited by',
    'line 4 ! This row has 10 cells and the header 8: quote cells that hold a separator.',
    'csv line 5 No authors | - | 2024 | - | - | ',
  ],
  'identifiers.txt': [
    'identifiers line 2 - | - | - | 10.1038/s42256-024-00832-8 | - | ',
    'identifiers line 3 - | - | - | - | 2210.03629 | ',
    'identifiers line 4 - | - | - | - | math/0306266 | ',
    'identifiers line 5 - | - | - | 10.1000/XYZ | - | ',
    'line 6 ! This is neither a DOI nor an arXiv id: something else',
  ],
}

for (const [name, records] of Object.entries(expected))
  test(`${name}: each record has its facts, and what is none has a reason`, async () => {
    const content = fixture(name)
    assert.deepEqual((await read(content)).map(brief), records)
    const whole = await read(content)
    for (const size of [1, 7, 64]) assert.deepEqual(await read(content, { size }), whole, `in pieces of ${size} bytes`)
    assert.deepEqual(await read(gzipSync(content), { size: 10 }), whole, 'compressed')
  })

test('a record brings whatever a citation needs', async () => {
  const [article] = await read(fixture('library.bib'))
  assert.ok(article !== undefined && 'fields' in article)
  assert.deepEqual(article.fields.authorNames, [
    { name: 'Andrés M. Bran', family: 'M. Bran', given: 'Andrés' },
    { name: 'Ludwig van der Berg Jr.', family: 'van der Berg Jr.', given: 'Ludwig' },
    { name: 'European Space Agency', family: 'European Space Agency' },
    { name: 'Jiří Šimůnek', family: 'Šimůnek', given: 'Jiří' },
  ])
  const { container, volume, issue, pages, date, kind, topics } = article.fields
  assert.deepEqual(
    { container, volume, issue, pages, date, kind, topics },
    {
      container: 'Nature Machine Intelligence',
      volume: '6',
      issue: '5',
      pages: '525-535',
      date: '2024-05-08',
      kind: 'journal-article',
      topics: ['tools', 'chemistry'],
    },
  )
  assert.match(article.source, /^@article\{bran2024,[^]*\}$/u)
  const [arxiv, feed] = await read(fixture('feed.rss.xml'))
  assert.ok(arxiv !== undefined && 'fields' in arxiv && feed !== undefined && 'fields' in feed)
  assert.equal(arxiv.fields.abstract, 'Words of our own.')
  assert.deepEqual([feed.fields.abstract, feed.fields.container], ['First.\n\nSecond.', 'Journal of Examples'])
  const [jats] = await read(fixture('article.jats.xml'))
  assert.ok(jats !== undefined && 'fields' in jats)
  assert.equal(jats.fields.license, 'https://creativecommons.org/licenses/by/4.0')
  assert.equal(jats.fields.abstract, 'Aims.\n\nOur own words.')
})

const entry = (title: string): string =>
  `<entry><id>http://arxiv.org/abs/2210.03629</id><title>${title}</title></entry>`

test('XML: only the five entities are known, nothing is declared, and depth has a bound', async () => {
  const feed = `<feed>${entry('One &amp; &#x41;')}${entry('Two &nbsp; &eacute;')}${entry('Three')}</feed>`
  const records = (await read(feed)).map(brief)
  assert.match(records[0] ?? '', /One & A/u)
  assert.match(records[1] ?? '', /^line 1 ! It holds an entity that XML itself does not have/u)
  assert.match(records[2] ?? '', /Three/u)
  const bomb = `<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>${entry('&b;')}</feed>`
  assert.match((await read(bomb)).map(brief).join('\n'), /declares entities of its own/u)
  const outside = `<!DOCTYPE feed [<!ENTITY a SYSTEM "file:///etc/passwd">]><feed>${entry('&a;')}</feed>`
  assert.match((await read(outside)).map(brief).join('\n'), /declares entities of its own/u)
  const deep = `<feed>${'<a>'.repeat(1_000)}`
  assert.match((await read(deep)).map(brief).join('\n'), /nested 200 levels deep at most/u)
})

test('XML that breaks off gives the records before it, and a reason', async () => {
  const records = (await read(`<feed>${entry('One')}<entry><title>Two</wrong></entry>${entry('Three')}</feed>`)).map(
    brief,
  )
  assert.equal(records.length, 2)
  assert.match(records[0] ?? '', /One/u)
  assert.match(records[1] ?? '', /line 1 ! The XML cannot be read from here on: /u)
  assert.match(
    (await read(`<feed>${entry('One')}<entry>`)).map(brief)[1] ?? '',
    /cannot be read from here on.*[^.]\.$/u,
  )
})

test('JSON that breaks off gives the works before it, and a reason', async () => {
  const records = (await read('[{"paperId":"a","title":"One"},{"paperId":')).map(brief)
  assert.equal(records.length, 2)
  assert.match(records[1] ?? '', /behind record 1 ! The JSON /u)
  const lines = (await read('{"paperId":"a","title":"One"}\n{"paperId":\n{"paperId":"c","title":"Three"}\n')).map(brief)
  assert.match(lines[1] ?? '', /line 2 ! This line is not valid JSON/u)
  assert.match(lines[2] ?? '', /line 3 Three/u)
})

test('text is read in the encoding that it names, and bytes that are none are refused', async () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><feed>' + entry('Caf\u00e9') + '</feed>',
    'latin1',
  )
  assert.match((await read(latin)).map(brief)[0] ?? '', /Café/u)
  const utf16 = Buffer.from('\uFEFF@misc{a, title = {Café}}', 'utf16le')
  assert.match((await read(utf16)).map(brief)[0] ?? '', /Café/u)
  const old = Buffer.from('@misc{a, title = {Caf\u00e9}}', 'latin1')
  assert.match((await read(old)).map(brief)[0] ?? '', /Café/u)
  const mixed = Buffer.concat([
    Buffer.from(`@misc{a, title = {One}}\n${'%'.repeat(70_000)}\n@misc{b, title = {Caf`),
    Buffer.from([0xe9]),
    Buffer.from('}}'),
  ])
  const records = (await read(mixed)).map(brief)
  assert.match(records[0] ?? '', /One/u)
  assert.match(records[1] ?? '', /not valid in its encoding/u)
})

test('what cannot be read is refused as a whole, with what can be', async () => {
  const refused = async (content: string | Buffer): Promise<string> => {
    const error: unknown = await read(content).then(
      () => null,
      (failure: unknown) => failure,
    )
    assert.ok(error instanceof Failure)
    return `${error.code} ${error.message}`
  }
  assert.match(
    await refused('%PDF-1.7\n'),
    /^unsupported_media_type This is a PDF, and records of papers are expected here\./u,
  )
  assert.match(await refused('Resource not found.'), /none of the formats that are read: .*arxiv-atom/u)
  assert.match(await refused(''), /none of the formats/u)
  assert.match(await refused('<?xml version="1.0" encoding="x-none"?><a/>'), /encoding x-none is not known/u)
  const cut = gzipSync(fixture('library.bib')).subarray(0, 200)
  assert.match((await read(cut)).map(brief).join('\n'), /cannot be unpacked/u)
})

test('--from reads a source as what it is said to be', async () => {
  const records = await read('[{"DOI":"10.1000/x","title":["T"],"author":[]}]', { given: 'csl-json' })
  assert.ok(records[0] !== undefined && 'format' in records[0])
  assert.equal(records[0].format, 'csl-json')
})

test('papers in our own names that have no id of ours are records, and other names are told', async () => {
  const paper = {
    title: 'T',
    authors: ['Ada Example'],
    year: 2025,
    abstract: 'A.',
    published: '2025-03-04',
    tags: ['x'],
  }
  const records = await read(`${JSON.stringify({ id: 'W1', ...paper })}\n${JSON.stringify(paper)}\n`)
  assert.deepEqual(
    records.map((record) => 'fields' in record && [record.format, record.recordId, record.fields, record.unmapped]),
    ['W1', null].map((id) => {
      const { published, tags: _tags, ...fields } = paper
      return ['papers', id, { ...fields, date: published }, ['tags']]
    }),
  )
})
