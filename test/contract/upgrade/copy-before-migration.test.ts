import assert from 'node:assert/strict'
import { copyFile, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { corporaOf } from '../../support/database/released-corpus.ts'
import { describeSqlite } from '../../support/database/schema.ts'
import { temporaryFolder } from '../../support/files.ts'
import { fakeClock, recordingLog, refusesWith } from '../../support/ports.ts'

// SQLite: what docs/upgrading.md promises of the copy that is made before a database is migrated, and of the way back.

const ports = { clock: fakeClock(), log: recordingLog([]) }
const everything = { withRows: true }

const migrate = async (path: string): Promise<string[]> => {
  const store = await openSqliteStore(path, ports)
  await store.close()
  return store.migrated
}

const copiesOf = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}.before-`))

for (const release of ['0.1.0', '0.2.0'])
  test(`a database of ${release} is copied first, and the copy leads back`, async (t) => {
    const [onSqlite] = corporaOf(release)
    assert.ok(onSqlite)
    const path = (await onSqlite.restore(t)).slice('sqlite:'.length)
    const before = describeSqlite(path, everything)
    const steps = await migrate(path)
    assert.ok(steps.length > 0)
    assert.notDeepEqual(describeSqlite(path, everything), before)
    const [copy = '', ...others] = await copiesOf(path)
    assert.deepEqual(others, [])
    assert.equal((await stat(join(dirname(path), copy))).mode & 0o777, 0o600)
    for (const rest of [path, `${path}-wal`, `${path}-shm`]) await rm(rest, { force: true })
    await copyFile(join(dirname(path), copy), path)
    assert.deepEqual(describeSqlite(path, everything), before)
    assert.deepEqual(await migrate(path), steps)
  })

test('a database that cannot be copied is left as it was, and no part of a copy stays', async (t) => {
  const [onSqlite] = corporaOf('0.2.0')
  assert.ok(onSqlite)
  const restored = (await onSqlite.restore(t)).slice('sqlite:'.length)
  // The name of the copy is too long for a file.
  const path = join(await temporaryFolder(t), 'x'.repeat(240))
  await copyFile(restored, path)
  await assert.rejects(
    migrate(path),
    refusesWith('unavailable', /cannot be copied to .* before it is migrated .*make room/u),
  )
  assert.deepEqual(await copiesOf(path), [])
  assert.deepEqual(describeSqlite(path, everything), describeSqlite(restored, everything))
})
