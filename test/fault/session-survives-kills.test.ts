import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { budget } from '../support/budgets.ts'
import { freePort } from '../support/free-port.ts'
import { seededRandom, testSeed } from '../support/generated/random.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'

const KILLS = budget('sessionKills')
/** Between two kills at most this many records are waited for. */
const MAX_BETWEEN = 30
/** Several times what is waited for: the server goes on until the kill, however long this process is kept from it. */
const RECORDS = 8 * MAX_BETWEEN * KILLS
const PATIENCE_MS = 120_000

const entry = (n: number): string =>
  `@misc{a${n}, title={Report ${n} on agents at work}, author={Ada Author${n}}, year=2025, doi={10.1000/k.${n}}}\n`

const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Waits until the session has taken more than this number of records. @returns how many it has */
const takenBeyond = async (corpus: ProcessCorpus, count: number): Promise<number> => {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(10)) {
    const taken = corpus.inspect((database) =>
      database.prepare('SELECT records_read FROM ingest_sessions').pluck().get(),
    ) as number
    if (taken > count) return taken
  }
  throw new Error(`the session has no more than ${count} records`)
}

test('records that go to a session through kills of server and client are taken once each', async (t) => {
  const corpus = await processCorpus(t)
  const PORT = String(await freePort())
  let server = await corpus.serve({ PORT })
  const { key, id } = await corpus.json<{ key: string; id: string }>('sessions', 'open', '--label', 'november')
  const file = await corpus.file('crawl.bib', Array.from({ length: RECORDS }, (_, index) => entry(index)).join(''))
  const command = ['ingest', file, '--to', server.url, '--key-file', await corpus.file('key', key), '--json']

  let client = corpus.launch(...command)
  const seed = testSeed()
  const random = seededRandom(seed)
  const killedAt: number[] = []
  for (let number = 1; number <= KILLS; number += 1) {
    killedAt.push(await takenBeyond(corpus, (killedAt.at(-1) ?? 0) + random.between(0, MAX_BETWEEN)))
    const takesClient = number % 2 === 0
    if (takesClient) await kill(client.child)
    await kill(server.child)
    server = await corpus.serve({ PORT })
    if (takesClient && number < KILLS) client = corpus.launch(...command)
  }
  const { code, stdout } = await corpus.run(...command)
  t.diagnostic(
    `seed ${seed}: killed the server ${KILLS} times, at ${killedAt.join(', ')} of ${RECORDS} records, every other time with the client`,
  )

  assert.ok((killedAt.at(-1) ?? 0) < RECORDS, 'it was over before the last kill')
  const counts = { read: RECORDS, stored: RECORDS, unchanged: 0, enriched: 0, refused: 0 }
  assert.deepEqual([code, JSON.parse(stdout)], [0, counts])
  const stored = corpus.inspect((database) => [
    database.prepare('SELECT count(*) FROM papers').pluck().get(),
    database.prepare('SELECT count(DISTINCT doi) FROM papers').pluck().get(),
    database.prepare('SELECT count(*) FROM paper_checks WHERE ingest_session = ?').pluck().get(id),
  ])
  assert.deepEqual(stored, [RECORDS, RECORDS, RECORDS])
})
