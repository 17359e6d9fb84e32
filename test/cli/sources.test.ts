import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeRow, tableOf } from '../support/notice-table.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { atomPage, madePapers, openCatalogueServer } from '../support/sources.ts'

test('a source is added, read, paused by a restore and resumed, by commands', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin, asked } = server
  const papers = madePapers(3)
  server.answerWith((_url, response) => response.end(atomPage(papers, { start: 0, size: 3 })))
  const environment = { OUTBOUND_ALLOW: origin, PUBLIC_URL: 'https://papers.example.org', LOG_LEVEL: 'silent' }
  const corpus = await processCorpus(t, environment)

  const added = await corpus.json<{ id: number; from: string; everyMinutes: number }>(
    'sources',
    'add',
    'arxiv',
    'cs.AI',
    '--address',
    `${origin}/api/query`,
    '--from',
    '2026-11-10',
  )
  assert.deepEqual([added.id, added.from, added.everyMinutes], [1, '2026-11-10', 360])
  assert.equal(asked.length, 0)
  const twice = await corpus.run('sources', 'add', 'arxiv', 'cs.AI', '--address', `${origin}/api/query`)
  assert.equal(twice.code, 1)
  assert.match(twice.stderr, /The source 1 \(arxiv cs\.AI\) already requests the same papers/u)
  const wrong = await corpus.run('sources', 'add', 'oai', 'repository', '--from', 'May', '--every', '1')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /address: must be a complete address.*2 more/u)
  const internal = await corpus.run('sources', 'add', 'feed', 'https://localhost/feed.atom')
  assert.equal(internal.code, 1)
  assert.match(internal.stderr, /address: may not be contacted, because .*; OUTBOUND_ALLOW=https:\/\/localhost allows/u)
  assert.match((await corpus.run('sources', 'add', 'paper', 'x')).stderr, /Allowed choices are arxiv, oai/u)

  const counts = await corpus.json<Record<string, unknown>>('sources', 'run', '1')
  assert.deepEqual(counts, {
    id: 1,
    outcome: 'done',
    requests: 1,
    read: 3,
    added: 3,
    known: 0,
    refused: 0,
    error: null,
  })
  assert.equal(asked.length, 1)

  const backup = `${corpus.folder}/backup.db`
  assert.equal((await corpus.run('backup', backup)).code, 0)
  const restored = await processCorpus(t, environment)
  assert.equal((await restored.run('restore', backup)).code, 0)
  const [listed] = await restored.json<{ state: string; lastError: string | null }[]>('sources', 'list')
  assert.equal(listed?.state, 'paused')
  const refused = await restored.run('sources', 'run', '1')
  assert.match(refused.stderr, /is paused: longview sources resume 1/u)
  assert.deepEqual(await restored.json('sources', 'resume', '1'), { id: 1, state: 'active' })
  server.answerWith((_url, response) => response.writeHead(403).end('no'))
  const failed = await restored.run('sources', 'run')
  assert.equal(failed.code, 1)
  assert.match(failed.stdout, /1 \(arxiv cs\.AI\): 0 new, 0 known, 0 refused; The server answered 403\./u)
  assert.match((await restored.run('sources', 'list')).stdout, /answered 403/u)
  assert.deepEqual(await restored.json('sources', 'remove', '1'), { id: 1, state: 'removed' })
  assert.equal((await restored.run('sources', 'pause', '1')).stderr, 'longview: There is no source 1.\n')
})

test('a table of retractions is a source like others, by its address', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin } = server
  server.answerWith((_url, response) => response.end(tableOf(noticeRow(1), noticeRow(2))))
  const corpus = await processCorpus(t, { OUTBOUND_ALLOW: origin, LOG_LEVEL: 'silent' })
  const paper = { id: 'p1', title: 'One', authors: ['Ada Example'], year: 2023, doi: '10.1000/work.2' }
  await corpus.run('ingest', await corpus.file('papers.jsonl', JSON.stringify(paper)), '--accept')
  const address = `${origin}/retraction_watch.csv`
  const refused = await corpus.run('sources', 'add', 'retraction-watch', address, '--set', 'cs')
  assert.match(refused.stderr, /query: does not apply to Retraction Watch/u)
  const added = await corpus.json<{ address: string; name: string }>('sources', 'add', 'retraction-watch', address)
  assert.deepEqual([added.address, added.name], [address, 'retraction-watch'])
  assert.equal(
    (await corpus.run('sources', 'run')).stdout,
    '1 (retraction-watch): 2 rows read, 1 new, 0 known, 0 refused; everything new was read.\n',
  )
})

