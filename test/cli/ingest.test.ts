import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { generatedPapers } from '../support/generated/generated-papers.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { ingest, line, stored, type Report } from '../support/process/ingest-command.ts'

describe('longview ingest', { concurrency: 2 }, () => {
  test('stores papers for review, or public at once with --accept', async (t) => {
    const corpus = await processCorpus(t)
    const first = await ingest(corpus, [leastPaper({ id: 'p1' })])
    assert.deepEqual(first, {
      code: 0,
      report: { read: 1, stored: 1, unchanged: 0, enriched: 0, refused: 0 },
      refusals: [],
    })
    const second = await ingest(corpus, [leastPaper({ id: 'p2' }), leastPaper({ id: 'p3' })], '--accept')
    assert.deepEqual(second, {
      code: 0,
      report: { read: 2, stored: 2, unchanged: 0, enriched: 0, refused: 0 },
      refusals: [],
    })
    assert.deepEqual(stored(corpus), [
      ['p1', 'pending'],
      ['p2', 'accepted'],
      ['p3', 'accepted'],
    ])
  })

  test('takes every field of the contract, the full text and the type', async (t) => {
    const corpus = await processCorpus(t)
    const paper = wholePaper({ type: 'benchmark', fullText: 'First line.\n\nSecond – line.' })
    assert.equal((await ingest(corpus, [paper], '--accept')).code, 0)
    const server = await corpus.serveHere()
    const shown = (await (await fetch(`${server.url}/api/papers/p1`)).json()) as { paper: Record<string, unknown> }
    const { type, ...inContract } = paper
    assert.deepEqual(shown.paper, inContract)
    const detail = (await (await fetch(`${server.url}/api/v1/papers/p1`)).json()) as { type: string }
    assert.equal(detail.type, type)
    const byType = (await (await fetch(`${server.url}/api/v1/papers?type=benchmark`)).json()) as { total: number }
    assert.equal(byType.total, 1)
    await server.stop()
  })

  test('without --json it closes with a sentence', async (t) => {
    const corpus = await processCorpus(t)
    const file = await corpus.file('papers.jsonl', `${line(leastPaper())}nonsense\n`)
    const { code, stdout } = await corpus.run('ingest', file)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: 'Read 2: 1 stored, 0 unchanged, 1 refused.\n' })
  })

  test('a second run changes nothing, also after a decision', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [wholePaper({ id: 'p1', fullText: 'Text.' }), leastPaper({ id: 'p2' }), leastPaper({ id: 'p3' })]
    await ingest(corpus, papers)
    await corpus.json('review', 'accept', 'p1')
    await corpus.json('review', 'reject', 'p2', '--note', 'No.')
    const again = await ingest(corpus, papers)
    assert.deepEqual(again, {
      code: 0,
      report: { read: 3, stored: 0, unchanged: 3, enriched: 0, refused: 0 },
      refusals: [],
    })
    const accepting = await ingest(corpus, papers, '--accept')
    assert.deepEqual(
      accepting.report,
      { read: 3, stored: 1, unchanged: 2, enriched: 0, refused: 0 },
      'only the one that still waits',
    )
    assert.deepEqual(stored(corpus), [
      ['p1', 'accepted'],
      ['p2', 'rejected'],
      ['p3', 'accepted'],
    ])
  })

  test('a used id with other content is refused, in the file and in the corpus', async (t) => {
    const corpus = await processCorpus(t)
    const first = leastPaper({ id: 'p1' })
    const other = leastPaper({ id: 'p1', title: 'Another title' })
    const { code, report, refusals } = await ingest(corpus, [first, other, first])
    assert.deepEqual([code, report], [1, { read: 3, stored: 1, unchanged: 1, enriched: 0, refused: 1 }])
    assert.deepEqual(refusals, ['line 2: id: p1 is used by a paper with other content'])
    const again = await ingest(corpus, [other])
    assert.deepEqual([again.code, again.refusals], [1, ['line 1: id: p1 is used by a paper with other content']])
    type Shown = { paper: { title: string } }
    assert.equal((await corpus.json<Shown>('review', 'show', 'p1')).paper.title, first.title)
  })

  test('an interrupted run says so, reports what is stored, and the next run goes on', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('migrate')
    const { child, ended } = corpus.launch('ingest', '-', '--json', '--accept')
    const papers = generatedPapers(1, 300)
    for (const paper of papers.slice(0, 200)) child.stdin.write(line(paper))
    const count = (): unknown =>
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM papers').pluck().get())
    while (count() === 0) await pause(1)
    child.kill('SIGINT')
    // The input stays open and goes on: only the signal ends the command.
    const feeding = setInterval(() => child.stdin.write(line(papers[200] ?? {})), 10)
    t.after(() => clearInterval(feeding))
    const { code, stdout, stderr } = await ended
    assert.equal(code, 130)
    assert.match(stderr, /Interrupted: what is reported is stored; run the same command again to go on\./u)
    const report = JSON.parse(stdout) as Report
    assert.equal(report.stored, count())
    const again = await ingest(corpus, papers, '--accept')
    assert.deepEqual(again.report, {
      read: 300,
      stored: 300 - report.stored,
      unchanged: report.stored,
      enriched: 0,
      refused: 0,
    })
  })
})
