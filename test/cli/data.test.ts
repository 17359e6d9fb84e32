import assert from 'node:assert/strict'
import { readdir, mkdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { migrations } from '#store/sqlite/migrate.ts'
import { leastPaper, generatedPapers, wholePaper } from '../support/service/papers.ts'
import { processCorpus, commandInProcess, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Dump } from '#core/dump.ts'
import { migratedFile } from '../support/database/engines.ts'
import { temporaryFolder } from '../support/files.ts'
import { longview } from '../support/process/longview-process.ts'

const names = migrations().map(({ name }) => name)

describe('longview migrate and seed', { concurrency: 2 }, () => {
  test('migrate makes a new database with every migration, and a second time finds nothing to do', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    assert.ok(names.length >= 4)
    assert.deepEqual(await corpus.json('migrate'), { applied: names })
    assert.deepEqual(await corpus.json('migrate'), { applied: [] })
    const { code, stdout } = await corpus.run('migrate')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The database is up to date.\n' })
  })

  test('migrate lists the migrations in words without --json', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    const { code, stdout } = await corpus.run('migrate')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `Applied: ${names.join(', ')}.\n` })
  })

  test('migrating a database with papers copies it aside first', async (t) => {
    const corpus = await processCorpus(t)
    const file = await corpus.file('papers.jsonl', [leastPaper()])
    await corpus.json('ingest', file, '--accept')
    // As a release without the last migration would have left it.
    corpus.inspect((database) => {
      database.exec('DROP TABLE messages; DROP TABLE subscribers; DROP TABLE outbox')
      database.prepare("DELETE FROM migrations WHERE name = 'correspondence'").run()
    })
    assert.deepEqual(await corpus.json('migrate'), { applied: ['correspondence'] })
    const copies = (await readdir(corpus.folder)).filter((name) => name.includes('.db.before-'))
    assert.equal(copies.length, 1)
    assert.match((await corpus.run('export')).stdout, /"id":"p1"/u)
  })

  test('seed fills an empty corpus, and a second time adds nothing', async (t) => {
    const corpus = await processCorpus(t, {}, { isMigrated: false })
    const { loaded } = await corpus.json<{ loaded: number }>('seed')
    assert.ok(loaded >= 40, `${loaded} papers`)
    const stored = (await corpus.run('export')).stdout
    assert.equal(stored.trimEnd().split('\n').length, loaded)
    assert.deepEqual(await corpus.json('seed'), { loaded: 0 })
    const { code, stdout } = await corpus.run('seed')
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The corpus already has papers; nothing was added.\n' })
    assert.equal((await corpus.run('export')).stdout, stored)
  })

  test('seed leaves a corpus alone that holds as little as one paper in review', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]))
    assert.deepEqual(await corpus.json('seed'), { loaded: 0 })
    assert.equal((await corpus.run('export')).stdout, '')
  })
})

const idsIn = (lines: string): string[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id)

describe('longview export', { concurrency: 2 }, () => {
  test('an export that is ingested elsewhere and exported again is the same to the byte', async (t) => {
    const corpus = await processCorpus(t)
    // More than a page of the export; a file of 256 KiB or more would be read and stored in threads, which are not the point.
    const papers = [
      ...generatedPapers(1, 100),
      ...Array.from({ length: 110 }, (_, index) => leastPaper({ id: `p${2_000 + index}`, title: `Paper ${index}` })),
      leastPaper({ id: 'p1000', title: 'Ünïcode \u{1F30D} "quotes" \\ and \u00A0 spaces' }),
      wholePaper({
        id: 'p1001',
        type: 'case_study',
        fullText: 'Tabs\tand\r\nlines\n\n  kept.  ',
        houseCommentary: ' Kept. ',
      }),
      wholePaper({ id: 'p1002', longHorizonScore: 0, enterpriseScore: 0.333333 }),
      leastPaper({ id: 'p1003' }),
    ]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const first = await corpus.run('export', '--json')
    assert.deepEqual([first.code, first.stderr], [0, ''])
    assert.equal(idsIn(first.stdout).length, papers.length)

    const elsewhere = await processCorpus(t)
    const report = await elsewhere.json('ingest', await elsewhere.file('export.jsonl', first.stdout), '--accept')
    assert.deepEqual(report, { read: papers.length, stored: papers.length, unchanged: 0, enriched: 0, refused: 0 })
    assert.equal((await elsewhere.run('export', '--json')).stdout, first.stdout)
    // The source corpus sees no difference either.
    const back = await corpus.json('ingest', await corpus.file('export.jsonl', first.stdout), '--accept')
    assert.deepEqual(back, { read: papers.length, stored: 0, unchanged: papers.length, enriched: 0, refused: 0 })
  })

  test('the starter corpus goes through export and ingest unchanged', async (t) => {
    const corpus = await processCorpus(t)
    const { loaded } = await corpus.json<{ loaded: number }>('seed')
    const first = (await corpus.run('export')).stdout
    const elsewhere = await processCorpus(t)
    const report = await elsewhere.json('ingest', await elsewhere.file('export.jsonl', first), '--accept')
    assert.deepEqual(report, { read: loaded, stored: loaded, unchanged: 0, enriched: 0, refused: 0 })
    assert.equal((await elsewhere.run('export')).stdout, first)
  })

  test('papers come in contract form, fields without a value left out', async (t) => {
    const corpus = await processCorpus(t)
    const whole = wholePaper({ id: 'p1', type: 'survey', fullText: 'Text.' })
    const least = leastPaper({ id: 'p2' })
    await corpus.json('ingest', await corpus.file('papers.jsonl', [least, whole]), '--accept')
    const lines = (await corpus.run('export')).stdout.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [whole, least],
    )
  })

  test('the order is the public one, over all pages: by score, papers without one last, ties by age', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [
      leastPaper({ id: 'p5' }),
      leastPaper({ id: 'p4' }),
      ...Array.from({ length: 250 }, (_, index) => leastPaper({ id: `p${1_000 + index}`, longHorizonScore: 0.5 })),
      leastPaper({ id: 'p1', longHorizonScore: 0.9 }),
      leastPaper({ id: 'p2', longHorizonScore: 0 }),
    ]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const expected = ['p1', ...Array.from({ length: 250 }, (_, index) => `p${1_000 + index}`), 'p2', 'p5', 'p4']
    assert.deepEqual(idsIn((await corpus.run('export')).stdout), expected)
  })

  test('only accepted papers are exported', async (t) => {
    const corpus = await processCorpus(t)
    const papers = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => leastPaper({ id }))
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers))
    assert.deepEqual((await corpus.run('export')).stdout, '')
    await corpus.json('review', 'accept', 'p1')
    await corpus.json('review', 'accept', 'p2')
    await corpus.json('review', 'retract', 'p2', '--reason', 'Wrong.')
    await corpus.json('review', 'reject', 'p3', '--note', 'No.')
    await corpus.json('review', 'ask', 'p4', '--note', 'Which seeds?')
    assert.deepEqual(idsIn((await corpus.run('export')).stdout), ['p1'])
  })

  test('a reader that closes the pipe ends the export without a message', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', generatedPapers(1, 130)), '--accept')
    const { child, ended } = corpus.launch('export')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const { code, stderr } = await ended
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  })
})

