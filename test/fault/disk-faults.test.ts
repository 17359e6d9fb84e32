import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { budget } from '../support/budgets.ts'
import { seededRandom, testSeed } from '../support/generated/random.ts'
import type { Serving } from '../support/process/longview-process.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { canTrace, trace } from '../support/process/strace.ts'
import { leastPaper } from '../support/service/papers.ts'

/** What a disk may do to a server that serves: be full, or fail, at any write and at any sync. */

/** Each key may send a hundred papers an hour. */
const PAPERS_A_KEY = 90
const PAPERS_A_DAY = 4
/** Ends what hangs. */
const WITHIN_MS = 240_000

type Answer = { id: string; status: number }

/** Every file of the database; the log of the server is none of them. */
const filesOf = ({ path }: ProcessCorpus): string[] => ['', '-wal', '-shm'].flatMap((end) => ['-P', `${path}${end}`])

const faults = [
  { name: 'the disk is full from a write on', calls: 'pwrite64,ftruncate,fallocate', error: 'ENOSPC', lasting: '+' },
  { name: 'one write fails', calls: 'pwrite64', error: 'EIO', lasting: '' },
  { name: 'one sync fails', calls: 'fsync,fdatasync', error: 'EIO', lasting: '' },
  { name: 'no sync succeeds from one on', calls: 'fsync,fdatasync', error: 'EIO', lasting: '+' },
] as const

const READS = ['/api/papers', '/api/health', '/api/stats', '/api/papers/p1']

/** A failure that says what to do: 507 or 503 with the form of the API and a time. */
const assertRefused = async (response: Response): Promise<void> => {
  const text = await response.text()
  assert.ok(response.status === 507 || response.status === 503, `${response.status} ${text}`)
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/u)
  const { success, error } = JSON.parse(text) as { success: boolean; error: unknown }
  assert.deepEqual([success, typeof error], [false, 'string'])
}

type Desk = { server: Serving; key: () => string; nextId: () => string }