test('a command asks what became of public papers, and lists what it proposes', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin, asked } = server
  const [one, two] = madePapers(2)
  assert.ok(one !== undefined && two !== undefined)
  server.answerWith((_url, response) =>
    response.end(atomPage([one, two], { start: 0, size: 2 }).replace(`${two.id}v1`, `${two.id}v2`)),
  )
  const corpus = await processCorpus(t, { OUTBOUND_ALLOW: origin, RESOLVE_ARXIV_URL: origin, LOG_LEVEL: 'silent' })
  const lines = [one, two].map(({ id, title, author, published }, index) =>
    JSON.stringify({
      id: `p${index + 1}`,
      title,
      authors: [author],
      year: 2026,
      date: published,
      kind: 'preprint',
      abstract: 'We study this & that.',
      url: `http://arxiv.org/abs/${id}v1`,
    }),
  )
  const file = await corpus.file('papers.jsonl', lines.join('\n'))
  assert.equal((await corpus.run('ingest', file, '--accept')).code, 0)
  const address = `http://arxiv.org/abs/${two.id}v2`
  const checked = await corpus.run('sources', 'check', '--json')
  assert.equal(checked.stderr, '2 papers checked, proposals for 2.\n')
  assert.deepEqual(
    checked.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    [
      { id: 'p1', title: one.title, link: 'unknown', fields: ['arxivId'], notices: [] },
      {
        id: 'p2',
        title: two.title,
        link: 'unknown',
        fields: ['arxivId', 'url'],
        notices: [`A new version: v2 ${address}`],
      },
    ],
  )
  assert.deepEqual(
    asked.map(({ searchParams }) => searchParams.get('id_list')),
    [`${one.id},${two.id}`],
  )
  assert.equal((await corpus.run('sources', 'check')).stderr, '0 papers checked, proposals for 0.\n')
  const missing = await corpus.run('sources', 'check', 'p9')
  assert.deepEqual([missing.code, missing.stderr], [1, 'longview: There is no public paper p9.\n'])
  assert.match((await corpus.run('sources', 'check', 'nine')).stderr, /Give the id of a paper, such as p42/u)
})

test('a command asks a catalogue for what papers lack, and says where to go on', async (t) => {
  const server = await openCatalogueServer(t)
  const { origin } = server
  const corpus = await processCorpus(t, { OUTBOUND_ALLOW: origin, RESOLVE_OPENALEX_URL: origin, LOG_LEVEL: 'silent' })
  const papers = ['one', 'two'].map((name, index) =>
    JSON.stringify({ id: `p${index + 1}`, title: name, authors: ['Ada Example'], year: 2026, doi: `10.1000/${name}` }),
  )
  await corpus.run('ingest', await corpus.file('papers.jsonl', papers.join('\n')), '--accept')
  server.answerWith(({ pathname }, response) =>
    pathname.endsWith('one')
      ? response.end(
          JSON.stringify({
            id: 'W1',
            title: 'one',
            doi: '10.1000/one',
            publication_year: 2026,
            authorships: [{ author: { display_name: 'Ada Example' }, institutions: [{ display_name: 'Here' }] }],
          }),
        )
      : response.writeHead(403).end(),
  )
  const found = { id: 'p1', title: 'one', isFound: true, fields: ['institution', 'url', 'authorDetails'], notices: [] }
  const tried = await corpus.run('enrich', '--dry-run', '--limit', '1', '--json')
  assert.deepEqual([tried.code, JSON.parse(tried.stdout)], [0, found])
  const stopped = await corpus.run('enrich')
  assert.equal(stopped.code, 1)
  assert.match(stopped.stdout, /^p1 \(one\): proposes institution, url, authorDetails$/mu)
  assert.match(
    stopped.stderr,
    /^1 papers checked, proposals for 1\. Go on with --after p1\.\nlongview: The server answered 403\.$/mu,
  )
  assert.match((await corpus.run('enrich', '--from', 'scholar')).stderr, /Allowed choices are openalex, crossref/u)
})
