import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processCorpus } from '../support/process/process-corpus.ts'
import { madePdf, paragraph } from '../support/pdf.ts'
import { atomPage, madePapers, openCatalogueServer } from '../support/sources.ts'

const work = { DOI: '10.1000/one', title: 'A work with a DOI', author: [{ family: 'Example', given: 'Ada' }] }

test('a list of identifiers becomes candidates, and --resolve fetches their records', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin, asked } = server
  server.answerWith(({ pathname, searchParams }, response, { headers }) => {
    const ids = searchParams.get('id_list')?.split(',') ?? []
    const known = madePapers(3).filter(({ id }) => ids.includes(id))
    if (pathname === '/arxiv') response.end(atomPage(known, { start: 0, size: 50 }))
    else if (pathname === '/doi/10.1000/one') response.writeHead(302, { Location: '/csl' }).end()
    else if (pathname === '/csl' && headers.accept?.startsWith('application/vnd.citationstyles.csl+json') === true)
      response.end(JSON.stringify({ ...work, type: 'article-journal', issued: { 'date-parts': [[2026, 3]] } }))
    else response.writeHead(404).end('not found')
  })
  const corpus = await processCorpus(t, {
    OUTBOUND_ALLOW: origin,
    RESOLVE_ARXIV_URL: `${origin}/arxiv`,
    RESOLVE_DOI_URL: `${origin}/doi`,
  })
  const lines =
    '# A list\n10.1000/one\narXiv:2611.00001\nhttps://arxiv.org/abs/2611.00002v2\n2611.99999\nnonsense\narXiv:2611.00001\n'
  const list = await corpus.file('list.txt', lines)
  const listed = await corpus.run('ingest', list, '--from', 'identifiers', '--json')
  assert.deepEqual(JSON.parse(listed.stdout), {
    read: 6,
    stored: 0,
    unchanged: 1,
    enriched: 0,
    refused: 1,
    candidates: 4,
  })
  assert.match(listed.stderr, /line 6: This is neither a DOI nor an arXiv id: nonsense/u)
  assert.equal(asked.length, 0, 'nothing is fetched')
  const again = await corpus.run('ingest', list, '--json')
  assert.deepEqual(JSON.parse(again.stdout), { read: 6, stored: 0, unchanged: 5, enriched: 0, refused: 1 })
  const open = () =>
    corpus.inspect((database) =>
      database.prepare("SELECT doi, arxiv_id FROM paper_candidates WHERE state = 'open' ORDER BY seq").raw().all(),
    )
  assert.equal(open().length, 4)

  const resolved = await corpus.run('ingest', list, '--resolve', '--json')
  assert.deepEqual(JSON.parse(resolved.stdout), { read: 5, stored: 3, unchanged: 0, enriched: 0, refused: 2 })
  assert.match(resolved.stderr, /line 5: arXiv has no record of 2611\.99999/u)
  assert.deepEqual(
    asked.map(({ pathname, searchParams }) => searchParams.get('id_list') ?? pathname),
    ['/doi/10.1000/one', '/csl', '2611.00001,2611.00002,2611.99999'],
  )
  assert.deepEqual(open(), [[null, '2611.99999']])
  const queue = await corpus.json<{ title: string }[]>('review', 'list')
  assert.ok(JSON.stringify(queue).includes('A work with a DOI'))
})

test('of several identifiers in one line, each has its own place, and each leaves the inbox with --resolve', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin } = server
  const papers = madePapers(3)
  server.answerWith(({ searchParams }, response) => {
    const ids = searchParams.get('id_list')?.split(',') ?? []
    response.end(
      atomPage(
        papers.filter(({ id }) => ids.includes(id)),
        { start: 0, size: 50 },
      ),
    )
  })
  const corpus = await processCorpus(t, { OUTBOUND_ALLOW: origin, RESOLVE_ARXIV_URL: `${origin}/arxiv` })
  const list = await corpus.file('list.txt', 'arXiv:2611.00001, arXiv:2611.00002\narXiv:2611.00003\n')
  const found = () =>
    corpus.inspect((database) =>
      database
        .prepare(
          'SELECT state, position FROM paper_candidates AS c JOIN candidate_records AS r ON r.candidate_seq = c.seq ORDER BY c.seq',
        )
        .raw()
        .all(),
    )
  await corpus.run('ingest', list, '--from', 'identifiers')
  const places = ['line 1', 'line 1, identifier 2', 'line 2']
  assert.deepEqual(
    found(),
    places.map((place) => ['open', place]),
  )
  await corpus.run('ingest', list, '--from', 'identifiers', '--resolve')
  assert.deepEqual(
    found(),
    places.map((place) => ['kept', place]),
  )
})

const under = (title: string, url: string | null) => JSON.stringify({ title, url, topics: ['Memory & time'] })

