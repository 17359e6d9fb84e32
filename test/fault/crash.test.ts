import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { hashSecret } from '#core/access/key-format.ts'
import { generatedPapers } from '../support/generated/generated-papers.ts'
import type { Serving } from '../support/process/longview-process.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { freshSeed, seededRandom, type Random } from '../support/generated/random.ts'
import { sendOnce, submitAllTheTime, type Address, type Outcome } from '../support/service/submitter.ts'

/** `CRASH_CYCLES` makes a longer run of it: no failure in n cycles bounds the rate of failures at 3/n. */
const CYCLES = Number(process.env.CRASH_CYCLES ?? 3)
const CLIENTS = 8
const KEYS_A_CLIENT = Math.ceil(CYCLES / 4)
const IDS_A_CLIENT = 1_000_000
const INGEST_EVERY = 3
const INGESTED_FROM = 100_000_000
/** So that an ingest still runs when it is killed, also late in a long run. */
const INGESTED = 400 * CYCLES
/** So many submissions are answered at the least, and at most, before a server is killed. */
const [FEWEST, MOST] = [2, 40]

const kill = async ({ child }: Pick<Serving, 'child'>): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const count = (database: Database, sql: string): number => database.prepare(sql).pluck().get() as number

type Crashing = {
  address: Address
  /** Resolves when the last server runs, with what stops that one. */
  survivor: Promise<Serving>
}

/** Starts and kills the server again and again; in some cycles an editor's `ingest` is killed beside it. */
const crashAgainAndAgain = (
  corpus: ProcessCorpus,
  { random, file, responses }: { random: Random; file: string; responses: EventEmitter },
): Crashing => {
  const ingested = (): number =>
    corpus.inspect((database) => count(database, "SELECT count(*) FROM papers WHERE state = 'accepted'"))
  let isIngested = false
  let running = Promise.withResolvers<string>()
  const cycle = async (number: number): Promise<void> => {
    const ingest = number % INGEST_EVERY === 0 ? corpus.launch('ingest', file, '--accept') : null
    const server = await corpus.serve()
    running.resolve(server.url)
    for (let left = random.between(FEWEST, MOST); left > 0; left -= 1) await once(responses, 'answer')
    // At least one of the ingests gets as far as to store something.
    while (ingest !== null && !isIngested) {
      isIngested = ingested() > 0
      await pause(5)
    }
    await pause(random.between(0, 20))
    running = Promise.withResolvers<string>()
    await Promise.all([kill(server), ingest === null ? null : kill(ingest)])
  }
  const all = async (): Promise<Serving> => {
    for (let number = 1; number <= CYCLES; number += 1) await cycle(number)
    // The clients finish what they have begun at a server that stays.
    const last = await corpus.serve()
    running.resolve(last.url)
    return last
  }
  return { address: () => running.promise, survivor: all() }
}

/** What the clients' submissions left behind, compared with the responses they got. */
const storedSubmissions = (database: Database): unknown[] =>
  database
    .prepare(
      `SELECT papers.id, papers.title, papers.state, papers.version, count(*) AS steps
       FROM papers JOIN review_steps ON review_steps.paper_seq = papers.seq
       WHERE submitted_by IS NOT NULL GROUP BY papers.seq ORDER BY papers.id`,
    )
    .all()

