import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { Failure } from '#core/failure.ts'
import { preparedDialect } from './dialect.ts'
import { turnWatch, wholeTransactions, type TurnWatch } from './turn-watch.ts'
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
    writeQueue(mine, { turns: turnWatch(), turnWithinMs: 0 }).take(write),
    (error: unknown) => error instanceof Failure && error.code === 'unavailable' && error.retryAfter !== undefined,
  )
  const patient = writeQueue(mine, { turns: turnWatch(), turnWithinMs: 60_000 }).take(write)
  assert.equal(await Promise.race([patient, pause(20, 'waiting')]), 'waiting')
  other.exec('COMMIT')
  assert.equal(await patient, 'written')
})

test('others are served between transactions that wait for each other', async (t) => {
  const database = new Database(':memory:')
  t.after(() => database.close())
  const happened: string[] = []
  const queue = writeQueue(database, { turns: wholeTransactions() })
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

test('a long transaction is committed in a turn of its own, a short one in the turn of its statements', async (t) => {
  const database = new Database(':memory:')
  t.after(() => database.close())
  const beginningsOf = async (turnsTaken: number): Promise<boolean[]> => {
    const beginnings: boolean[] = []
    const turns: TurnWatch = {
      begin: async () => {
        beginnings.push(database.inTransaction)
        await nextTurn()
      },
      isLong: () => false,
      begun: () => beginnings.length,
    }
    await writeQueue(database, { turns }).take(async () => {
      for (let taken = 0; taken < turnsTaken; taken += 1) await turns.begin()
    })
    return beginnings
  }
  assert.deepEqual(await beginningsOf(0), [false])
  assert.deepEqual(await beginningsOf(1), [false, true, true, false])
})

test('others are served between the statements of a long transaction, and a short one is left whole', async (t) => {
  const database = new Database(':memory:')
  t.after(() => database.close())
  const turnsOf = async (keptMs: number): Promise<string[]> => {
    const happened: string[] = []
    const turns = turnWatch(keptMs)
    const db = new Kysely<Record<string, never>>({ dialect: preparedDialect(database, turns) })
    const queue = writeQueue(database, { turns })
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
  assert.deepEqual(await turnsOf(0), ['others', 'a', 'others', 'b'])
  assert.deepEqual(await turnsOf(Infinity), ['a', 'b'])
})
