import assert from 'node:assert/strict'
import { after } from 'node:test'
import { undoSession, closeSession, openSession, undoStep } from '#actions/ingest-sessions.ts'
import { dismissCandidate } from '#actions/candidates.ts'
import { patchPaper } from '#actions/papers.ts'
import type { RunAction } from '#actions/run-action.ts'
import { isLiveKey, hashSecret } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import type { IngestChunk } from '#core/imports/ingest-session.ts'
import { openContentReader } from '#imports/content-reader.ts'
import { ingestChunk } from '#imports/ingest-chunk.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { testRunner, fakeClock } from '../support/ports.ts'
import { createHash } from 'node:crypto'

const clock = fakeClock('2026-11-22T10:00:00.000Z')
const until = new Date('2026-11-29T10:00:00.000Z')

/** In RIS: a process reads each chunk, and loads least for this form. */
const risRecord = (title: string, tags: readonly string[]): string =>
  ['TY  - JOUR', `TI  - ${title}`, 'PY  - 2025', ...tags, 'ER  - '].map((line) => `${line}\n`).join('')
const entry = (n: number, ...more: string[]): string =>
  risRecord(`A study of the kind ${n} of agents at work`, [`AU  - Author${n}, Ada`, `DO  - 10.1000/s.${n}`, ...more])
const entries = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => entry(from + index)).join('')

const contentReader = openContentReader()
after(() => contentReader.close())

/** A session, and what sends chunks to it; `run` may be one that dies on the way. */
const opened = async (
  store: Store,
  { maxRecords = 1_000, runner }: { maxRecords?: number; runner?: RunAction } = {},
) => {
  const run = runner ?? (await testRunner({ store, clock }))
  const { session, key } = await run(openSession, { label: 'november', maxRecords, until, actor: 'cli' })
  const { id: keyId = '' } = (await store.private.keys.findByHash(hashSecret(key))) ?? {}
  const send = (chunk: number, text: string, by: RunAction = run): Promise<IngestChunk> => {
    const bytes = Buffer.from(text)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const about = { sessionId: session.id, chunk, bytes, digest, given: null, firstLine: 1 }
    const ports = { store, run: by, clock, contentReader }
    return ingestChunk(ports, { ...about, place: 'a.ris', actor: `key:${keyId}`, batchSize: 1 })
  }
  return { run, send, id: session.id, keyId }
}

const undone = async (run: RunAction, id: string): Promise<void> => {
  await run(undoSession, { id, actor: 'cli' })
  while (await run(undoStep, id));
}

const refusesWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a chunk is taken once, and answers the same however often it comes', async (store) => {
    const { run, send, id, keyId } = await opened(store)
    const text = entries(1, 12) + risRecord('No authors', [])
    const first = await send(1, text)
    const { read, stored, refused } = first.counts
    assert.deepEqual([read, stored, refused, first.last], [13, 12, 1, 1])
    assert.deepEqual(await send(1, text), first)
    const again = await send(3, entries(8, 10))
    assert.deepEqual([again.counts.stored, again.counts.unchanged, again.last], [5, 5, 1], 'the second is missing')
    assert.equal((await send(2, entries(41, 1))).last, 3)
    await assert.rejects(send(1, entries(90, 1)), refusesWith('idempotency_key_reused'))
    const { counts, last } = (await store.private.ingestion.find(id)) ?? {}
    assert.deepEqual([counts?.read, counts?.stored, counts?.unchanged, last], [24, 18, 5, 3])
    assert.deepEqual(await store.private.ingestion.countPending(id, 0, 1_000), { count: 18, next: null })
    const refusals = await store.private.ingestion.listRefusals(id, null, 10)
    assert.deepEqual(
      refusals.map(({ chunk, number, position }) => [chunk, number, position]),
      [[1, 13, 'line 73']],
    )
    await run(closeSession, { id, actor: 'cli' })
    const key = await store.private.keys.find(keyId)
    assert.ok(key !== null && !isLiveKey(key, clock.now()))
    await assert.rejects(send(9, entries(95, 1)), refusesWith('wrong_state'))
  })

  contract('each record is taken once, even if client or server is killed within a chunk', async (store) => {
    const { run, send, id } = await opened(store)
    const text = entries(1, 25)
    const killedAt = (step: number): RunAction => {
      let steps = 0
      return (action, input) => {
        steps += 1
        return steps > step ? Promise.reject(new Error('killed')) : run(action, input)
      }
    }
    const died: number[] = []
    for (let step = 1; step <= 6; step += 1) {
      await assert.rejects(send(1, text, killedAt(step)), /killed/u)
      died.push((await store.private.ingestion.find(id))?.counts.read ?? 0)
    }
    assert.ok(new Set(died).size > 2, `died at ${died.join(', ')}`)
    const { counts, finishedAt } = await send(1, text)
    assert.ok(finishedAt !== null)
    assert.deepEqual([counts.read, counts.stored, counts.unchanged], [25, 25, 0])
    assert.deepEqual(await store.private.ingestion.countPending(id, 0, 1_000), { count: 25, next: null })
  })

  contract('two who send the same chunk at once store it once', async (store) => {
    const { send, id } = await opened(store)
    const text = entries(1, 15)
    const sent = await Promise.allSettled([send(1, text), send(1, text)])
    assert.ok(sent.some(({ status }) => status === 'fulfilled'))
    for (const one of sent) if (one.status === 'rejected') assert.equal(one.reason.code, 'request_in_progress')
    const { counts } = await send(1, text)
    assert.deepEqual([counts.read, counts.stored], [15, 15])
    assert.deepEqual(await store.private.ingestion.countPending(id, 0, 1_000), { count: 15, next: null })
  })

  contract('a session accepts no more records than it was opened for', async (store) => {
    const { send, id } = await opened(store, { maxRecords: 5 })
    const { counts } = await send(1, entries(1, 8))
    assert.deepEqual([counts.read, counts.stored, counts.refused], [8, 5, 3])
    await assert.rejects(send(2, entries(9, 1)), refusesWith('wrong_state'))
    assert.equal((await store.private.ingestion.listRefusals(id, { chunk: 1, number: 7 }, 10)).length, 1)
  })

  contract('undoing a session takes back its candidates, but none that others brought or decided on', async (store) => {
    const { run, send, id } = await opened(store)
    const other = await opened(store, { runner: run })
    await send(1, '10.1000/alone\n10.1000/dismissed\n10.1000/shared\n10.1000/twice\n')
    await send(2, '10.1000/twice\n')
    await other.send(1, '10.1000/shared\n10.1000/theirs\n')
    const named = (doi: string) => store.private.candidates.findByIdentifiers({ doi, arxivId: null })
    const [dismissed] = await named('10.1000/dismissed')
    await run(dismissCandidate, { id: dismissed?.id ?? 0, actor: 'editor:e' })
    await undone(run, id)
    const left = await store.private.candidates.listNewest(null, 10)
    const dois = left.map(({ doi }) => doi ?? '').toSorted((a, b) => (a < b ? -1 : 1))
    assert.deepEqual(dois, ['10.1000/shared', '10.1000/theirs'])
    assert.equal((await named('10.1000/dismissed'))[0]?.state, 'dismissed')
    const { counts } = await other.send(2, '10.1000/alone\n10.1000/dismissed\n')
    assert.deepEqual([counts.read, counts.unchanged], [2, 1], 'what was undone can come in again')
  })

  contract('undoing looks at each paper and each record once, a few at a time', async (store) => {
    const { run, send, id, keyId } = await opened(store)
    await send(1, entries(1, 12))
    const { next, ...some } = await store.private.ingestion.countPending(id, 0, 7)
    assert.deepEqual(some, { count: 7 })
    assert.deepEqual(await store.private.ingestion.countPending(id, next ?? 0, 7), { count: 5, next: null })
    await run(patchPaper, { id: 'p2', change: (paper) => ({ ...paper, year: 2024 }), version: null, actor: 'editor:e' })
    const remove = () => store.transact((tx) => tx.ingestion.removePapers(id, `key:${keyId}`, 5))
    assert.deepEqual(await remove(), { removed: 5, isAll: false })
    assert.deepEqual(await remove(), { removed: 5, isAll: false })
    assert.deepEqual(await remove(), { removed: 1, isAll: true })
    assert.deepEqual(await remove(), { removed: 0, isAll: true })
    assert.deepEqual(await store.private.ingestion.countPending(id, 0, 7), { count: 1, next: null })
    const other = await opened(store, { runner: run })
    await other.send(1, Array.from({ length: 3 }, (_, n) => entry(2, `PB  - Press ${n}`)).join(''))
    const trace = () => store.transact((tx) => tx.ingestion.listEnrichments(other.id, 2))
    const [first, second, third] = [await trace(), await trace(), await trace()]
    assert.deepEqual(
      [first, second, third].map(({ enrichments, isAll }) => [enrichments.length, isAll]),
      [
        [2, false],
        [1, true],
        [0, true],
      ],
    )
    assert.equal(new Set([...first.enrichments, ...second.enrichments].map(({ source }) => source)).size, 3)
  })

  contract('a session is undone whole, except for what somebody worked on', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p501', title: 'A study of the kind 1 of agents at work', doi: '10.1000/s.1' }),
    )
    await addPapers(store, newPaper({ id: 'p502', title: 'Another study', doi: '10.1000/s.2' }, 'pending'))
    const { run, send, id } = await opened(store)
    const text = entry(1, 'PB  - Press') + entry(2, 'PB  - Press') + entries(3, 52)
    const { counts } = await send(1, text)
    assert.deepEqual([counts.stored, counts.enriched, counts.proposed], [52, 1, 1])
    const [kept = ''] = (
      await store.private.queue.list(
        { state: 'pending', submittedBy: null, session: id, maxRisk: null },
        { order: 'age', after: null, limit: 1 },
      )
    ).papers.map((paper) => paper.id)
    await run(patchPaper, { id: kept, change: (paper) => ({ ...paper, year: 2024 }), version: null, actor: 'editor:e' })
    await undone(run, id)
    const session = await store.private.ingestion.find(id)
    assert.deepEqual([session?.state, session?.removed], ['undone', 51])
    assert.deepEqual(await store.private.ingestion.countPending(id, 0, 1_000), { count: 1, next: null })
    const after = await store.private.papers.findByIds(['p502', kept])
    assert.deepEqual([after.get('p502')?.publisher, after.get(kept)?.year], [null, 2024])
    assert.deepEqual(await store.private.imports.listProposals('open', null, 10), [])
    const again = await opened(store, { runner: run })
    const { counts: back } = await again.send(1, text)
    assert.deepEqual([back.stored, back.unchanged, back.enriched, back.proposed], [51, 1, 1, 1])
  })
}
