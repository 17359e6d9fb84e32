import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { budget } from '../support/budgets.ts'
import { generatedPapers, leastPaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

const INGESTED = budget('papersIngestedBesideServer')
const INGESTED_FROM = 1_000_000
const CLIENTS = 3
const KEYS = 60
const PER_KEY = 100
/** The share of an ingest's transactions that may pass while one request waits: at most, and usually. */
const [LONGEST, USUAL] = [1 / 2, 1 / 10]

type TimedResponse = { status: number; passed: number }

/** How many transactions of the ingest passed while a request waited. */
const figures = (all: readonly TimedResponse[]): { half: number; longest: number; text: string } => {
  const sorted = all.map(({ passed }) => passed).toSorted((a, b) => a - b)
  const [half, longest] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
  return {
    half,
    longest,
    text: `${all.length}; half of them waited for ${half} transactions at most, all for ${longest}`,
  }
}

test('submissions and reads go on while more than a thousand papers are ingested', async (t) => {
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

  const database = new Database(corpus.path, { readonly: true })
  const stored = database.prepare("SELECT count(*) FROM audit_log WHERE act = 'papers.ingest'").pluck()
  const transactions = (): number => stored.get() as number
  t.after(() => database.close())
  const watched = async (ask: () => Promise<Response>): Promise<TimedResponse> => {
    const before = transactions()
    for (;;) {
      const response = await ask()
      await response.arrayBuffer()
      // The server gives up waiting for the writer after some seconds, which on a slow machine is soon: not for us.
      if (response.status !== 503) return { status: response.status, passed: transactions() - before }
    }
  }

  let over = false
  const allTheTime = async (ask: () => Promise<Response>): Promise<TimedResponse[]> => {
    const responses: TimedResponse[] = []
    for (;;) {
      if (over || submitted >= KEYS * PER_KEY) return responses
      responses.push(await watched(ask))
      // As people do who submit one after the other, rather than as fast as the machine allows.
      await pause(5)
    }
  }
  await watched(submit)
  const submitting = Array.from({ length: CLIENTS }, () => allTheTime(submit))
  const searching = allTheTime(search)
  const ingest = await corpus.json<Record<string, number>>('ingest', file, '--accept')
  over = true
  const submissions = (await Promise.all(submitting)).flat()
  const searches = await searching
  const written = figures(submissions)
  const read = figures(searches)
  const all = transactions()
  t.diagnostic(`${INGESTED} papers ingested in ${all} transactions beside the server`)
  t.diagnostic(`submissions: ${written.text}`)
  t.diagnostic(`searches: ${read.text}`)

  assert.deepEqual(ingest, { read: INGESTED, stored: INGESTED, unchanged: 0, enriched: 0, refused: 0 })
  assert.ok(submissions.length > 3 * all, `only ${submissions.length} were submitted during ${all} transactions`)
  assert.deepEqual([...new Set(submissions.map(({ status }) => status))], [201])
  assert.deepEqual([...new Set(searches.map(({ status }) => status))], [200])
  assert.ok(written.longest <= LONGEST * all, `a submission waited for ${written.longest} of ${all} transactions`)
  assert.ok(written.half <= USUAL * all, `every other submission waited for ${written.half} and more`)
  assert.ok(read.longest <= LONGEST * all, `a search waited for ${read.longest} of ${all} transactions`)
  assert.equal(await server.stop(), 0)
  const counts = corpus.inspect((database) =>
    database.prepare('SELECT state, count(*) FROM papers GROUP BY state ORDER BY state').raw().all(),
  )
  assert.deepEqual(counts, [
    ['accepted', INGESTED],
    ['pending', submitted],
  ])
})
