import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresEngine, sqliteEngine } from '../support/database/engines.ts'
import { budget } from '../support/budgets.ts'
import { testSeed } from '../support/generated/random.ts'
import { operation, random } from '../support/generated/operations.ts'
import { startTestService } from '../support/service/test-service.ts'

const OPERATIONS = budget('operationsOnBothEngines')
const SEED = testSeed(20_261_120)

test(`${OPERATIONS} generated operations give the same results on both engines`, async (t) => {
  const secret = Buffer.alloc(32, 7)
  const sqlite = await startTestService(t, { engine: sqliteEngine, secret })
  const postgres = await startTestService(t, { engine: postgresEngine, secret })
  const keys = [await sqlite.key(), await postgres.key()] as const
  assert.equal(keys[0], keys[1])
  const r = random(SEED)
  const statuses = new Map<unknown, number>()
  for (let number = 1; number <= OPERATIONS; number += 1) {
    const next = operation(r)
    const [a, b] = await Promise.all([next.run(sqlite, keys[0]), next.run(postgres, keys[1])])
    assert.deepEqual(b, a, `operation ${number} of seed ${SEED}: ${next.name}`)
    for (const result of [a].flat()) {
      const status = typeof result === 'object' && result !== null && 'status' in result ? result.status : 'action'
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    // Beyond an hour now and then, so that limits are met and left.
    const seconds = 20 + r.whole(40)
    sqlite.clock.advance(seconds)
    postgres.clock.advance(seconds)
  }
  t.diagnostic(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`)
  for (const status of [200, 201, 400, 404, 409]) assert.ok((statuses.get(status) ?? 0) > 5, `hardly any ${status}`)
  const logged = [...sqlite.logged, ...postgres.logged].filter(({ level }) => level === 'error')
  assert.deepEqual(logged, [])
})
