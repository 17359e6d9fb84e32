import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { plansOf, watchStatements } from '../support/database/statements.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { temporaryFolder } from '../support/files.ts'
import { fakeClock, recordingLog } from '../support/ports.ts'

test('a step of merging reads the pages of its words, not the whole index', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const statements = watchStatements(t)
  const store = await openSqliteStore(path, { clock: fakeClock(), log: recordingLog([]) })
  t.after(() => store.close())
  for (let number = 1; number <= 4; number += 1) await addPapers(store, newPaper({ id: `p${number}` }))
  while (await store.transact((tx) => tx.ranking.mergeStep()));
  const reads = statements.filter(({ sql }) => /from ranked_segments source/u.test(sql))
  assert.ok(reads.length >= 2, 'nothing was merged')
  const database = new Database(path, { readonly: true })
  t.after(() => database.close())
  for (const plan of plansOf(database, reads)) {
    assert.match(plan, /SEARCH (?:page|further) USING PRIMARY KEY \(segment=\? AND term>\?/u)
    assert.doesNotMatch(plan, /SCAN (?:page|further|ranked_)/u)
  }
})
