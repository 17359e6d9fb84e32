import assert from 'node:assert/strict'
import { execFile as execFileWithCallback } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { logMover } from './log-mover.ts'
import { turnWatch } from './turn-watch.ts'
import { writeQueue } from './write-queue.ts'

const execFile = promisify(execFileWithCallback)

const LARGE = 'x'.repeat(6_000_000)

const openLogged = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-log-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'corpus.db')
  const database = new Database(path)
  t.after(() => database.close())
  database.pragma('journal_mode = WAL')
  database.exec('CREATE TABLE texts (text TEXT)')
  const log = logMover(database)
  t.after(() => log.close())
  const queue = writeQueue(database, { turns: turnWatch(), log })
  const insert = database.prepare('INSERT INTO texts (text) VALUES (?)')
  const store = (text: string) => queue.take(() => Promise.resolve(insert.run(text)))
  return { path, database, log, store, sizeOf: (suffix = '') => statSync(path + suffix).size }
}

test('a long log goes into the file behind the transaction, and the next one waits for it', async (t) => {
  const { store, sizeOf } = await openLogged(t)
  await store('short')
  const before = sizeOf()
  await store(LARGE)
  assert.equal(sizeOf(), before)
  await store('short')
  assert.ok(sizeOf() > LARGE.length)
})

test('a log that was moved is written over, so that it does not grow', async (t) => {
  const { store, sizeOf } = await openLogged(t)
  for (let count = 0; count < 4; count += 1) await store(LARGE)
  assert.ok(sizeOf('-wal') < 2 * LARGE.length)
})

test('what a reader still needs stays in the log, and goes with a later transaction', async (t) => {
  const { path, store, sizeOf } = await openLogged(t)
  const reader = new Database(path, { readonly: true })
  t.after(() => reader.close())
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM texts').get()
  await store(LARGE)
  await store('short')
  assert.ok(sizeOf() < LARGE.length)
  reader.exec('COMMIT')
  await store('short')
  await store('short')
  assert.ok(sizeOf() > LARGE.length)
})

test('the thread ends with the store, and the log with the thread', async (t) => {
  const { path, database, log, store } = await openLogged(t)
  await store(LARGE)
  await store('short')
  database.close()
  assert.equal(existsSync(`${path}-wal`), true)
  await log.close()
  assert.equal(existsSync(`${path}-wal`), false)
  const again = new Database(path, { readonly: true })
  t.after(() => again.close())
  assert.deepEqual(again.prepare('SELECT length(text) AS size FROM texts').pluck().all(), [LARGE.length, 5])
})

test('a process that closes the store while the thread is at work waits for it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-log-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const script = `
    import { setImmediate as nextTurn } from 'node:timers/promises'
    import Database from 'better-sqlite3'
    import { logMover } from '#store/sqlite/log-mover.ts'
    const database = new Database(process.argv[1])
    database.pragma('journal_mode = WAL')
    const log = logMover(database)
    database.exec('CREATE TABLE texts (text TEXT)')
    database.prepare('INSERT INTO texts (text) VALUES (?)').run('x'.repeat(6_000_000))
    void log.moveIfLong()
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    database.close()
    await log.close()
    process.stdout.write('closed')`
  const path = join(folder, 'corpus.db')
  const { stdout } = await execFile(process.execPath, ['--input-type=module', '--eval', script, path])
  assert.equal(stdout, 'closed')
  assert.equal(existsSync(`${path}-wal`), false)
})
