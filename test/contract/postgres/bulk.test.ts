import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { ingestPapers } from '#actions/submissions.ts'
import { openSession, undoSession, undoStep } from '#actions/ingest-sessions.ts'
import { openContentReader } from '#imports/content-reader.ts'
import { importBytes } from '#imports/import-source.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { postgresEngine } from '../../support/database/engines.ts'
import { fakeClock, recordingLog, testRunner } from '../../support/ports.ts'
import { generatedPapers } from '../../support/service/papers.ts'

/** How many statements the work sends to PostgreSQL, each of which is a round trip. */
const statementsOf = async (t: TestContext, work: () => Promise<unknown>): Promise<number> => {
  const query = t.mock.method(Client.prototype, 'query')
  await work()
  const count = query.mock.callCount()
  query.mock.restore()
  return count
}

const FEW = 20
const MANY = 200

test('papers, records and undoing take few statements for each paper of a batch', async (t) => {
  const clock = fakeClock()
  const store = await postgresEngine.open(t, { clock, log: recordingLog([]) })
  t.after(() => store.close())
  const run = await testRunner({ store, clock })
  let first = 1
  const some = (count: number) => generatedPapers((first += 1_000), count)

  const perPaper = async (work: (count: number) => Promise<unknown>): Promise<number> => {
    const few = await statementsOf(t, () => work(FEW))
    return ((await statementsOf(t, () => work(MANY))) - few) / (MANY - FEW)
  }
  const ingested = await perPaper((count) => {
    const batch = some(count).map((paper, index) => {
      const checked = parsePaper(paper, clock.now())
      if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
      return { line: index + 1, paper: checked.value.paper }
    })
    return run(ingestPapers, { batch, state: 'accepted', actor: 'test' })
  })
  assert.ok(ingested < 0.3, `${ingested} statements for each paper`)

  const contentReader = openContentReader()
  t.after(() => contentReader.close())
  const given = { given: null, keepsText: false, place: 'a.jsonl', isDryRun: false, actor: 'test', onlyOf: null }
  const send = (count: number, session: string | null) => {
    const lines = some(count).map(({ id: _id, ...paper }) => JSON.stringify(paper))
    return importBytes(
      { store, run, clock, contentReader },
      { ...given, session, bytes: Buffer.from(lines.join('\n')) },
    )
  }
  // One looks for the same work; the others are those of a batch of 20.
  const imported = await perPaper((count) => send(count, null))
  t.diagnostic(`${ingested} and ${imported} statements for each paper`)
  assert.ok(imported < 5, `${imported} statements for each record`)

  const until = new Date(clock.now().getTime() + 86_400_000)
  const toUndo = async (count: number): Promise<number> => {
    const { session } = await run(openSession, { label: 'a', maxRecords: 1_000, until, actor: 'test' })
    await send(count, session.id)
    return statementsOf(t, async () => {
      await run(undoSession, { id: session.id, actor: 'test' })
      while (await run(undoStep, session.id));
    })
  }
  const few = await toUndo(FEW)
  const undone = ((await toUndo(MANY)) - few) / (MANY - FEW)
  t.diagnostic(`${undone} statements to undo a paper`)
  assert.ok(undone < 3, `${undone} statements to undo a paper`)
})
