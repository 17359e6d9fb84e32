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
    'line 3 ! It contains no works, but says: Paper not found',
  ],
  'items.csl.json': [
    'csl-json record 1 wTO: an R package for computing weighted topological overlap | Deisy Morselli Gysi, Tiago de Miranda Fragoso, The R Group | 2018 | 10.1186/s12859-018-2351-7 | - | ISSN',
  ],
  'library.zotero.json': [
    'zotero record 1 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao, Dian Yu, Nan Du, Izhak Shafran, Karthik Narasimhan, Yuan Cao | 2023 | - | 2210.03629 | ',
    'zotero record 2 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton | 2015 | 10.1038/nature14539 | - | ',
    'zotero record 3 Attention is all you need | Ashish Vaswani, Google Brain | 2017 | - | - | callNumber, creators (editor)',
  ],
  'library.zotero.rdf': [
    'zotero line 11 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton | 2015 | 10.1038/nature14539 | - | ',
    'zotero line 62 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2023 | - | 2210.03629 | ',
    'zotero line 86 Attention is all you need | Ashish Vaswani, Google Brain | 2017 | - | - | editors',
    'zotero line 114 A Thesis of Examples | Ada Example | 2021 | - | - | type',
  ],
  'hits.dblp.json': [
    'dblp record 1 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao, Dian Yu, Nan Du, Izhak Shafran, Karthik R. Narasimhan, Yuan Cao | 2023 | - | - | ',
    'dblp record 2 Literate Programming | Donald E. Knuth | 1984 | 10.1093/COMJNL/27.2.97 | - | ',
    'dblp record 3 Attention Is All You Need | Ashish Vaswani, Noam Shazeer | 2017 | - | 1706.03762 | ',
  ],
  'notes.openreview.json': [
    'openreview record 1 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao, Dian Yu, Nan Du, Izhak Shafran, Karthik Narasimhan, Yuan Cao | 2023 | - | - | TL;DR',
    'openreview record 2 A Submission of Examples | Ada Example, Ben Sample | 2024 | - | - | ',
    'record 3 ! It contains no works. The nearest are openreview (has id, content, title; lacks authors), huggingface (has id, title; lacks summary, authors), papers (has title; lacks authors, year); docs/formats.md has all formats.',
  ],
  'records.zenodo.json': [
    'zenodo record 1 A framework for few-shot language model evaluation | Leo Gao, Jonathan Tow, Stella Biderman, Sid Black, Anthony DiPofi, Charles Foster, Laurence Golding, Jeffrey Hsu, Kyle McDonell, Niklas Muennighoff, Jason Phang, Laria Reynolds, Eric Tang, Anish Thite, Ben Wang, Kevin Wang, Andy Zou | 2021 | 10.5281/zenodo.5371629 | - | ',
    'zenodo record 2 A Report of Examples | Ada Example, Example Group | 2024 | 10.5281/zenodo.1000001 | - | thesis',
  ],
  'dois.datacite.json': [
    'datacite record 1, item 1 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao, Dian Yu, Nan Du, Izhak Shafran, Karthik Narasimhan, Yuan Cao | 2022 | 10.48550/arxiv.2210.03629 | 2210.03629 | ',
  ],
  'daily.huggingface.json': [
    'huggingface record 1, item 1 Mistral 7B | Albert Q. Jiang, Alexandre Sablayrolles, Arthur Mensch, Chris Bamford, Devendra Singh Chaplot, Diego de las Casas, Florian Bressand, Gianna Lengyel, Guillaume Lample, Lucile Saulnier, Lélio Renard Lavaud, Marie-Anne Lachaux, Pierre Stock, Teven Le Scao, Thibaut Lavril, Thomas Wang, Timothée Lacroix, William El Sayed | 2023 | - | 2310.06825 | ',
  ],
  'article.schema-org.json': [
    'schema-org record 1 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton | 2015 | 10.1038/nature14539 | - | wordCount',
  ],
  'article.publisher.html': [
    'web-page the whole Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton | 2015 | 10.1038/nature14539 | - | citation_reference',
  ],
  'abstract.arxiv.html': [
    'web-page the whole ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2022 | - | 2210.03629 | ',
  ],
  'item.repository.html': [
    'web-page the whole Eine Arbeit über Beispiele | Jürgen Beispiel | 2019 | 10.1000/example.9 | - | dc.contributor',
  ],
  'recent.arxiv.html': [
    'arxiv-listing paper 1 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2022 | - | 2210.03629 | comments',
    'arxiv-listing paper 2 The Lovász number of random graphs | Amin Coja-Oghlan | 2003 | - | math/0306266 | authors (and others)',
  ],
  'daily.arxiv.txt': [
    'arxiv-listing line 13 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao | 2022 | - | 2210.03629 | Comments',
    'arxiv-listing line 29 Cross-listed examples | The Example Collaboration, A. One, B. Two | 2022 | 10.1000/example.3 | 2209.00001 | ',
    'arxiv-listing line 43 The Lovász number of random graphs | Amin Coja-Oghlan | 2003 | - | math/0306266 | ',
    'line 52 ! The announcement of arXiv:2210.00002 has no line with its title.',
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
  'citations.nbib': [
    'pubmed line 1 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton, Example Consortium | 2015 | 10.1038/nature14539 | - | LA, MH, SO',
    'pubmed line 36 A title in translation | Ada Example | 2023 | - | - | ',
  ],
  'library.enw': [
    'endnote line 1 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao, Dian Yu, Nan Du, Izhak Shafran, Karthik Narasimhan, Yuan Cao | 2022 | - | 2210.03629 | ',
    'endnote line 13 Attention is all you need | Ashish Vaswani, Google Brain | 2017 | 10.5555/3295222.3295349 | - | %E, %Z',
  ],
  'library.endnote.xml': [
    'endnote line 2 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton | 2015 | 10.1038/nature14539 | - | research-notes',
    'endnote line 3 Attention is all you need | Ashish Vaswani, Google Brain | 2017 | - | - | ',
  ],
  'articles.pubmed.xml': [
    'pubmed line 4 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton, Example Consortium | 2015 | 10.1038/nature14539 | - | ',
    'line 5 ! This record of PubMed has no article.',
  ],
  'records.dblp.xml': [
    'dblp line 3 ReAct: Synergizing Reasoning and Acting in Language Models | Shunyu Yao, Jeffrey Zhao, Dian Yu, Nan Du, Izhak Shafran, Karthik R. Narasimhan, Yuan Cao | 2023 | - | - | ',
    'dblp line 4 Why Read This? | Ján Example | 2022 | 10.48550/arXiv.2210.03629 | 2210.03629 | ',
  ],
  'records.wos.txt': [
    'ris line 3 Interactions stabilizing the structure of the core light-harvesting complex (LHl) of photosynthetic bacteria | PS Parkes-Loach, AP Majeed | 2004 | 10.1021/bi049798f | - | LA',
  ],
  'article.jats.xml': [
    'jats line 2 Cosmology in the non-linear regime: the small scale miracle | Fabien Lacasa, The Example Collaboration | 2022 | 10.1051/0004-6361/202037512 | 1912.06906 | body',
  ],
  'document.tei.xml': [
    'tei line 2 SPECTER: Document-level Representation Learning using Citation-informed Transformers | Daniel S Weld | 2020 | 10.18653/v1/2020.acl-main.207 | - | text',
  ],
  'library.mods.xml': [
    'mods line 3 Deep learning | Yann LeCun, Yoshua Bengio, Geoffrey Hinton | 2015 | 10.1038/nature14539 | - | ',
    'mods line 18 Attention is all you need | Ashish Vaswani, Google Brain | 2017 | - | - | note, name (editor)',
    'mods line 27 The art of examples. Volume 2: a study | Ada Example | 1997 | - | - | ',
  ],
  'catalogue.marc.xml': [
    'marcxml line 3 The art of examples: a study | Ada Example, B. Sample Jr. | 1997 | - | - | 490, 700 (illustrator)',
    'marcxml line 16 Deep learning | Yann LeCun, Yoshua Bengio | 2015 | 10.1038/nature14539 | - | 856 (after the first)',
    'marcxml line 30 Eine Arbeit über Beispiele | Jürgen Beispiel | 2020 | - | - | ',
  ],
  'table.csv': [
    'csv line 2 Checkpoints; and "recovery" | Ada Example, Ben Sample | 2025 | 10.1000/example.1 | - | Cited by',
    'line 4 ! This row has 10 cells and the header 8: quote cells that contain a separator.',
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

/** What a list of links says about each work. */
const listed = async (content: string | Buffer, given: SourceFormat | null = null): Promise<string[]> =>
  (await read(content, { given })).map((record) => {
    if ('reason' in record) return record.reason
    const { title, topics } = record.fields
    const facts = [record.position, record.recordId, title ?? '-', ...(Array.isArray(topics) ? topics : [])]
    return `${record.format} ${facts.join(' | ')}`
  })

test('a list of links in Markdown: the papers of every kind of entry, under the headings above them', async () => {
  const content = fixture('awesome.links.txt')
  const expected = [
    'line 18 | 2210.03629 | ReAct: Synergizing Reasoning and Acting in Language Models | Planning',
    'line 19 | 2305.10601 | Tree of Thoughts: Deliberate Problem Solving with Large Language Models | Planning',
    'line 20 | 2201.07207 | Language Models as Zero-Shot Planners: Extracting Actionable Knowledge | Planning',
    'line 21 | 2302.04761 | Toolformer: Language Models Can Teach Themselves to Use Tools | Planning',
    'line 22 | 2402.14083 | A* Search for <plan> Tokens | Planning',
    'line 28 | 2308.03688 | AgentBench: Evaluating LLMs as Agents | Benchmarks | Planning',
    'line 29 | https://openreview.net/forum?id=fibxvahvs3 | GAIA: A Benchmark for General AI Assistants | Benchmarks | Planning',
    'line 34 | 2304.03442 | Generative Agents: Interactive Simulacra of Human Behavior | Memory',
    'line 35 | 2310.08560 | MemGPT | Memory',
    'line 35, link 2 | 2305.16291 | Voyager | Memory',
    'line 38 | 2303.11366 | Reflexion | Memory',
    'line 40 | 10.1145/3748302 | A Survey on the Memory Mechanism of Large Language Model based Agents | Surveys | Memory',
    'line 41 | 10.1038/s41586-023-06924-6 | Long-Term Memory Revisited | Surveys | Memory',
    'line 46 | 10.18653/v1/p19-1534 | Towards Empathetic Dialogue & Memory | Older work | Memory',
    'line 47 | https://aclanthology.org/2020.coling-main.12/ | Counting Bees Without Labels | Older work | Memory',
    'line 51 | https://www.semanticscholar.org/paper/6d3a8ad6c2a0b2b4a0b3c1d2e3f4a5b6c7d8e9f0 | Cognitive Architectures for Language Agents | Older work | Memory',
  ].map((line) => `links ${line}`)
  assert.deepEqual(await listed(content), expected)
  const pieces = (await read(content, { size: 7 })).map(({ position }) => position)
  assert.equal(pieces.length, expected.length)
  const [, , , , , , , both] = await read(content)
  assert.ok(both !== undefined && 'fields' in both)
  assert.equal(both.fields.doi, '10.1145/3586183.3606763')
  assert.match(both.source, /^Generative Agents: .*\(https:\/\/arxiv\.org\/abs\/2304\.03442\)$/u)
})

test('the bookmarks of a browser: papers with the folders around them', async () => {
  const content = fixture('bookmarks.netscape')
  const expected = [
    'line 10 | 2210.03629 | ReAct: Synergizing Reasoning and Acting in Language Models | Agents',
    'line 14 | https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/ | Counting bees for many days | Memory & time | Agents',
    'line 16 | 10.1371/journal.pone.0000217 | Another paper | Agents',
    'line 18 | 10.1007/s10462-023-10555-8 | Outside any folder | SpringerLink',
  ].map((line) => `links ${line}`)
  assert.deepEqual(await listed(content), expected)
  for (const size of [1, 64]) assert.equal((await read(content, { size })).length, expected.length)
})

test('text with addresses of papers is a list of links, and text that merely mentions a paper is none', async () => {
  const lines = [
    'Counting bees for many days',
    'Ada Example, Ben Sample',
    'https://openreview.net/forum?id=abcdefgh12',
    '',
    'Another title of a paper: https://www.science.org/doi/abs/10.1126/science.1234567',
    'A third title of a paper: https://arxiv.org/abs/2210.03629.',
  ]
  assert.deepEqual(await listed(lines.join('\n')), [
    'links line 1 | https://openreview.net/forum?id=abcdefgh12 | Counting bees for many days',
    'links line 5 | 10.1126/science.1234567 | Another title of a paper',
    'links line 5, link 2 | 2210.03629 | A third title of a paper',
  ])
  const prose = `${'A line of a letter.\n'.repeat(12)}See [the paper](https://arxiv.org/abs/2210.03629) for more.\n`
  await assert.rejects(read(prose), { code: 'unsupported_media_type', message: /links \(has links such as .*lacks/u })
  assert.equal((await read(prose, { given: 'links' })).length, 1)
})

test('the title of an entry is told from authors, venues, notes and labels around it', async () => {
  const at = 'https://arxiv.org/abs/2210.03629'
  const entries = [
    `- Zhang et al. (2022). Counting bees for days. ${at}`,
    `- A. Example, B. Sample: Counting bees for days, ICLR 2023 [pdf](${at})`,
    `- Ada Example, Ben Sample and Cy Three. Counting bees for days. ICLR 2023. [[pdf]](${at})`,
    `- 2023-03 | Counting bees for days | Ada Example | ICLR | [link](${at})`,
    `- Counting bees for days - Ada Example - 2023 - [paper](${at})`,
    `- Counting bees for days by Ada Example (2023) [paper](${at})`,
    `- Example et al. “Counting bees for days.” ICLR (2023). [paper](${at}).`,
    `- [[论文](${at})] Counting bees for days`,
    `- [Counting bees for days](https://example.org/bees) [[arXiv](${at})], Ada Example`,
    `- [Counting bees for days (Example et al., 2023)](${at}) - a short note on it`,
    `- 🔥 (*ICLR 2023*) __Counting bees for days__ :star: [![arXiv](https://example.org/x.svg)](${at})`,
    `> - [x] [Counting bees for days](<${at}> "PDF")`,
    `<table><tr><td>1</td><td>Counting bees for days</td><td><a href="${at}">pdf</a></td></tr></table>`,
    `### Counting bees for days\n\nAda Example\n\n[[pdf]](${at})`,
    `Counting bees for days\nAda Example, Ben Sample\n${at}`,
  ]
  for (const entry of entries)
    assert.match((await listed(`${entry}\n`, 'links')).join('\n'), /\| 2210\.03629 \| Counting bees for days$/u, entry)
  const untold = [
    `- [paper](${at}) and [code](https://example.org/code)`,
    `As ${at} shows, it is so.`,
    `- Example et al. [pdf](${at})`,
  ]
  for (const entry of untold) assert.match((await listed(entry, 'links')).join('\n'), /\| 2210\.03629 \| -$/u, entry)
})
const formats = async (content: string): Promise<string[]> =>
  (await read(content)).map((record) => ('format' in record ? record.format : record.reason))

test('other forms stay as they are beside lists of links', async () => {
  const link = '[a](https://arxiv.org/abs/2210.03629)'
  const note = [link, link, link].join(' ')
  assert.deepEqual(await formats(`@misc{a, title = {T}, author = {A B}, year = {2020}, note = {${note}}}`), ['bibtex'])
  assert.deepEqual(await formats(`TY  - JOUR\nTI  - T\nAU  - A\nPY  - 2020\nN1  - ${note}\nER  - \n`), ['ris'])
  assert.deepEqual(await formats(`title,authors,notes\nT,A B,${note}\n`), ['csv'])
  assert.deepEqual(await formats('# List\n10.1000/a\narXiv:2210.03629\n'), ['identifiers', 'identifiers'])
  assert.deepEqual(await formats('- [[pdf]](https://arxiv.org/abs/2210.03629) A title\n'), ['links'])
  const page = `<html><head><meta name="citation_title" content="T"></head><body>${'<a href="https://arxiv.org/abs/2210.03629">x</a>'.repeat(5)}`
  assert.deepEqual(await formats(page), ['web-page'])
  assert.deepEqual(
    await listed(page.replace(/<meta [^>]*>/u, '<title>My reading</title>').replaceAll('x</a>', 'Counting bees</a>')),
    ['links line 1 | 2210.03629 | Counting bees'],
  )
})

test('a record has all that a citation needs', async () => {
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

/** Venue, kind, day and abstract of each record. */
const published = async (name: string): Promise<unknown[]> =>
  (await read(fixture(name))).flatMap((record) => {
    if ('reason' in record) return []
    const { container, volume, pages, kind, date, abstract } = record.fields
    return [[container, volume, pages, kind, date, abstract]]
  })

test('JSON of repositories and databases: where and when a work was published, and what it is', async () => {
  const none = undefined
  assert.deepEqual(await published('library.zotero.json'), [
    [none, none, none, 'preprint', '2023-03-10', 'Words of our own.'],
    ['Nature', '521', '436-444', 'journal-article', none, none],
    ['Advances in Neural Information Processing Systems', '30', '5998-6008', 'conference-paper', none, none],
  ])
  assert.deepEqual(await published('hits.dblp.json'), [
    ['ICLR', none, none, 'conference-paper', none, none],
    ['Comput. J.', '27', '97-111', 'journal-article', none, none],
    [none, none, none, 'preprint', none, none],
  ])
  assert.deepEqual(await published('notes.openreview.json'), [
    ['ICLR 2023', none, none, 'conference-paper', none, 'Words of our own.'],
    [none, none, none, 'manuscript', none, 'Words.'],
  ])
  assert.deepEqual(await published('records.zenodo.json'), [
    [none, none, none, 'software', '2021-09-02', 'Words of & our own.'],
    ['Journal of Examples', '3', '1-9', 'journal-article', '2024-05-06', 'One.\n\nTwo.'],
  ])
  assert.deepEqual(await published('dois.datacite.json'), [[none, none, none, 'preprint', none, 'Words of our own.']])
  assert.deepEqual(await published('daily.huggingface.json'), [
    [none, none, none, 'preprint', '2023-10-10', 'Words of our own.'],
  ])
  assert.deepEqual(await published('article.schema-org.json'), [
    ['Nature', '521', '436-444', 'journal-article', '2015-05-27', 'Words of our own.'],
  ])
})

test('PubMed and EndNote say the same in lines and in XML', async () => {
  const nature = ['Nature', '521', '436-444', 'journal-article']
  const [lines] = await published('citations.nbib')
  assert.deepEqual(lines, [...nature, '2015-05-28', 'Words of our own that go on in another line.'])
  const [article] = await published('articles.pubmed.xml')
  assert.deepEqual(article, [...nature, '2015-05-28', 'AIMS: Words of our own.\n\nRESULTS: More words.'])
  const [record] = await published('library.endnote.xml')
  assert.deepEqual(record, [...nature, undefined, 'Words of our own.'])
  assert.deepEqual((await published('library.enw'))[1], [
    'Advances in Neural Information Processing Systems',
    '30',
    '5998-6008',
    'conference-paper',
    '2017-12-04',
    'Words of our own.\n\nMore of them.',
  ])
})

test('MODS and MARCXML say where a work was published, and what it is', async () => {
  const none = undefined
  assert.deepEqual(await published('library.mods.xml'), [
    ['Nature', '521', '436-444', 'journal-article', '2015-05-28', 'Words of our own.'],
    ['Advances in Neural Information Processing Systems', '30', '5998-6008', 'conference-paper', none, none],
    [none, none, none, 'book', none, none],
  ])
  assert.deepEqual(await published('catalogue.marc.xml'), [
    [none, none, none, 'book', none, none],
    ['Nature', '521', '436-444', 'journal-article', none, 'Words of our own.'],
    [none, none, none, 'thesis', none, none],
  ])
})

test('web pages and announcements of arXiv say where a work was published, and what it is', async () => {
  const none = undefined
  assert.deepEqual(await published('article.publisher.html'), [
    ['Nature', '521', '436-444', 'journal-article', '2015-05', 'Words of our own.'],
  ])
  assert.deepEqual(await published('abstract.arxiv.html'), [
    [none, none, none, 'preprint', '2022-10-06', 'Words of our own, in two lines.'],
  ])
  assert.deepEqual(await published('item.repository.html'), [
    [none, none, none, 'thesis', '2019-11-05', 'Eigene Worte.'],
  ])
  assert.deepEqual(await published('recent.arxiv.html'), [
    [none, none, none, 'preprint', '2022-10', 'Words of our own.'],
    ['Journal of Examples 14 (2005)', none, none, 'preprint', '2003-06', none],
  ])
  assert.deepEqual((await published('daily.arxiv.txt'))[0], [
    none,
    none,
    none,
    'preprint',
    '2022-10-06',
    'Words of our own: they go on in another line.',
  ])
})

test('RDF of Zotero says the same as its JSON, in its own words', async () => {
  const none = undefined
  assert.deepEqual(await published('library.zotero.rdf'), [
    ['Nature', '521', '436-444', 'journal-article', '2015-05', 'Words of our own.'],
    [none, none, none, 'preprint', '2023-03-10', none],
    ['Advances in Neural Information Processing Systems', '30', '5998-6008', 'conference-paper', none, none],
    [none, none, none, 'thesis', '2021-05', none],
  ])
  const [article] = await read(fixture('library.zotero.rdf'))
  assert.ok(article !== undefined && 'fields' in article)
  const { issue, storageUrl, topics } = article.fields
  assert.deepEqual(
    [issue, storageUrl, topics],
    ['7553', 'https://www.nature.com/articles/nature14539.pdf', ['Computer science', 'Mathematics & computing']],
  )
})

const entry = (title: string): string =>
  `<entry><id>http://arxiv.org/abs/2210.03629</id><title>${title}</title></entry>`

test('XML: only the five entities are known, nothing is declared, and depth has a bound', async () => {
  const feed = `<feed>${entry('One &amp; &#x41;')}${entry('Two &nbsp; &eacute;')}${entry('Three')}</feed>`
  const records = (await read(feed)).map(brief)
  assert.match(records[0] ?? '', /One & A/u)
  assert.match(records[1] ?? '', /^line 1 ! It contains an entity that XML does not define/u)
  assert.match(records[2] ?? '', /Three/u)
  const bomb = `<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>${entry('&b;')}</feed>`
  assert.match((await read(bomb)).map(brief).join('\n'), /declares its own entities/u)
  const outside = `<!DOCTYPE feed [<!ENTITY a SYSTEM "file:///etc/passwd">]><feed>${entry('&a;')}</feed>`
  assert.match((await read(outside)).map(brief).join('\n'), /declares its own entities/u)
  const deep = `<feed>${'<a>'.repeat(1_000)}`
  assert.match((await read(deep)).map(brief).join('\n'), /nested at most 200 levels deep/u)
})

test('XML that breaks off gives the records before it, and a reason', async () => {
  const records = (await read(`<feed>${entry('One')}<entry><title>Two</wrong></entry>${entry('Three')}</feed>`)).map(
    brief,
  )
  assert.equal(records.length, 2)
  assert.match(records[0] ?? '', /One/u)
  assert.match(records[1] ?? '', /line 1 ! The rest of the XML cannot be read: /u)
  assert.match(
    (await read(`<feed>${entry('One')}<entry>`)).map(brief)[1] ?? '',
    /The rest of the XML cannot be read.*[^.]\.$/u,
  )
})

test('JSON that breaks off gives the works before it, and a reason', async () => {
  const records = (await read('[{"paperId":"a","title":"One"},{"paperId":')).map(brief)
  assert.equal(records.length, 2)
  assert.match(records[1] ?? '', /after record 1 ! The JSON /u)
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
  assert.match(records[1] ?? '', /invalid in its encoding/u)
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
    /^unsupported_media_type This is a PDF, but records of papers are expected here\./u,
  )
  assert.match(
    await refused('Resource not found.'),
    /not in a supported format: it looks like plain text\. The nearest are identifiers \(lacks a DOI/u,
  )
  assert.match(await refused(''), /not in a supported format/u)
  assert.match(await refused('<?xml version="1.0" encoding="x-none"?><a/>'), /encoding x-none is unknown/u)
  const cut = gzipSync(fixture('library.bib')).subarray(0, 200)
  assert.match((await read(cut)).map(brief).join('\n'), /cannot be decompressed/u)
})

/** Title, authors, year, identifiers and kind of the first record, and what was not mapped. */
const firstOf = async (content: string): Promise<unknown> => {
  const [record] = await read(content)
  assert.ok(record !== undefined && 'fields' in record, JSON.stringify(record))
  const { title, authors, date, year, doi, arxivId, kind, container, issue } = record.fields
  return { title, authors, on: date ?? year, id: doi ?? arxivId, kind, in: container, issue, unmapped: record.unmapped }
}

test('tables of Springer and PubMed, and in other languages', async () => {
  assert.deepEqual(
    await firstOf(
      'Item Title,Publication Title,Book Series Title,Journal Volume,Journal Issue,Item DOI,Authors,Publication Year,URL,Content Type\n"A Chapter","A Book",,,,10.1007/978-3-031-00000-0_1,"Yann LeCunYoshua BengioGeoffrey Hinton",2022,https://link.springer.com/chapter/10.1007/978-3-031-00000-0_1,"Chapter"\n',
    ),
    {
      title: 'A Chapter',
      authors: ['Yann LeCun', 'Yoshua Bengio', 'Geoffrey Hinton'],
      on: 2022,
      id: '10.1007/978-3-031-00000-0_1',
      kind: 'chapter',
      in: 'A Book',
      issue: undefined,
      unmapped: [],
    },
  )
  const pubmed =
    'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n'
  assert.deepEqual(
    await firstOf(
      `${pubmed}1,Deep learning,"LeCun Y, Bengio Y, Hinton G.",,LeCun Y,Nature,2015,2015/05/29,,,10.1000/a\n`,
    ),
    {
      title: 'Deep learning',
      authors: ['Y LeCun', 'Y Bengio', 'G Hinton'],
      on: 2015,
      id: '10.1000/a',
      kind: undefined,
      in: 'Nature',
      issue: undefined,
      unmapped: ['First Author', 'Create Date'],
    },
  )
  const heads = ['Titel;Autoren;Jahr', 'Titre;Auteurs;Année', 'Título;Autores;Año', 'Titolo;Autori;Anno']
  for (const head of [
    ...heads,
    'Tytuł;Autor;Year',
    'Название;Авторы;Год',
    '标题;作者;年份',
    'タイトル;著者;年',
    '제목;저자;연도',
  ])
    assert.match(
      (await read(`${head}\nEins;Beispiel, Ada;2020\n`)).map(brief)[0] ?? '',
      /Eins \| Ada Beispiel \| 2020/u,
    )
})

test('rows of a table without known columns are no list of identifiers', async () => {
  const rows =
    'Something,Other\n"X",10.1007/978-3-031-00000-0_1,"jane",2022\n"Y",10.1007/978-3-031-00000-0_2,"joe",2022\n'
  await assert.rejects(read(rows), /not in a supported format/u)
  await assert.rejects(
    read(rows),
    /csv \(has lines with the same number of cells; lacks a column for titles among “X”, “10\.1007\/978-3-031-00000-0_1”, “jane” …/u,
  )
  for (const row of ['10.1007/978-3-031-00000-0_1,"jane"', '10.1007/978-3-031-00000-0_1,jane,2022', '1\t2\t10.1007/b'])
    await assert.rejects(read(`${row}\n`), /not in a supported format/u, row)
  const [record] = await read('see 10.1007/978-3-031-00000-0_1,"jane\n', { given: 'identifiers' })
  assert.ok(record !== undefined && 'reason' in record, JSON.stringify(record))
})

/** The reasons why a source has no records. */
const reasonsFor = async (content: string | Buffer, given: SourceFormat | null = null): Promise<string> =>
  read(content, { given }).then(
    (records) => records.map(brief).join('\n'),
    (error: unknown) => (error as Failure).message,
  )

test('what is not recognised is refused with the nearest formats, by the signs that it has and lacks', async () => {
  assert.match(
    await reasonsFor('TI  - A title\nAU  - Example, Ada\n'),
    /nearest are ris \(has lines such as AU  -; lacks a line TY  -\), /u,
  )
  assert.match(await reasonsFor('  title = {A title},\n  year = 2020\n'), /nearest are bibtex \(has fields such as/u)
  assert.match(
    await reasonsFor('Name;Jahr\nEins;2020\n'),
    /nearest are csv \(has lines with the same number of cells, another known column; lacks a column for titles among “Name”, “Jahr”\)/u,
  )
  assert.match(
    await reasonsFor('<books><book><title>T</title></book></books>'),
    /document <books>\. The nearest are arxiv-atom \(has title; lacks feed, entry, author\)/u,
  )
  assert.match(
    await reasonsFor('{"things":[{"creators":[{"name":"A"}],"publicationYear":2020}]}'),
    /nearest are datacite \(has creators, publicationYear; lacks titles\)/u,
  )
  assert.match(
    await reasonsFor('@misc{a, title = {T}}', 'ris'),
    /It was read as ris\. It looks like bibtex: leave out/u,
  )
  const others: [string | Buffer, RegExp][] = [
    ['', /: it is empty\.$/u],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /before 2007/u],
    ['{\\rtf1\\ansi @misc{a}}', /Rich Text Format/u],
    [Buffer.from('377abcaf271c', 'hex'), /unpack it/u],
    ['\u0000\u0001\u0002 nothing', /binary data/u],
  ]
  for (const [content, reason] of others) assert.match(await reasonsFor(content), reason)
  const long = `${'x'.repeat(40_000)},${'y'.repeat(40_000)}\n`
  for (const content of [long.repeat(3), `<${'a'.repeat(200)}/>`, `{"${'b'.repeat(70_000)}":[]}`])
    assert.ok((await reasonsFor(content)).length < 1_000)
})

test('members of gzip are read one after another, and what is compressed twice is refused', async () => {
  const member = gzipSync('@misc{a, title = {One}}\n')
  const titles = (await read(Buffer.concat([member, member, Buffer.alloc(512)]), { size: 7 })).map(brief)
  assert.deepEqual(
    titles.map((title) => title.slice(0, 18)),
    ['bibtex line 1 One ', 'bibtex line 2 One '],
  )
  await assert.rejects(read(gzipSync(member)), /compressed twice with gzip: unpack it once/u)
})

test('an archive is refused, even if its files could be read as they are', async () => {
  await assert.rejects(read('PK\u0003\u0004\u0014@misc{a, title = {T}}'), /ZIP archive/u)
  await assert.rejects(read('PK\u0003\u0004\u0014', { given: 'bibtex' }), /ZIP archive/u)
})

const kindOf = async (entry: string): Promise<unknown> => {
  const [record] = await read(entry)
  assert.ok(record !== undefined && 'fields' in record)
  const { kind, arxivId, issue, container } = record.fields
  return [kind, arxivId, issue, container, record.unmapped]
}

test('preprints as Better BibTeX and Mendeley write them, and conferences of RIS', async () => {
  const preprint = ['preprint', '2001.00001', undefined, undefined, []]
  const better =
    '@online{a, title={T}, number={arXiv:2001.00001}, eprint={2001.00001}, eprinttype={arxiv}, eprintclass={cs}, pubstate={prepublished}}'
  assert.deepEqual(((await kindOf(better)) as unknown[]).slice(0, 4), preprint.slice(0, 4))
  assert.deepEqual(await kindOf('@article{a, title={T}, arxivId={2001.00001}, archivePrefix={arXiv}}'), preprint)
  assert.deepEqual(await kindOf('TY  - CPAPER\nTI  - T\nC3  - Proc. of X\nT2  - LNCS\nER  - \n'), [
    'conference-paper',
    undefined,
    undefined,
    'Proc. of X',
    ['T2'],
  ])
})

const risOf = (type: string, ...lines: string[]): string =>
  [`TY  - ${type}`, 'TI  - T', ...lines, 'ER  - \n'].join('\n')

test('RIS: an arXiv paper of Mendeley or Zotero is a preprint unless it has a journal', async () => {
  const preprint = ['preprint', '2210.03629', undefined, undefined, []]
  const address = 'UR  - http://arxiv.org/abs/2210.03629'
  for (const type of ['JOUR', 'ELEC', 'GEN']) assert.deepEqual(await kindOf(risOf(type, address)), preprint, type)
  assert.deepEqual(await kindOf(risOf('UNPB', 'AN  - arXiv:2210.03629', 'PB  - arXiv')), preprint)
  assert.deepEqual(await kindOf(risOf('JOUR', address, 'JO  - Nature')), [
    'journal-article',
    '2210.03629',
    undefined,
    'Nature',
    [],
  ])
  assert.deepEqual(((await kindOf(risOf('THES', address))) as unknown[])[0], 'thesis')
})

test('a colon after a collaboration is not part of its name', async () => {
  const names = ['LIGO Collaboration:', ':', 'Virgo :', 'A. One'].map((name) => `<author><name>${name}</name></author>`)
  const [record] = await read(`<feed><entry><title>T</title>${names.join('')}</entry></feed>`)
  assert.ok(record !== undefined && 'fields' in record)
  assert.deepEqual(record.fields.authors, ['LIGO Collaboration', 'Virgo', 'A. One'])
})

const unmappedOf = async (field: string): Promise<unknown> => {
  const [record] = await read(`@string{known = "J"}\n@article{a, title={T, x = foo, y}, month=may, ${field}}`)
  return record !== undefined && 'fields' in record ? record.unmapped : record
}

test('an abbreviation that a file does not define is reported', async () => {
  assert.deepEqual(await unmappedOf('journal = jmlr'), ['journal (undefined abbreviation jmlr)'])
  assert.deepEqual(await unmappedOf('journal = known'), [])
})

const teiStampedBy = (stamp: string, monogr = '<monogr/>', rights = ''): string =>
  `<?xml version="1.0" encoding="ISO646-US"?><TEI><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt><publicationStmt><availability><p>${rights}</p></availability></publicationStmt><sourceDesc><biblStruct><analytic/>${monogr}<idno type="arXiv">${stamp}</idno></biblStruct></sourceDesc></fileDesc></teiHeader></TEI>`

const dateOf = async (...places: Parameters<typeof teiStampedBy>): Promise<unknown> => {
  const [record] = await read(teiStampedBy(...places))
  if (record === undefined || 'reason' in record) return record?.reason
  const { date, year, arxivId } = record.fields
  return [date ?? year, arxivId]
}

test('TEI without a date has that of arXiv’s stamp or id, and ASCII may be called ISO646-US', async () => {
  assert.deepEqual(await dateOf('arXiv:2210.03629v3[cs.CL] 10 Mar 2023'), ['2023-03-10', '2210.03629'])
  assert.deepEqual(await dateOf('2210.03629'), ['2022-10', '2210.03629'])
  assert.deepEqual(await dateOf('hep-th/9711200'), ['1997-11', 'hep-th/9711200'])
})

test('TEI without any date has the year of its meeting, its volume or its copyright, and without one the reason says so', async () => {
  const meeting =
    '<monogr><title>Proceedings</title><meeting>ACL 2020, online</meeting><imprint><date/></imprint></monogr>'
  assert.deepEqual(await dateOf('', meeting), [2020, undefined])
  assert.deepEqual(await dateOf('', '<monogr><title>Proceedings of NAACL 2019</title></monogr>'), [2019, undefined])
  assert.deepEqual(await dateOf('', '<monogr/>', 'Copyright 2018 by the authors'), [2018, undefined])
  assert.match(
    String(await dateOf('', '<monogr/>', 'CC BY 4.0, version of 2011')),
    /^Its header names no date of publication: /u,
  )
})

test('an encoding may be called by names that browsers do not know', async () => {
  const named = ['ISO8859_1', 'iso_8859-1', 'latin-1', 'CP-1252', 'win1252', 'ISO-8859-15']
  for (const name of named) {
    const latin = Buffer.from(`<?xml version="1.0" encoding="${name}"?><feed>${entry('Caf\u00e9')}</feed>`, 'latin1')
    assert.match((await read(latin)).map(brief)[0] ?? '', /Café/u, name)
  }
  for (const name of ['UTF8', 'utf_8', 'ISO646-US', 'ANSI_X3.4-1986', 'us'])
    assert.match(
      (await read(`<?xml version="1.0" encoding="${name}"?><feed>${entry('One')}</feed>`)).map(brief)[0] ?? '',
      /One/u,
      name,
    )
})

test('--from reads a source as what it is said to be', async () => {
  const records = await read('[{"DOI":"10.1000/x","title":["T"],"author":[]}]', { given: 'csl-json' })
  assert.ok(records[0] !== undefined && 'format' in records[0])
  assert.equal(records[0].format, 'csl-json')
})

test('papers in our own names that have no id of ours are records, and other names are reported', async () => {
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

const harvested = (content: string): string =>
  `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${content}</ListRecords></OAI-PMH>`
const harvestedRecord = (form: string): string =>
  `<record><header><identifier>oai:x:1</identifier></header><metadata>${form}</metadata></record>`
const crossrefWork = (members: object): string =>
  JSON.stringify({ DOI: '10.1000/Own', title: ['A'], prefix: '10.1000', ...members })

test('records say what happened to their works: withdrawn, retracted, corrected, deleted', async () => {
  const noticesOf = async (content: string): Promise<unknown[]> =>
    (await read(Buffer.from(content))).map((record) =>
      'notices' in record ? record.notices : 'deleted' in record ? record.deleted?.recordId : null,
    )
  const said = 'This paper has been withdrawn by its authors.'
  const withdrawal = { kind: 'withdrawal', text: said, date: null, address: null, about: null }
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2611.00001v2</id><title>A</title>
    <published>2026-11-01</published><summary>${said}</summary><author><name>Ada Example</name></author></entry></feed>`
  assert.deepEqual(await noticesOf(atom), [[withdrawal]])
  const [entry] = await read(Buffer.from(atom))
  assert.ok(entry !== undefined && 'fields' in entry)
  assert.equal(entry.fields.abstract, undefined)
  const forms = [
    `<arXiv><id>2611.00001</id><title>A</title><comments>Withdrawn</comments><abstract>Text.</abstract></arXiv>`,
    `<dc><title>A</title><description>${said}</description></dc>`,
  ]
  assert.deepEqual(
    await noticesOf(harvested(forms.map(harvestedRecord).join(''))),
    [{ ...withdrawal, text: 'Withdrawn' }, withdrawal].map((notice) => [notice]),
  )
  const deleted = '<record><header status="deleted"><identifier>oai:x:2</identifier></header></record>'
  assert.deepEqual(await noticesOf(harvested(deleted)), ['oai:x:2'])
  const updated = { 'date-parts': [[2026, 11, 12]] }
  const other = { DOI: '10.1000/Other', updated }
  const notice = { date: '2026-11-12', text: 'retraction', kind: 'retraction' }
  assert.deepEqual(
    await noticesOf(
      crossrefWork({ 'update-to': [{ ...other, type: 'retraction' }, { ...other, type: 'new_version' }, 'x'] }),
    ),
    [[{ ...notice, address: 'https://doi.org/10.1000/Own', about: '10.1000/other' }]],
  )
  assert.deepEqual(await noticesOf(crossrefWork({ 'updated-by': [{ ...other, type: 'erratum', label: 'Erratum' }] })), [
    [{ ...notice, kind: 'correction', text: 'Erratum', address: 'https://doi.org/10.1000/other', about: null }],
  ])
  const openalex = { id: 'https://openalex.org/W1', title: 'A', authorships: [], publication_year: 2026 }
  assert.deepEqual(await noticesOf(JSON.stringify({ ...openalex, is_retracted: false })), [null])
  assert.deepEqual(await noticesOf(JSON.stringify({ ...openalex, is_retracted: true })), [
    [{ kind: 'retraction', text: 'OpenAlex says so.', date: null, address: null, about: null }],
  ])
})

test('a record of Crossref names the other versions of its work, and no work that is merely related', async () => {
  const by = { 'asserted-by': 'subject' }
  const work = {
    DOI: '10.1000/one',
    prefix: '10.1000',
    type: 'journal-article',
    title: ['Plans that Last'],
    issued: { 'date-parts': [[2024]] },
    author: [{ given: 'Ada', family: 'Example' }],
    relation: {
      'has-preprint': [
        { 'id-type': 'doi', id: '10.48550/arXiv.2401.00001', ...by },
        { 'id-type': 'doi', id: '10.1101/2024.01.02.000001', ...by },
      ],
      'is-version-of': [{ 'id-type': 'doi', id: 'https://doi.org/10.1000/ONE.v1', ...by }],
      'is-supplemented-by': [{ 'id-type': 'doi', id: '10.5281/zenodo.1', ...by }],
      'has-version': [{ 'id-type': 'uri', id: 'https://example.org/', ...by }, 'nonsense'],
    },
  }
  const [record] = await read(JSON.stringify(work))
  assert.ok(record !== undefined && 'fields' in record)
  assert.deepEqual(record.versions, ['2401.00001', '10.1101/2024.01.02.000001', '10.1000/one.v1'])
  assert.deepEqual(record.unmapped, [])
})
