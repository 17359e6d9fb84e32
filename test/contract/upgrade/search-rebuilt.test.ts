import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { addPapers, found, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'

/** More than the index takes at a time, and than one page of a search holds. */
const PAPERS = 700
const questions = ['agents', 'num*', '"agents number"', 'agents -7', 'title:numb*']

test('a search index that is made anew is filled again, with what is public and nothing else', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const ports = { clock: fakeClock(), log: recordingLog([]) }
  const before = await openSqliteStore(path, ports)
  const papers = Array.from({ length: PAPERS }, (_, index) =>
    newPaper({ id: `p${index + 1}`, title: `Agents, number ${index + 1}`, longHorizon: (index * 7_919) % 1_000_000 }),
  )
  await addPapers(before, ...papers)
  await addPapers(before, newPaper({ id: 'p9000', title: 'Agents, number 9000' }, 'pending'))
  const expected = await Promise.all(questions.map((question) => found(before, question)))
  assert.deepEqual(
    expected.map(({ length }) => length),
    [500, 500, 500, 500, 500],
  )
  await before.close()

  const database = new Database(path)
  // As a release would have left it that did not know this step.
  database.prepare("DELETE FROM migrations WHERE name = 'search-by-beginnings'").run()
  database.close()

  const after = await openSqliteStore(path, ports)
  assert.deepEqual(await Promise.all(questions.map((question) => found(after, question))), expected)
  assert.deepEqual(after.migrated, ['search-by-beginnings'])
  await after.close()
})
