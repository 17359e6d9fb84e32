import assert from 'node:assert/strict'
import { chmod, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import { markdownLinksReader } from '#formats/links/links-reader.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

const papers = [
  leastPaper({
    id: 'p1',
    title: 'Counting [bees] for *days* and nights',
    authors: ['Ada One'],
    year: 2024,
    chapter: 3,
    doi: '10.1000/a(b)c',
  }),
  leastPaper({
    id: 'p2',
    title: 'Plans that last',
    authors: ['Ada One', 'Ben Two', 'Cy Three', 'Di Four'],
    year: 2025,
    chapter: 2,
    longHorizonScore: 0.9,
    url: 'https://openreview.net/forum?id=abcdefgh12',
  }),
  leastPaper({
    id: 'p3',
    title: 'Plans that fail',
    authors: ['Ben Two'],
    year: 2023,
    chapter: 2,
    longHorizonScore: 0.1,
    arxivId: '2611.00001',
  }),
  leastPaper({ id: 'p4', title: 'No chapter', authors: ['Cy Three'], year: 2022, url: 'https://example.org/p4' }),
]

const LIST = [
  '## Planning',
  '',
  '- [Plans that last](https://openreview.net/forum?id=abcdefgh12) - Ada One, Ben Two, Cy Three et al., 2025',
  '- [Plans that fail](https://arxiv.org/abs/2611.00001) - Ben Two, 2023',
  '',
  '## Memory',
  '',
  String.raw`- [Counting \[bees\] for \*days\* and nights](https://doi.org/10.1000/a%28b%29c) - Ada One, 2024`,
  '',
  '## Other papers',
  '',
  '- [No chapter](https://example.org/p4) - Cy Three, 2022',
]
const BLOCK = ['<!-- longview:begin -->', '', ...LIST, '', '<!-- longview:end -->', '']

const withPapers = async (t: Parameters<typeof processCorpus>[0]) => {
  const corpus = await processCorpus(t)
  for (const [number, name] of [
    ['2', 'Planning'],
    ['3', 'Memory'],
  ] as const) {
    const words = await corpus.file(`chapter-${number}.json`, JSON.stringify({ name, introduction: '' }))
    assert.equal((await corpus.run('chapters', 'edit', number, words)).code, 0)
  }
  const lines = await corpus.file('papers.jsonl', papers.map((paper) => JSON.stringify(paper)).join('\n'))
  assert.equal((await corpus.run('ingest', lines, '--accept')).code, 0)
  return corpus
}

test('"longview readme" writes the public papers between its marks, keeps the rest, and changes nothing the second time', async (t) => {
  const corpus = await withPapers(t)
  const waiting = leastPaper({ id: 'p5', title: 'Not public', arxivId: '2611.00005', chapter: 2 })
  await corpus.run('ingest', await corpus.file('waiting.jsonl', JSON.stringify(waiting)))
  const rest = '\u{feff}# Our papers\r\n\r\n```\r\n<!-- longview:begin -->\r\n```\r\n'
  const end = 'After it, without a line end'
  const file = await corpus.file(
    'README.md',
    `${rest}<!-- longview:begin -->\r\nold\r\n  <!-- longview:end -->\r\n${end}`,
  )
  await chmod(file, 0o640)
  const link = join(dirname(file), 'LINK.md')
  await symlink(file, link)

  const stale = await corpus.run('readme', link, '--check')
  assert.equal(stale.code, 1)
  assert.match(stale.stdout, /is not up to date: it would have 4 papers/u)
  assert.match(await readFile(file, 'utf8'), /\r\nold\r\n/u)

  const written = await corpus.run('readme', link)
  assert.equal(written.code, 0, written.stderr)
  assert.match(written.stdout, /has 4 papers now/u)
  const expected = `${rest}${[...BLOCK.slice(0, -2), '  <!-- longview:end -->', ''].join('\r\n')}${end}`
  assert.equal(await readFile(file, 'utf8'), expected)
  const { mode, mtimeMs } = await stat(file)
  assert.equal(mode & 0o777, 0o640)
  const again = await corpus.run('readme', file, '--json')
  assert.deepEqual(JSON.parse(again.stdout), { changed: false, papers: 4, added: [], unread: [] })
  assert.equal((await stat(file)).mtimeMs, mtimeMs, 'the file is not written again')
  assert.equal((await corpus.run('readme', file, '--check')).code, 0)
  assert.deepEqual(
    (await readdir(dirname(file))).filter((name) => name.includes('.new')),
    [],
    'nothing unfinished is left',
  )
  assert.match((await corpus.run('readme', file, '--heading-level', '3')).stdout, /has 4 papers now/u)
  assert.match(await readFile(file, 'utf8'), /\r\n### Planning\r\n/u)
})

test('the list that it writes is read back with every title and topic', () => {
  const reader = markdownLinksReader()
  const read: ReadRecord[] = [...reader.push(LIST.join('\n')), ...reader.end()]
  assert.deepEqual(
    read.map((record) => 'fields' in record && [record.recordId, record.fields.title, record.fields.topics]),
    [
      ['https://openreview.net/forum?id=abcdefgh12', 'Plans that last', ['Planning']],
      ['2611.00001', 'Plans that fail', ['Planning']],
      ['10.1000/a(b)c', 'Counting [bees] for *days* and nights', ['Memory']],
    ],
  )
})

test('links that others added to the list become candidates, are named, and leave it', async (t) => {
  const corpus = await withPapers(t)
  await corpus.run(
    'ingest',
    await corpus.file('waiting.jsonl', JSON.stringify(leastPaper({ id: 'p5', arxivId: '2611.00005' }))),
  )
  const added = [
    '- [A new work](https://arxiv.org/abs/2611.00009), found by a reader',
    '- [It waits](https://arxiv.org/abs/2611.00005)',
    '- [Another site of p3](https://huggingface.co/papers/2611.00001)',
    '- [Without an id](https://papers.example.org/document/1234567)',
  ]
  const text = [...BLOCK.slice(0, 5), ...added, ...BLOCK.slice(5), 'Rest [x](https://arxiv.org/abs/2611.00010)'].join(
    '\n',
  )
  const file = await corpus.file('README.md', `# A\n${text}`)
  const open = () =>
    corpus.inspect((database) => database.prepare('SELECT arxiv_id, listed FROM paper_candidates').raw().all())
  const preview = await corpus.run('readme', file, '--check')
  assert.equal(preview.code, 1)
  assert.match(preview.stderr, /line 7: A new work: becomes a candidate/u)
  assert.deepEqual([open(), await readFile(file, 'utf8')], [[], `# A\n${text}`])

  const { stdout } = await corpus.run('readme', file, '--json')
  assert.deepEqual(JSON.parse(stdout), {
    changed: true,
    papers: 4,
    added: [
      { position: 'line 7', title: 'A new work', outcome: 'candidate' },
      { position: 'line 8', title: 'It waits', outcome: 'unchanged' },
    ],
    unread: ['https://papers.example.org/document/1234567'],
  })
  assert.deepEqual(open(), [['2611.00009', JSON.stringify({ title: 'A new work', url: null, topics: ['Planning'] })]])
  const clean = `# A\n${[...BLOCK, 'Rest [x](https://arxiv.org/abs/2611.00010)'].join('\n')}`
  assert.equal(await readFile(file, 'utf8'), clean)
  const again = await corpus.run('readme', file)
  assert.match(again.stdout, /has all 4 papers already; nothing has changed/u)
  assert.equal(again.stderr, '')
})

test('a file without marks is left alone and says what to add; --init adds them', async (t) => {
  const corpus = await withPapers(t)
  const file = await corpus.file('README.md', '# A')
  const refused = await corpus.run('readme', file)
  assert.notEqual(refused.code, 0)
  assert.match(refused.stderr, /has no line "<!-- longview:begin -->": add it .*--init/u)
  const twice = await corpus.file('TWICE.md', BLOCK.join('\n').repeat(2))
  assert.match((await corpus.run('readme', twice, '--init')).stderr, /must have one line/u)
  assert.match((await corpus.run('readme', join(dirname(file), 'none.md'))).stderr, /cannot be read/u)
  const latin = join(dirname(file), 'LATIN.md')
  await writeFile(latin, Buffer.from([...Buffer.from(BLOCK.join('\n')), 0xe9]))
  assert.match((await corpus.run('readme', latin)).stderr, /is not in UTF-8/u)

  assert.equal((await corpus.run('readme', file, '--init')).code, 0)
  assert.equal(await readFile(file, 'utf8'), `# A\n\n${BLOCK.join('\n')}`)
  const fresh = join(dirname(file), 'FRESH.md')
  assert.equal((await corpus.run('readme', fresh, '--init')).code, 0)
  assert.equal(await readFile(fresh, 'utf8'), BLOCK.join('\n'))
  assert.match((await corpus.run('readme', fresh, '--init')).stdout, /nothing has changed/u)
})
