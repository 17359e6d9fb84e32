import assert from 'node:assert/strict'
import {
  BACKUP_LEASE_MS,
  beginBackups,
  recordBackup,
  recordBackupFailure,
  recordDrill,
  releaseBackups,
  renewBackups,
} from '#actions/backups.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { AT } from '../support/database/stored.ts'
import { fakeClock, testRunner } from '../support/ports.ts'

const open = async (store: Store) => {
  const clock = fakeClock()
  const admin = {
    id: 'e_1',
    name: 'Ada',
    email: 'ada@example.org',
    role: 'admin',
    createdAt: AT,
    removedAt: null,
  } as const
  await store.transact((tx) => tx.editors.add(admin))
  const subjects = async () => (await store.private.outbox.list(null, null, 10)).emails.map(({ subject }) => subject)
  return { clock, run: await testRunner({ store, clock }), state: () => store.private.backups.state(), subjects }
}

for (const engine of engines) {
  const promise = contractFor(engine)

  promise(
    'one process at a time makes a backup, until it ends or has not been heard of for two minutes',
    async (store) => {
      const { clock, run } = await open(store)
      const first = await run(beginBackups, null)
      assert.ok(first !== null)
      assert.equal(await run(beginBackups, null), null)
      clock.advance(BACKUP_LEASE_MS / 1_000 - 1)
      assert.equal(await run(renewBackups, first), true)
      clock.advance(BACKUP_LEASE_MS / 1_000 - 1)
      assert.equal(await run(beginBackups, null), null)
      clock.advance(1)
      const second = await run(beginBackups, null)
      assert.ok(second !== null && second !== first)
      assert.equal(await run(renewBackups, first), false)
      await run(releaseBackups, first)
      assert.equal(await run(renewBackups, second), true)
      await run(releaseBackups, second)
      assert.equal(await run(renewBackups, second), false)
      const third = await run(beginBackups, null)
      // Its clock was years ahead.
      clock.set('2020-01-01T00:00:00.000Z')
      assert.ok(third !== null && (await run(beginBackups, null)) !== null)
    },
  )

  promise(
    'how the last backup and the last drill ended is kept, and admins get an email about a failure a day',
    async (store) => {
      const { clock, run, state, subjects } = await open(store)
      assert.deepEqual(await state(), { good: null, failure: null, drill: null, goodDrillAt: null })
      const good = { at: AT, id: '20261120T100000000Z', bytes: 5_000_000_000, seconds: 40 }
      await run(recordBackup, good)
      assert.deepEqual(await state(), { good, failure: null, drill: null, goodDrillAt: null })
      await run(recordBackupFailure, 'The disk is full.')
      await run(recordBackupFailure, 'The disk is still full.')
      const failure = { at: clock.now().toISOString(), message: 'The disk is still full.' }
      assert.deepEqual(await state(), { good, failure, drill: null, goodDrillAt: null })
      assert.deepEqual(await subjects(), ['[House] A backup could not be made'])
      await run(recordBackup, good)
      assert.equal((await state()).failure, null)

      const drill = { at: AT, backup: good.id, fault: null }
      await run(recordDrill, drill)
      assert.deepEqual(await state(), { good, failure: null, drill, goodDrillAt: AT })
      const later = { ...drill, at: clock.now().toISOString(), fault: 'It is torn.' }
      await run(recordDrill, later)
      assert.deepEqual(await state(), { good, failure: null, drill: later, goodDrillAt: AT })
      assert.equal((await subjects()).length, 2)
      clock.advance(86_400)
      await run(recordBackupFailure, 'Full again.')
      assert.equal((await subjects()).length, 3)
    },
  )
}
