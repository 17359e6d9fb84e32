import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { BULK_BATCH } from '#imports/import-source.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { budget } from '../support/budgets.ts'
import { generatedPapers } from '../support/service/papers.ts'
import type { Serving } from '../support/process/longview-process.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { testSeed, seededRandom, type Random } from '../support/generated/random.ts'
import { sendOnce, submitAllTheTime, type Address, type Outcome } from '../support/service/submitter.ts'

const CYCLES = budget('serverKills')
const CLIENTS = 8
/** More than a client uses up: one without a key would stop, and with the last of them no server would be killed any more. */
const KEYS_A_CLIENT = 2 * CYCLES
const IDS_A_CLIENT = 1_000_000
const INGESTS = budget('ingestKills')
const INGEST_EVERY = Math.floor(CYCLES / INGESTS)
const INGESTED_FROM = 100_000_000
/** Papers of each ingest: two transactions, so that it still runs when it is killed after the first. */
const INGESTED = 2 * BULK_BATCH
/** As long as such a transaction takes with all that is done before it, so that a kill hits any part of it. */
const TRANSACTION_MS = 200
/** The least and the most submissions that are answered before a server is killed. */
const [MIN_ANSWERS, MAX_ANSWERS] = [2, 40]

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
  { random, files, responses }: { random: Random; files: readonly string[]; responses: EventEmitter },
): Crashing => {
  const ingested = (): number =>
    corpus.inspect((database) => count(database, "SELECT count(*) FROM papers WHERE state = 'accepted'"))
  let before = 0
  let running = Promise.withResolvers<string>()
  const cycle = async (number: number): Promise<void> => {
    const file = number % INGEST_EVERY === 0 ? files[number / INGEST_EVERY - 1] : undefined
    const ingest = file === undefined ? null : corpus.launch('ingest', file, '--accept')
    const server = await corpus.serve()
    running.resolve(server.url)
    for (let left = random.between(MIN_ANSWERS, MAX_ANSWERS); left > 0; left -= 1) await once(responses, 'answer')
    while (ingest !== null && ingest.child.exitCode === null && ingested() <= before) await pause(5)
    before = ingested()
    await pause(random.between(0, ingest === null ? 20 : TRANSACTION_MS))
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

  const responses = database.prepare('SELECT key, body FROM idempotency_keys ORDER BY key').raw().all()
  const bodies = stored.map(({ idempotencyKey, reply }) => [idempotencyKey, reply.body])
  assert.deepEqual(
    responses,
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

test('every acknowledged submission is stored once, however often the server is killed', async (t) => {
  const seed = testSeed()
  t.diagnostic(`seed ${seed} (TEST_SEED repeats its choices)`)
  const corpus = await processCorpus(t)
  const apiKeys = await corpus.keys(CLIENTS * KEYS_A_CLIENT)
  const folder = join(corpus.folder, 'ingested')
  await mkdir(folder)
  const files: string[] = []
  for (let number = 0; number < INGESTS; number += 1) {
    const papers = generatedPapers(INGESTED_FROM + number * INGESTED, INGESTED)
    files.push(await corpus.file(join('ingested', `papers-${number}.jsonl`), papers))
  }

  const responses = new EventEmitter()
  const { address, survivor } = crashAgainAndAgain(corpus, { random: seededRandom(seed), files, responses })
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
  report(t, outcomes, INGESTS)

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

  const ingest = await corpus.json<Record<string, number>>('ingest', folder, '--accept')
  const [read, unchanged] = [INGESTS * INGESTED, ingest.unchanged ?? 0]
  t.diagnostic(`of ${read} lines the killed ingests had stored ${unchanged}`)
  assert.ok(unchanged > 0, 'no ingest had got as far as to store anything')
  assert.equal(unchanged % BULK_BATCH, 0, 'a transaction was stored in part')
  assert.deepEqual(ingest, { ...ingest, read, stored: read - unchanged, refused: 0 })
  corpus.inspect(checkDatabase)
})
