import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'

type Interval = { value: number; low: number; high: number }
type Report = { papers: number; tested: number; vote: Record<string, Interval>; suggested: Record<string, Interval> }

const subjects = [
  { words: 'memory episodes retrieval store', chapter: 3, concepts: ['episodic memory'] },
  { words: 'audit permissions bank regulator', chapter: 7, concepts: ['permission model'] },
]

const assessed = (number: number): Record<string, unknown> => {
  const { words, ...given } = subjects[number % 2] ?? {}
  return leastPaper({
    id: `p${number}`,
    title: `Study ${number} of ${words}`,
    type: 'system',
    longHorizonScore: 0.5,
    ...given,
  })
}

const loadCorpus = async (t: Parameters<typeof processCorpus>[0]): Promise<ProcessCorpus> => {
  const corpus = await processCorpus(t)
  const papers = Array.from({ length: 12 }, (_, index) => assessed(index + 1))
  await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
  await corpus.json(
    'ingest',
    await corpus.file('new.jsonl', [leastPaper({ id: 'p50', title: 'Retrieval of episodes' })]),
  )
  return corpus
}

describe('longview assess', () => {
  let corpus: ProcessCorpus
  const closers: (() => Promise<void>)[] = []
  before(async () => {
    corpus = await loadCorpus({ after: (close) => closers.push(close) })
  })
  after(async () => {
    for (const close of closers) await close()
  })

  test('the suggestions for a paper come with their reasons, and the report measures them on the corpus', async () => {
    const { suggestions } = await corpus.json<{ suggestions: Record<string, { value: unknown; reasons: string[] }[]> }>(
      'assess',
      'p50',
    )
    assert.equal(suggestions.chapter?.[0]?.value, 3)
    assert.match(suggestions.chapter[0].reasons[0] ?? '', /^like p\d+, p\d+, p\d+$/u)
    assert.match((await corpus.run('assess', 'p50')).stdout, /^chapter +3 +like p/u)

    const report = await corpus.json<Report>('assess', '--report')
    assert.deepEqual([report.papers, report.tested], [12, 12])
    assert.deepEqual(report.suggested.chapterFirst, { value: 1, low: 1, high: 1 })
    assert.equal(report.suggested.conceptRecall?.value, 1)
    assert.equal(report.suggested.longHorizonError?.value, 0)
    assert.deepEqual(Object.keys(report.vote), Object.keys(report.suggested))
    assert.match((await corpus.run('assess', '--report')).stdout, /chapter, first +1\.000 \(1\.000–1\.000\)/u)
  })

  test('the report can read other abstracts, and only the papers that have one', async () => {
    const abstracts = [2, 3, 4].map((number) => ({
      title: String(assessed(number).title).toUpperCase(),
      abstract: 'Other words.',
    }))
    const file = await corpus.file('abstracts.jsonl', abstracts)
    assert.equal((await corpus.json<Report>('assess', '--report', '--abstracts', file)).papers, 3)
    assert.equal((await corpus.json<Report>('assess', '--report', '--papers', 'p3-p6')).papers, 4)
    const broken = await corpus.file('broken.jsonl', [...abstracts, { title: 7 }])
    assert.match(
      (await corpus.run('assess', '--report', '--abstracts', broken)).stderr,
      /broken\.jsonl, line 4: title /u,
    )
    assert.match(
      (await corpus.run('assess', '--report', '--papers', 'p900-p901')).stderr,
      /At least two papers are needed/u,
    )
    assert.match((await corpus.run('assess', 'p51')).stderr, /There is no paper p51/u)
  })

  test('many papers are assessed above a confidence, and a dry run stores nothing', async () => {
    const dry = await corpus.run('assess', '--many', 'queue', '--min-confidence', '60', '--dry-run')
    assert.match(
      dry.stdout,
      /^p50 +chapter 3 \(\d+ %\), type system \(\d+ %\), longHorizonScore 0\.5 \(\d+ %\)\nNothing was stored\./u,
    )
    const many = (...more: string[]) => corpus.json('assess', '--many', 'queue', ...more)
    assert.deepEqual(await many('--min-confidence', '60'), { proposed: 1, assessed: 1, skipped: [] })
    assert.deepEqual(await many('--min-confidence', '60'), { proposed: 0, assessed: 0, skipped: [] })
    assert.deepEqual(await corpus.json('assess', '--many', 'public', '--min-confidence', '0'), {
      proposed: 0,
      assessed: 0,
      skipped: [],
    })
    for (const wrong of [['--many', 'queue'], ['p50', '--min-confidence', '60'], ['--report', '--dry-run'], []])
      assert.equal((await corpus.run('assess', ...wrong)).code, 2, wrong.join(' '))
  })
})