const submit = ({ server: { url } }: Desk, key: string, id: string): Promise<Response> =>
  fetch(`${url}/api/papers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': id },
    body: JSON.stringify(leastPaper({ id, title: `Sent in the day of ${id}` })),
  })

/** What is written again after the fault, within five seconds of a quiet machine. */
const untilStored = async (desk: Desk, key: string, id: string): Promise<void> => {
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; await pause(50)) {
    const response = await submit(desk, key, id)
    const text = await response.text()
    if (response.status === 201) return
    assert.ok(response.status === 503 || response.status === 507, `${response.status} ${text}`)
  }
  assert.fail(`${id} could not be stored after the fault`)
}

const storedIds = (corpus: ProcessCorpus): Set<string> =>
  corpus.inspect((database) => new Set(database.prepare('SELECT id FROM papers').pluck().all() as string[]))

/** Submissions, each followed by a read. Reads are always answered. */
const runDay = async (desk: Desk, key: string): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let count = 0; count < PAPERS_A_DAY; count += 1) {
    const id = desk.nextId()
    const response = await submit(desk, key, id)
    answers.push({ id, status: response.status })
    if (response.status === 201) await response.arrayBuffer()
    else await assertRefused(response)
    // Each with an address of its own, so that no cached response hides that the file is read.
    const read = await fetch(`${desk.server.url}${READS[count % READS.length] ?? '/'}?read=${id}`)
    await read.arrayBuffer()
    assert.ok(read.status === 200 || read.status === 404, `a read was answered with ${read.status}`)
  }
  return answers
}

const openDesk = async (t: TestContext, rounds: number): Promise<{ corpus: ProcessCorpus; desk: Desk }> => {
  const corpus = await processCorpus(t)
  // A paper of a round is sent twice at most.
  const keys = await corpus.keys(Math.ceil((rounds * PAPERS_A_DAY * 2) / PAPERS_A_KEY) + 1)
  const server = await corpus.serve({ LOG_LEVEL: 'error' })
  let [used, id] = [0, 0]
  const key = (): string => keys[Math.floor((used += PAPERS_A_DAY) / PAPERS_A_KEY)] ?? ''
  return { corpus, desk: { server, key, nextId: () => `p${(id += 1)}` } }
}

const countCalls = async (corpus: ProcessCorpus, desk: Desk, calls: string): Promise<number> => {
  const watching = await trace(desk.server.child.pid ?? 0, [...filesOf(corpus), '-e', `trace=${calls}`])
  await runDay(desk, desk.key())
  await watching.stop()
  return watching.lines.filter((line) => /\b(?:pwrite64|ftruncate|fallocate|fsync|fdatasync)\(/u.test(line)).length
}

test('an error of the disk at any write of a day gives no false success, and all is stored once it is over', async (t) => {
  if (!canTrace()) {
    t.diagnostic('not run: strace')
    return
  }
  const [rounds, seed] = [budget('diskFaults'), testSeed()]
  const { corpus, desk } = await openDesk(t, rounds + faults.length)
  const random = seededRandom(seed)
  const calls: number[] = []
  for (const fault of faults) calls.push(await countCalls(corpus, desk, fault.calls))
  assert.ok(
    calls.every((count) => count > PAPERS_A_DAY / 2),
    `hardly any calls: ${calls.join(', ')}`,
  )

  let [refused, acknowledged] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const at = round % faults.length
    const { calls: names, error, lasting } = faults[at] ?? assert.fail()
    // First each in its turn, then by chance.
    const turn = Math.floor(round / faults.length) + 1
    const number = turn <= (calls[at] ?? 1) ? turn : random.between(1, calls[at] ?? 1)
    const inject = `inject=${names}:error=${error}:when=${number}${lasting}`
    const key = desk.key()
    const fault = await trace(desk.server.child.pid ?? 0, [...filesOf(corpus), '-e', inject])
    const answers = await runDay(desk, key)
    await fault.stop()
    const stored = storedIds(corpus)
    for (const { id, status } of answers)
      assert.equal(stored.has(id), status === 201, `${id} was answered with ${status}, ${inject}, seed ${seed}`)
    const missing = answers.filter(({ status }) => status !== 201)
    for (const { id } of missing) await untilStored(desk, key, id)
    refused += missing.length
    acknowledged += answers.length - missing.length
  }
  assert.equal(await desk.server.stop(), 0)
  corpus.inspect((database) => {
    assert.deepEqual(database.pragma('integrity_check'), [{ integrity_check: 'ok' }])
    assert.deepEqual(database.pragma('foreign_key_check'), [])
    const ids = database.prepare('SELECT count(*) - count(DISTINCT id) FROM papers').pluck().get()
    assert.equal(ids, 0)
  })
  assert.ok(refused > 0, 'no fault was noticed')
  t.diagnostic(`seed ${seed}: ${rounds} faults of the disk, in a day with ${calls.join(', ')} calls of each kind`)
  t.diagnostic(
    `${acknowledged} answered with success and stored, ${refused} refused and stored later, 0 false successes`,
  )
})

/** Reads a trace: how many answers with 201 were written, and how many of them after a sync that no answer came after. */
const readOrder = (lines: readonly string[]): { answered: number; synced: number } => {
  const totals = { answered: 0, synced: 0 }
  const begun = new Set<string>()
  let isSynced = false
  for (const line of lines) {
    const thread = /^\[pid +(?<pid>\d+)\]/u.exec(line)?.groups?.pid ?? ''
    if (/\bf(?:data)?sync\(\d+<[^>]*-wal>/u.test(line)) {
      if (line.includes('unfinished')) begun.add(thread)
      else isSynced ||= line.endsWith('= 0')
    } else if (/sync resumed>.*= 0$/u.test(line)) isSynced ||= begun.delete(thread)
    else if (line.includes('HTTP/1.1 201')) {
      totals.answered += 1
      if (isSynced) totals.synced += 1
      isSynced = false
    }
  }
  return totals
}

test('201 is sent only after the log of the database is on disk', async (t) => {
  if (!canTrace()) {
    t.diagnostic('not run: strace')
    return
  }
  const submissions = budget('submissionsWatched')
  const rounds = Math.ceil(submissions / PAPERS_A_DAY)
  const { corpus, desk } = await openDesk(t, rounds)
  const calls = ['-y', '-s', '16', '-e', 'trace=fsync,fdatasync,write,writev']
  const watching = await trace(desk.server.child.pid ?? 0, calls)
  let sent = 0
  for (let round = 0; round < rounds; round += 1)
    for (const { status } of await runDay(desk, desk.key())) if (status === 201) sent += 1
  await watching.stop()
  const { answered, synced } = readOrder(watching.lines)
  assert.equal(answered, sent)
  assert.equal(storedIds(corpus).size, sent)
  assert.equal(synced, answered)
  t.diagnostic(`${synced} submissions of ${answered} were on disk before they were answered`)
})

test('an answer before the sync, or after one that failed, is noticed', () => {
  const sync = '[pid  7] fdatasync(17</tmp/corpus.db-wal>) = 0'
  const answer = '[pid  7] write(24<socket:[1]>, "HTTP/1.1 201 Cre"..., 600) = 600'
  assert.deepEqual(readOrder([sync, answer, sync, answer]), { answered: 2, synced: 2 })
  assert.deepEqual(readOrder([sync, answer, answer, sync]), { answered: 2, synced: 1 })
  const failed = '[pid  7] fdatasync(17</tmp/corpus.db-wal>) = -1 EIO (Input/output error) (INJECTED)'
  assert.deepEqual(readOrder([failed, answer]), { answered: 1, synced: 0 })
  const other = '[pid  7] fdatasync(17</tmp/other>) = 0'
  assert.deepEqual(readOrder([other, answer]), { answered: 1, synced: 0 })
  const parts = ['[pid  7] fdatasync(17</tmp/corpus.db-wal> <unfinished ...>', '[pid  7] <... fdatasync resumed>) = 0']
  assert.deepEqual(readOrder([...parts, answer]), { answered: 1, synced: 1 })
})
