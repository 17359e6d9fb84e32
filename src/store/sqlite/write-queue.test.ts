import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Failure } from '#core/failure.ts'
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
    writeQueue(mine, 0)(write),
    (error: unknown) => error instanceof Failure && error.code === 'unavailable' && error.retryAfter !== undefined,
  )
  const patient = writeQueue(mine, 60_000)(write)
  assert.equal(await Promise.race([patient, pause(20, 'waiting')]), 'waiting')
  other.exec('COMMIT')
  assert.equal(await patient, 'written')
})

test('others are served between transactions that wait for each other', async (t) => {
  const database = new Database(':memory:')
  t.after(() => database.close())
  const happened: string[] = []
  const queue = writeQueue(database)
  const wait = (): void => void setImmediate(() => happened.push('others'))
  const written = ['a', 'b', 'c'].map((name) =>
    queue(async () => {
      happened.push(name)
      wait()
    }),
  )
  await Promise.all(written)
  assert.deepEqual(happened, ['a', 'others', 'b', 'others', 'c'])
})