const checkSubmissions = (database: Database, outcomes: readonly Outcome[]): void => {
  const stored = outcomes.filter(({ reply }) => reply.status === 201)
  const expected = stored
    .map(({ paper: { id, title } }) => ({ id, title, state: 'pending', version: 1, steps: 1 }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(storedSubmissions(database), expected)

  const receipts = database.prepare('SELECT key, body FROM receipts ORDER BY key').raw().all()
  const bodies = stored.map(({ idempotencyKey, reply }) => [idempotencyKey, reply.body])
  assert.deepEqual(
    receipts,
    bodies.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

  const counted = database
    .prepare(
      `SELECT hash, count(*) FROM quota_hits JOIN api_keys ON bucket = 'submit:' || api_keys.id
       GROUP BY hash ORDER BY hash`,
    )
    .raw()
    .all()
  const byKey = Map.groupBy(stored, ({ apiKey }) => hashSecret(apiKey))
  const expectedCounts = [...byKey].map(([hash, group]) => [hash, group.length])
  assert.deepEqual(
    counted,
    expectedCounts.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )
}

/** Each attempt ended as it had to; a replay only follows an attempt that was sent before. */
const checkOutcomes = (outcomes: readonly Outcome[]): void => {
  for (const { paper, reply, wanted, unknown } of outcomes) {
    const message = `${paper.id} wanted ${wanted}, unknown ${unknown} times: ${reply.status} ${reply.body}`
    assert.ok(reply.status === wanted || (reply.status === 429 && wanted !== 400), message)
    assert.ok(!reply.replayed || unknown > 0, message)
  }
}

const checkDatabase = (database: Database): void => {
  assert.deepEqual(database.pragma('integrity_check'), [{ integrity_check: 'ok' }])
  assert.deepEqual(database.pragma('foreign_key_check'), [])
  database.prepare("INSERT INTO paper_search (paper_search, rank) VALUES ('integrity-check', 0)").run()
  const accepted = count(database, "SELECT count(*) FROM papers WHERE state = 'accepted'")
  assert.equal(count(database, 'SELECT count(*) FROM paper_search'), accepted)
  assert.equal(count(database, "SELECT sum(papers) FROM counters WHERE facet = 'scores::'"), accepted)
  assert.equal(
    count(database, 'SELECT count(*) FROM paper_search JOIN papers ON papers.rank_key = paper_search.rowid'),
    accepted,
  )
  assert.equal(
    count(database, 'SELECT count(*) FROM paper_concepts'),
    count(database, 'SELECT sum(papers) FROM concept_years'),
  )
}

/** Every response of success again, at the server that runs now: the very bytes, and nothing happens. */
const checkReplays = async (url: string, acknowledged: readonly Outcome[]): Promise<void> => {
  const left = [...acknowledged]
  const replay = async (): Promise<void> => {
    for (let outcome = left.pop(); outcome !== undefined; outcome = left.pop()) {
      const { status, body, location } = outcome.reply
      assert.deepEqual(await sendOnce(url, outcome), { status, body, location, replayed: true })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, replay))
}

const byStatus = (outcomes: readonly Outcome[]): Record<number, number> =>
  Object.fromEntries(
    Map.groupBy(outcomes, ({ reply }) => reply.status)
      .entries()
      .map(([status, group]) => [status, group.length]),
  )

const report = (t: TestContext, outcomes: readonly Outcome[], ingestsKilled: number): void => {
  const unknown = outcomes.filter((outcome) => outcome.unknown > 0)
  const found = unknown.filter(({ reply }) => reply.replayed)
  t.diagnostic(`${CYCLES} kills of the server and ${ingestsKilled} of an ingest beside it`)
  t.diagnostic(`outcomes by status: ${JSON.stringify(byStatus(outcomes))}`)
  t.diagnostic(`unknown and sent again: ${unknown.length}, of which ${found.length} had been stored before the kill`)
}

test('whatever is acknowledged is stored once, however often the server is killed', async (t) => {
  const seed = freshSeed()
  t.diagnostic(`seed ${seed} (TEST_SEED repeats its choices)`)
  const corpus = await processCorpus(t)
  const apiKeys = await corpus.keys(CLIENTS * KEYS_A_CLIENT)
  const papers = generatedPapers(INGESTED_FROM, INGESTED)
  const file = await corpus.file('papers.jsonl', papers)

  const responses = new EventEmitter()
  const { address, survivor } = crashAgainAndAgain(corpus, { random: seededRandom(seed), file, responses })
  let over = false
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    submitAllTheTime(
      address,
      {
        name: `client${index}`,
        apiKeys: apiKeys.slice(index * KEYS_A_CLIENT, (index + 1) * KEYS_A_CLIENT),
        firstId: 1 + index * IDS_A_CLIENT,
        random: seededRandom(seed + 1 + index),
        onResponse: () => responses.emit('answer'),
      },
      () => over,
    ),
  )
  const last = await survivor
  over = true
  const outcomes = (await Promise.all(clients)).flat()
  report(t, outcomes, Math.floor(CYCLES / INGEST_EVERY))

  checkOutcomes(outcomes)
  const acknowledged = outcomes.filter(({ reply }) => reply.status === 201)
  assert.ok(acknowledged.length > CYCLES, 'the server was hardly used')
  assert.ok(
    outcomes.some(({ unknown }) => unknown > 0),
    'no kill hit a request',
  )
  await checkReplays(last.url, acknowledged)
  assert.equal(await last.stop(), 0)
  corpus.inspect((database) => {
    checkDatabase(database)
    checkSubmissions(database, outcomes)
  })

  const ingest = await corpus.json<Record<string, number>>('ingest', file, '--accept')
  t.diagnostic(`of ${INGESTED} lines the killed ingests had stored ${ingest.unchanged}`)
  assert.ok((ingest.unchanged ?? 0) > 0, 'no ingest had got as far as to store anything')
  assert.deepEqual(ingest, { ...ingest, read: INGESTED, stored: INGESTED - (ingest.unchanged ?? 0), refused: 0 })
  corpus.inspect(checkDatabase)
})
