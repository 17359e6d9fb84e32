import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { Failure } from '#core/failure.ts'
import { preparedDialect } from './engine.ts'
import { timeSlice } from './time-slice.ts'
import { writeQueue } from './write-queue.ts'

const write = () => Promise.resolve('written')

test('a transaction waits for another process as long as it is given, and no longer', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-'))
  t.after(() => rm(folder, { recursive: true }))
  const [other, mine] = [1, 2].map(() => new Database(join(folder, 'corpus.db')))
  assert.ok(other !== undefined && mine !== undefined)
  t.after(() => [other, mine].forEach((database) => database.close()))
  other.pragma('journal_mode = WAL')
  other.exec('BEGIN IMMEDIATE')

  await assert.rejects(
    writeQueue(mine, timeSlice(), 0).take(write),
    (error: unknown) => error instanceof Failure && error.code === 'unavailable' && error.retryAfter !== undefined,
  )
  const patient = writeQueue(mine, timeSlice(), 60_000).take(write)
  assert.equal(await Promise.race([patient, pause(20, 'waiting')]), 'waiting')
  other.exec('COMMIT')
  assert.equal(await patient, 'written')
})

test('others are served between transactions that wait for each other', async (t) => {
  const database = new Database(':memory:')
  t.after(() => database.close())
  const happened: string[] = []
  const queue = writeQueue(database, timeSlice())
  const wait = (): void => void nextTurn().then(() => happened.push('others'))
  const written = ['a', 'b', 'c'].map((name) =>
    queue.take(async () => {
      happened.push(name)
      wait()
    }),
  )
  await Promise.all(written)
  assert.deepEqual(happened, ['a', 'others', 'b', 'others', 'c'])
})

test('others are served between the statements of a long transaction, and a short one is left whole', async (t) => {
  const database = new Database(':memory:')
  t.after(() => database.close())
  const happenedWith = async (sliceMs: number): Promise<string[]> => {
    const happened: string[] = []
    const slice = timeSlice(sliceMs)
    const db = new Kysely<Record<string, never>>({ dialect: preparedDialect(database, slice) })
    const queue = writeQueue(database, slice)
    const written = queue.take(async () => {
      for (const name of ['a', 'b']) {
        void nextTurn().then(() => happened.push('others'))
        await sql`SELECT 1`.execute(db)
        happened.push(name)
      }
    })
    await nextTurn()
    await queue.settled()
    assert.equal(database.inTransaction, false)
    await written
    return happened
  }
  assert.deepEqual(await happenedWith(0), ['others', 'a', 'others', 'b'])
  assert.deepEqual(await happenedWith(Infinity), ['a', 'b'])
})
