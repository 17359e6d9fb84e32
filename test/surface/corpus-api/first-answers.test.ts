import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicReader } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { firstReaders } from '#store/sql/readers-on-demand.ts'
import { sqliteEngine as engine } from '../../../src/store/sqlite/engine.ts'
import { sqliteEngine } from '../../support/database/engines.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

test('reads of the corpus API use the readers that a server has from its start, and no other', async (t) => {
  const used = new Set<string>()
  const get = (readers: PublicReader, name: string): unknown => {
    used.add(name)
    return Reflect.get(readers, name)
  }
  const service = await startTestService(t, {
    engine: {
      ...sqliteEngine,
      open: async (ending, ports) => {
        const store = await sqliteEngine.open(ending, ports)
        return { ...store, public: new Proxy(store.public, { get }) }
      },
    },
  })
  await service.accept(leastPaper({ id: 'p1', concepts: ['planning'] }))
  for (const path of ['/api/papers?limit=20', '/api/papers?q=planning', '/api/papers/p1', '/api/stats', '/api/health'])
    assert.equal((await service.get(path)).status, 200, path)
  assert.deepEqual([...used].toSorted(), Object.keys(firstReaders({ db: {} as Db, engine })).toSorted())
})
