import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordStatements, watchStatements } from '../support/database/statements.ts'
import { AT } from '../support/database/stored.ts'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const PAPERS = 450
/** Papers whose words are counted, or whose rows are read, in one turn of the event loop. */
const MAX_AT_ONCE = 200

const paperOf = (number: number, concept: string) =>
  leastPaper({ id: `p${number}`, title: `Paper ${number} of many`, concepts: [concept] })

test('a concept of many papers is merged in batches', async (t) => {
  const statements = watchStatements(t)
  const service = await startTestService(t)
  const written = recordStatements(t)
  await service.accept(...Array.from({ length: PAPERS }, (_, index) => paperOf(index + 1, 'Recall of episodes')))
  await service.accept(paperOf(PAPERS + 1, 'Episodic memory'))
  statements.length = 0
  written.length = 0
  const [from, into] = ['recall-of-episodes', 'episodic-memory']
  const merged = await service.store.transact((tx) => tx.concepts.merge(from, into, { actor: 'test', at: AT }))
  assert.equal(merged, PAPERS)
  for (const { sql, rows } of statements) assert.ok(rows <= MAX_AT_ONCE, `${rows} rows of ${sql}`)
  const segments = written.filter((sql) => sql.startsWith('insert into "ranked_segments"')).length
  assert.ok(segments >= (2 * PAPERS) / MAX_AT_ONCE, `${segments} segments`)
  const papers = await service.store.public.related.conceptPapers(into, null, 500)
  assert.equal(papers.papers.length, PAPERS + 1)
  assert.equal(await service.store.public.related.conceptTimeline(from), null)
})