test('a list of links becomes candidates with titles and topics, and --resolve gives the topics to the records', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin, asked } = server
  server.answerWith((_request, response) => response.end(atomPage(madePapers(3), { start: 0, size: 50 })))
  const corpus = await processCorpus(t, { OUTBOUND_ALLOW: origin, RESOLVE_ARXIV_URL: `${origin}/arxiv` })
  const list = await corpus.file(
    'README.md',
    [
      '# Awesome agents\n\n## Memory & time',
      '- [First work](https://arxiv.org/abs/2611.00001) and [Second work](https://arxiv.org/pdf/2611.00002)',
      '- **Third work** [[paper]](https://openreview.net/pdf?id=abcdefgh12) [[code]](https://github.com/example/c)',
      '',
    ].join('\n'),
  )
  const preview = await corpus.run('ingest', list, '--dry-run', '--json')
  assert.deepEqual(
    preview.stdout
      .trim()
      .split('\n')
      .slice(0, 3)
      .map((line) => JSON.parse(line) as unknown),
    [
      { position: 'line 4', outcome: 'candidate', title: 'First work', file: list },
      { position: 'line 4, link 2', outcome: 'candidate', title: 'Second work', file: list },
      { position: 'line 5', outcome: 'candidate', title: 'Third work', file: list },
    ],
  )
  const ingest = async (...options: string[]) =>
    JSON.parse((await corpus.run('ingest', list, '--json', ...options)).stdout) as Record<string, number>
  assert.deepEqual(await ingest(), { read: 3, stored: 0, unchanged: 0, enriched: 0, refused: 0, candidates: 3 })
  assert.deepEqual(await ingest(), { read: 3, stored: 0, unchanged: 3, enriched: 0, refused: 0 })
  assert.equal(asked.length, 0, 'nothing is fetched')
  const open = () =>
    corpus.inspect((database) =>
      database.prepare("SELECT arxiv_id, listed FROM paper_candidates WHERE state = 'open' ORDER BY seq").raw().all(),
    ) as [string | null, string][]
  const third = [null, under('Third work', 'https://openreview.net/forum?id=abcdefgh12')]
  assert.deepEqual(open(), [
    ['2611.00001', under('First work', null)],
    ['2611.00002', under('Second work', null)],
    third,
  ])
  // The address of a work leads to no record.
  assert.deepEqual(await ingest('--resolve'), { read: 3, stored: 2, unchanged: 1, enriched: 0, refused: 0 })
  assert.deepEqual(open(), [third])
  const topics = corpus.inspect((database) => database.prepare('SELECT topics FROM papers ORDER BY seq').pluck().all())
  for (const found of topics) assert.match(String(found), /"Memory & time"\]$/u)
  assert.equal(topics.length, 2)
})

test('the record of an identifier on the first page of a PDF is fetched with --resolve, and preferred if it is of the same work', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin, asked } = server
  const title = 'Plans that Last for Days'
  const records: Record<string, object> = {
    '/doi/10.1000/plans': {
      title,
      author: [
        { family: 'Example', given: 'Ada' },
        { family: 'Third', given: 'Cy' },
      ],
    },
    '/doi/10.1000/other': { title: 'Rivers in Winter', author: [{ family: 'Else', given: 'Some' }] },
  }
  server.answerWith(({ pathname }, response) => {
    const found = records[pathname]
    const rest = { DOI: pathname.slice(5), type: 'article-journal', issued: { 'date-parts': [[2023]] } }
    if (found === undefined) response.writeHead(404).end('not found')
    else response.end(JSON.stringify({ ...rest, ...found }))
  })
  const corpus = await processCorpus(t, { OUTBOUND_ALLOW: origin, RESOLVE_DOI_URL: `${origin}/doi` })
  const ingest = async (doi: string, ...options: string[]) => {
    const body = [`doi:10.1000/${doi}`, ...paragraph('We', 12, 90)]
    const pdf = await madePdf({ title, authors: 'Ada Example and Bo Sample', body })
    return corpus.run('ingest', await corpus.file('plans.pdf', pdf), ...options)
  }
  const titled = () => corpus.inspect((database) => database.prepare('SELECT authors, doi FROM papers').raw().all())
  await ingest('plans', '--dry-run')
  assert.equal(asked.length, 0, 'nothing is fetched')
  await ingest('plans', '--resolve')
  assert.deepEqual(titled(), [['["Ada Example","Cy Third"]', '10.1000/plans']])
  const other = await ingest('other', '--resolve', '--dry-run')
  assert.match(other.stderr, /The record of 10\.1000\/other has another title than the PDF/u)
  assert.match(other.stdout, /unsure: title, authors/u)
  const none = await ingest('none', '--resolve', '--dry-run')
  assert.match(none.stderr, /The record of 10\.1000\/none was not fetched, .*There is no record of 10\.1000\/none: /u)
})
