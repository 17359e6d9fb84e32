import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'

const RECORDS = 120
const PATIENCE_MS = 120_000

const entry = (n: number): string =>
  `@misc{a${n}, title={Report ${n} on agents at work}, author={Ada Author${n}}, year=2025, doi={10.1000/k.${n}}}\n`

const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Waits until the session has taken more records than so many; how many it has. */
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
  const server = await corpus.serve()
  const { port } = new URL(server.url)
  const { key, id } = await corpus.json<{ key: string; id: string }>('sessions', 'open', '--label', 'november')
  const file = await corpus.file('crawl.bib', Array.from({ length: RECORDS }, (_, index) => entry(index)).join(''))
  const command = ['ingest', file, '--to', server.url, '--key-file', await corpus.file('key', key), '--json']

  const client = corpus.launch(...command)
  const first = await takenBeyond(corpus, 0)
  await kill(server.child)
  const restarted = await corpus.serve({ PORT: port })
  const second = await takenBeyond(corpus, first)
  await kill(client.child)
  await kill(restarted.child)
  await corpus.serve({ PORT: port })
  const { code, stdout } = await corpus.run(...command)
  t.diagnostic(`killed the server at ${first} and both at ${second} of ${RECORDS} records`)

  assert.ok(second < RECORDS, 'it was over before anything was killed')
  const counts = { read: RECORDS, stored: RECORDS, unchanged: 0, enriched: 0, refused: 0 }
  assert.deepEqual([code, JSON.parse(stdout)], [0, counts])
  const stored = corpus.inspect((database) => [
    database.prepare('SELECT count(*) FROM papers').pluck().get(),
    database.prepare('SELECT count(DISTINCT doi) FROM papers').pluck().get(),
    database.prepare('SELECT count(*) FROM paper_checks WHERE ingest_session = ?').pluck().get(id),
  ])
  assert.deepEqual(stored, [RECORDS, RECORDS, RECORDS])
})
