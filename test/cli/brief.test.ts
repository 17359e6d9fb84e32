import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { assertRefused } from '../support/process/command-line.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

const brief = (given: { week?: string; featured?: string; take?: string } = {}): string =>
  [
    '---',
    `week: ${given.week ?? 'Week 46, 2026'}`,
    'title: What checkpoints cost',
    'published: 2026-11-13',
    `featured: ${given.featured ?? 'p1'}`,
    '---',
    '',
    '## Summary',
    '',
    'Two papers measure it.',
    '',
    '## House take',
    '',
    given.take ?? 'Measure before you save.',
    '',
  ].join('\n')

describe('longview brief', { concurrency: 2 }, () => {
  test('a draft of this week lists what was accepted, the best first, and stores nothing', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [leastPaper({ id: 'p1' }), wholePaper({ id: 'p2', title: 'The best one' }), leastPaper({ id: 'p3' })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers))
    await corpus.json('review', 'accept', 'p1')
    await corpus.json('review', 'accept', 'p2')
    const { code, stdout } = await corpus.run('brief', 'draft')
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^---\nweek: Week \d{1,2}, \d{4}\ntitle: .+\npublished: \d{4}-\d{2}-\d{2}\nfeatured: p2, p1\n---\n/u,
    )
    assert.match(stdout, /\nAccepted this week: 2 papers\.\n\n- The best one \(2025, chapter 4; p2\)\n- /u)
    assert.doesNotMatch(stdout, /p3/u)
    assert.equal(
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM briefs').pluck().get()),
      0,
    )
  })

  test('a draft can be published unchanged', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    const draft = (await corpus.run('brief', 'draft')).stdout
    const { code, stdout } = await corpus.run('brief', 'publish', await corpus.file('draft.md', draft))
    assert.equal(code, 0)
    assert.match(stdout, /^\d{4}-w\d{2} is published; it cannot be changed any more\.\n$/u)
  })

  test('a draft of another week says that nothing was accepted in it', async (t) => {
    const corpus = await processCorpus(t)
    const { code, stdout } = await corpus.run('brief', 'draft', '--week', '2020-w01')
    assert.equal(code, 0)
    assert.match(stdout, /^---\nweek: Week 1, 2020\n/u)
    assert.match(stdout, /No paper was accepted this week\./u)
  })

  test('a published brief is the latest at once, in a server that runs', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    const server = await corpus.serveHere()
    const latest = (): Promise<Response> => fetch(`${server.url}/api/v1/briefs/latest`)
    assert.equal((await latest()).status, 404)
    const published = await corpus.json('brief', 'publish', await corpus.file('brief.md', brief()))
    assert.deepEqual(published, { id: '2026-w46', published: true })
    assert.deepEqual(await (await latest()).json(), {
      week: 'Week 46, 2026',
      title: 'What checkpoints cost',
      summary: 'Two papers measure it.',
      houseTake: 'Measure before you save.',
      featuredPapers: ['p1'],
    })
    await server.stop()
  })

  test('a week is published once: the second brief is refused and the first one stays', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    await corpus.json('brief', 'publish', await corpus.file('brief.md', brief()))
    const changed = await corpus.file('changed.md', brief({ take: 'Something else.' }))
    for (const file of [join(corpus.folder, 'brief.md'), changed])
      assertRefused(
        await corpus.run('brief', 'publish', file),
        /The brief 2026-w46 is published; a published brief never changes\./u,
      )
    const takes = corpus.inspect((database) => database.prepare('SELECT take FROM briefs').pluck().all())
    assert.deepEqual(takes, ['Measure before you save.'])
    const next = await corpus.json('brief', 'publish', await corpus.file('next.md', brief({ week: 'Week 47, 2026' })))
    assert.deepEqual(next, { id: '2026-w47', published: true })
  })

  test('a brief that features a paper that is not public is refused', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]))
    const file = await corpus.file('brief.md', brief())
    assertRefused(await corpus.run('brief', 'publish', file), /There is no public paper p1 to feature\./u)
    assert.equal(
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM briefs').pluck().get()),
      0,
    )
  })

  test('a file that is not a brief is refused with its line, and a missing one in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    const mistaken = await corpus.file('mistaken.md', brief({ week: 'next week' }))
    const refused = await corpus.run('brief', 'publish', mistaken)
    assert.equal(refused.stderr, `longview: ${mistaken}:2: week must read like "Week 47, 2026"\n`)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    const missing = await corpus.run('brief', 'publish', join(corpus.folder, 'none.md'))
    assertRefused(missing, /The file .*none\.md cannot be read\./u)
  })
})
