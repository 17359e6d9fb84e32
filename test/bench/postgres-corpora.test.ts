import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPostgres } from '../../bench/postgres-corpora.ts'
import { postgres } from '../support/database/engines.ts'

test('on a server that somebody gave, the benchmark reaches no database but its own', async () => {
  const databases = await postgres()
  const address = await databases.createDatabase()
  const given = givenPostgres(`${address}?connect_timeout=5`)
  assert.equal(given.url('longview_bench_5'), `${databases.url('longview_bench_5')}?connect_timeout=5`)
  for (const name of ['postgres', 'longview', 'bench_longview', new URL(address).pathname.slice(1)]) {
    assert.throws(() => given.url(name), /is not a database of the benchmark/u)
    assert.throws(() => void given.run('drop table x', name), /is not a database of the benchmark/u)
  }
  await given.run('create database longview_bench_5')
  assert.deepEqual(await given.run('select current_database()::text as name', 'longview_bench_5'), [
    { name: 'longview_bench_5' },
  ])
  await given.run('drop database longview_bench_5')
})
