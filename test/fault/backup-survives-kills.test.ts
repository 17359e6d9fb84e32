import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { budget } from '../support/budgets.ts'
import { releasedFile } from '../support/database/released-corpus.ts'
import { seededRandom, testSeed } from '../support/generated/random.ts'
import { commandInProcess, processCorpus } from '../support/process/process-corpus.ts'
import { launch, type Launched } from '../support/process/longview-process.ts'
import { submitAllTheTime } from '../support/service/submitter.ts'
import { temporaryFolder } from '../support/files.ts'
import { generatedPapers } from '../support/service/papers.ts'

/** Commands that copy or change a whole database leave it whole, or as it was, wherever they are killed. */

const PAPERS = 400

/** Kills a process after some time, unless it has ended before. @returns whether it was killed */
const killAfter = async ({ child, ended }: Launched, ms: number): Promise<boolean> => {
  await Promise.race([pause(ms), ended])
  if (child.exitCode !== null) return false
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  const [code] = (await exit) as [number | null]
  await ended
  return code === null
}

const assertWhole = (path: string): void => {
  const database = new Database(path)
  try {
    assert.deepEqual(database.pragma('integrity_check'), [{ integrity_check: 'ok' }])
    assert.deepEqual(database.pragma('foreign_key_check'), [])
  } finally {
    database.close()
  }
}

const idsIn = (path: string): Set<string> => {
  const database = new Database(path, { readonly: true })
  try {
    return new Set(database.prepare('SELECT id FROM papers').pluck().all() as string[])
  } finally {
    database.close()
  }
}

test('a backup that is killed beside a busy server leaves no file of its name, and the next one has all that was acknowledged', async (t) => {
  const [kills, seed] = [budget('backupKills'), testSeed()]
  const random = seededRandom(seed)
  const corpus = await processCorpus(t)
  await corpus.json('ingest', await corpus.file('many.jsonl', generatedPapers(1_000_000, PAPERS)), '--accept')
  const apiKeys = await corpus.keys(kills + 4)
  const server = await corpus.serve({ LOG_LEVEL: 'error' })
  const acknowledged = { count: 0 }
  let over = false
  const outcomes = submitAllTheTime(
    () => Promise.resolve(server.url),
    {
      name: 'writer',
      apiKeys,
      firstId: 1,
      random: seededRandom(seed + 1),
      onResponse: () => {
        acknowledged.count += 1
      },
    },
    () => over,
  )

  // One that is not killed says how long it takes here, so that the kills hit any part of it.
  const first = join(corpus.folder, 'first.db')
  const begun = performance.now()
  const whole = await corpus.launch('backup', first).ended
  assert.equal(whole.code, 0, whole.stderr)
  const takes = Math.ceil(performance.now() - begun)
  let killed = 0
  for (let number = 1; number <= kills; number += 1) {
    const file = join(corpus.folder, `backup-${number}.db`)
    if (await killAfter(corpus.launch('backup', file), random.between(0, takes))) killed += 1
    // It gets its name once it is complete and was read back.
    if (existsSync(file)) assertWhole(file)
    await rm(file, { force: true })
  }
  const last = join(corpus.folder, 'last.db')
  const before = corpus.inspect((database) => database.prepare('SELECT id FROM papers').pluck().all() as string[])
  const done = await corpus.launch('backup', last).ended
  assert.equal(done.code, 0, done.stderr)
  over = true
  await outcomes
  assert.equal(await server.stop(), 0)
  assertWhole(last)
  const kept = idsIn(last)
  assert.deepEqual(
    before.filter((id) => !kept.has(id)),
    [],
  )
  const restored = join(corpus.folder, 'restored.db')
  const restoring = await commandInProcess(['restore', last, '--without-files'], { DATABASE_URL: `sqlite:${restored}` })
  assert.equal(restoring.code, 0, restoring.stderr)
  assert.deepEqual(idsIn(restored), kept)
  assert.ok(acknowledged.count > 0)
  t.diagnostic(
    `seed ${seed}: ${killed} kills of a backup beside a server with ${acknowledged.count} submissions meanwhile`,
  )
})

const upgrade = (path: string): Launched =>
  launch(['migrate', '--json'], { DATABASE_URL: `sqlite:${path}`, STARTER_CORPUS: 'off', LOG_LEVEL: 'silent' })

const schemaOf = (path: string): unknown => {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  } finally {
    database.close()
  }
}

test('an upgrade that is killed goes on where it was, and loses nothing', async (t) => {
  const [kills, seed] = [budget('upgradeKills'), testSeed()]
  const random = seededRandom(seed)
  const bytes = releasedFile('0.3.0', 'sqlite.db.br')
  const place = async (): Promise<string> => {
    const path = join(await temporaryFolder(t), 'corpus.db')
    await writeFile(path, bytes)
    return path
  }
  const whole = await place()
  const before = idsIn(whole)
  const begun = performance.now()
  const { code, stderr } = await upgrade(whole).ended
  assert.equal(code, 0, stderr)
  const takes = Math.ceil(performance.now() - begun)
  let killed = 0
  for (let number = 1; number <= kills; number += 1) {
    const path = await place()
    if (await killAfter(upgrade(path), random.between(Math.floor(takes / 3), takes))) killed += 1
    assertWhole(path)
    const again = await upgrade(path).ended
    assert.equal(again.code, 0, `${again.stderr}, kill ${number} of seed ${seed}`)
    assert.deepEqual(idsIn(path), before)
    assert.deepEqual(schemaOf(path), schemaOf(whole))
    await rm(path)
  }
  t.diagnostic(`seed ${seed}: ${killed} kills of an upgrade`)
})
