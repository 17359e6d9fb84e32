import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '#store/postgres/migrate.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { postgres } from '../../support/database/engines.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'

/** Papers whose words occur in every relation that lexemes are made of. */
const papers = [
  newPaper({ id: 'p1', title: 'Planning long-horizon tasks', authors: ['Ada Lovelace', 'Wei Wang'], topics: ['c++'] }),
  newPaper({ id: 'p2', title: 'the the the end', abstract: 'the the end. the the the the', authors: ['The The'] }),
  newPaper({
    id: 'p3',
    title: `${'buffalo '.repeat(29)}falls`,
    abstract: '長期的な計画を学ぶ。 gpt-4o isn’t',
    chapter: 3,
  }),
  newPaper({ id: 'p4', title: "Back\\slash and 'quotes'", abstract: 'planning planning', type: 'survey' }),
  newPaper({ id: 'p5', title: '???' }),
]

test('the migration that adds lexemes to old papers makes the same as storing a new paper', async () => {
  const cluster = await postgres()
  const url = await cluster.createDatabase()
  const name = url.split('/').at(-1)
  const ports = { clock: fakeClock(), log: recordingLog([]) }
  const store = await openPostgresStore({ url, replicaUrl: null }, ports, { migrate: true })
  await addPapers(store, ...papers)
  await store.close()
  const stored = 'select rank_key, words::text from paper_search order by rank_key'
  const made = await cluster.run(stored, name)
  await cluster.run(
    `update paper_search set words = ts_delete(words, array(
      select lexeme from unnest(words) where lexeme ~ '^[ABCDP]'))`,
    name,
  )
  const without = await cluster.run(stored, name)
  const step = migrations().find((migration) => migration.name === 'search-keys')
  await cluster.run(step?.sql ?? '', name)
  assert.deepEqual(await cluster.run(stored, name), made)
  assert.notDeepEqual(without, made)
})