test('a dump is made in a thread where the corpus is another one, and printed', async (t) => {
  const folder = join(await temporaryFolder(t), 'dumps')
  const environment = { DATABASE_URL: `sqlite:${await migratedFile(t)}`, DUMPS: folder }
  const made = await longview(['dump', '--json'], environment)
  assert.equal(made.code, 0, made.stderr)
  const [dump, ...others] = JSON.parse(made.stdout) as Dump[]
  assert.deepEqual([dump?.seq, others.length, dump?.files[0]?.counts], [0, 0, { chapter: 7 }])
  assert.deepEqual(
    (await readdir(folder)).toSorted(),
    [
      ...(dump?.files ?? []).map(({ name }) => name),
      `longview-${dump?.id}.json`,
      `longview-${dump?.id}-texts.ids`,
    ].toSorted(),
  )
  const again = await commandInProcess(['dump'], environment)
  assert.match(again.stdout, new RegExp(`^made at[^\\n]*\\n[^\\n]*longview-${dump?.id}-records`, 'u'))
  const off = await commandInProcess(['dump', '--list'], { ...environment, DUMPS: 'off' })
  assert.notEqual(off.code, 0)
  assert.match(off.stderr, /DUMPS/u)
})

const documents = [
  { id: 'wing', title: 'Wings', text: 'A wing in a slipstream.' },
  { id: 'heat', title: 'Heat', text: '' },
]
const queries = [
  { id: '1', text: 'slipstream wings' },
  { id: '2', text: 'zzyzx' },
  { id: '3', text: 'not judged' },
]

const judgedFolder = async (corpus: ProcessCorpus, judgements: string): Promise<string> => {
  await mkdir(join(corpus.folder, 'judged'))
  await corpus.file('judged/queries.jsonl', queries)
  await corpus.file('judged/qrels.tsv', judgements)
  return join(corpus.folder, 'judged')
}

describe('longview evaluate', () => {
  test('judged documents are searched in a corpus of their own', async (t) => {
    const corpus = await processCorpus(t)
    const folder = await judgedFolder(corpus, '1\twing\t2\n2\theat\t1\n')
    await corpus.file('judged/docs.jsonl', documents)
    const { medianMs, ...figures } = await corpus.json<Record<string, number>>('evaluate', folder)
    const shares = { ndcg10: 0.5, recall20: 0.5, recall100: 0.5, mrr: 0.5, empty: 0.5, weak20: 0 }
    assert.deepEqual(figures, { queries: 2, ...shares, strong: 0.5 })
    assert.ok((medianMs ?? -1) >= 0)
    const { stdout } = await corpus.run('evaluate', folder)
    assert.match(stdout, /^2 queries: nDCG@10 0\.5, .* nothing found for 50 %, median [\d.]+ ms\.\n$/u)
  })

  test('without documents the corpus itself is searched', async (t) => {
    const corpus = await processCorpus(t)
    const folder = await judgedFolder(corpus, '1\tp2\t1\n')
    const papers = [leastPaper({ id: 'p1', title: 'Heat' }), leastPaper({ id: 'p2', title: 'Slipstream of wings' })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    assert.equal((await corpus.json<{ ndcg10: number }>('evaluate', folder)).ndcg10, 1)
  })

  test('what cannot be read is named with its line', async (t) => {
    const corpus = await processCorpus(t)
    const folder = await judgedFolder(corpus, '1\twing\t2\n2 heat 1\n')
    assert.match((await corpus.run('evaluate', folder)).stderr, /qrels\.tsv, line 2: must be a query/u)
    await corpus.file('judged/qrels.tsv', '1\twing\t0\n')
    assert.match((await corpus.run('evaluate', folder)).stderr, /no query with a relevant document/u)
    await corpus.file('judged/qrels.tsv', '1\twing\t1\n')
    await corpus.file('judged/queries.jsonl', [{ id: '1' }])
    assert.match((await corpus.run('evaluate', folder)).stderr, /queries\.jsonl, line 1: text /u)
    const { code, stderr } = await corpus.run('evaluate', corpus.folder)
    assert.deepEqual([code, /must contain queries\.jsonl and qrels\.tsv/u.test(stderr)], [1, true])
  })
})
