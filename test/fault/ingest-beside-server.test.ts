import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { generatedPapers } from '../support/generated-papers.ts'
import { leastPaper } from '../support/papers.ts'
import { processCorpus } from '../support/process-corpus.ts'

const INGESTED = 4_000
const INGESTED_FROM = 1_000_000
const CLIENTS = 3
const KEYS = 60
const PER_KEY = 100
const LONGEST_MS = 500
const USUAL_MS = 100

type Timed = { status: number; ms: number }

const timed = async (ask: () => Promise<Response>): Promise<Timed> => {
  const begun = performance.now()
  const response = await ask()
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begun }
}

const share = (sorted: readonly number[], part: number): number =>
  Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)

const figures = (all: readonly Timed[]): { half: number; longest: number; text: string } => {
  const sorted = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const [half, usual, most, longest] = [
    share(sorted, 0.5),
    share(sorted, 0.9),
    share(sorted, 0.99),
    Math.round(sorted.at(-1) ?? 0),
  ]
  return { half, longest, text: `${all.length}; half within ${half} ms, 90 % ${usual}, 99 % ${most}, all ${longest}` }
}

test('submissions and reads go on while thousands of papers are ingested', async (t) => {
  const corpus = await processCorpus(t)
  const apiKeys = await corpus.keys(KEYS)
  const file = await corpus.file('papers.jsonl', generatedPapers(INGESTED_FROM, INGESTED))
  const server = await corpus.serve()

  let submitted = 0
  const submit = (): Promise<Response> => {
    const apiKey = apiKeys[Math.floor(submitted / PER_KEY)] ?? ''
    submitted += 1
    return fetch(`${server.url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(leastPaper({ id: `p${submitted}`, title: `Submission ${submitted}` })),
    })
  }
  const search = (): Promise<Response> => fetch(`${server.url}/api/papers?q=checkpoints&limit=20`)

  let over = false
  const allTheTime = async (ask: () => Promise<Response>): Promise<Timed[]> => {
    const answers: Timed[] = []
    for (;;) {
      if (over || submitted >= KEYS * PER_KEY) return answers
      answers.push(await timed(ask))
      // As people do who submit one after the other, rather than as fast as the machine allows.
      await pause(5)
    }
  }
  await timed(submit)
  const submitting = Array.from({ length: CLIENTS }, () => allTheTime(submit))
  const searching = allTheTime(search)
  const begun = performance.now()
  const ingest = await corpus.json<Record<string, number>>('ingest', file, '--accept')
  const seconds = (performance.now() - begun) / 1_000
  over = true
  const submissions = (await Promise.all(submitting)).flat()
  const searches = await searching
  const written = figures(submissions)
  const read = figures(searches)
  t.diagnostic(`${INGESTED} papers ingested in ${seconds.toFixed(1)} s beside the server`)
  t.diagnostic(`submissions: ${written.text}`)
  t.diagnostic(`searches: ${read.text}`)

  assert.deepEqual(ingest, { read: INGESTED, stored: INGESTED, unchanged: 0, refused: 0 })
  assert.ok(submissions.length > 50, 'hardly anything was submitted meanwhile')
  assert.deepEqual([...new Set(submissions.map(({ status }) => status))], [201])
  assert.deepEqual([...new Set(searches.map(({ status }) => status))], [200])
  assert.ok(written.longest <= LONGEST_MS, `a submission took ${written.longest} ms`)
  assert.ok(written.half <= USUAL_MS, `every other submission took more than ${written.half} ms`)
  assert.ok(read.longest <= LONGEST_MS, `a search took ${read.longest} ms`)
  assert.equal(await server.stop(), 0)
  const counts = corpus.inspect((database) =>
    database.prepare('SELECT state, count(*) FROM papers GROUP BY state ORDER BY state').raw().all(),
  )
  assert.deepEqual(counts, [
    ['accepted', INGESTED],
    ['pending', submitted],
  ])
})
