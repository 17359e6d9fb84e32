import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { scheduleDecision } from '#actions/scheduled-decisions.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { testRunner, fakeClock, recordingLog } from '../support/ports.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'

/** An editor decides, as the console of a process that ends right after would let them. */
const decideAndEnd = async ({ path }: ProcessCorpus, id: string, at: string): Promise<void> => {
  const clock = fakeClock(at)
  const store = await openSqliteStore(path, { clock, log: recordingLog([]) })
  const run = await testRunner({ store, clock })
  await run(scheduleDecision, { id, event: 'accept', note: null, actor: 'editor:e1', version: 1 })
  await store.close()
}

const untilStatus = async (url: string, status: number): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if ((await fetch(url)).status === status) return
    await pause(100)
  }
  assert.fail(`${url} was never answered ${status}`)
}

test('a decision outlives the process that took it: the next server lets it take effect when it is due', async (t) => {
  const corpus = await processCorpus(t)
  const papers = ['p1', 'p2'].map((id) => leastPaper({ id, title: `Title of ${id}` }))
  await corpus.json('ingest', await corpus.file('a.jsonl', papers))
  const now = Date.now()
  await decideAndEnd(corpus, 'p1', new Date(now - 60_000).toISOString())
  await decideAndEnd(corpus, 'p2', new Date(now + 3_600_000).toISOString())
  const first = await corpus.serve()
  await untilStatus(`${first.url}/api/papers/p1`, 200)
  assert.equal((await fetch(`${first.url}/api/papers/p2`)).status, 404)
  assert.equal(await first.stop(), 0)
  const steps = corpus.inspect((database) =>
    database.prepare("SELECT actor FROM review_steps WHERE state = 'accepted'").pluck().all(),
  )
  assert.deepEqual(steps, ['editor:e1'])
  assert.equal(
    corpus.inspect((database) => database.prepare('SELECT count(*) FROM pending_decisions').pluck().get()),
    1,
  )
})
