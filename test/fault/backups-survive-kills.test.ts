import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Backup } from '#core/backups.ts'
import { newKeys } from '../support/backups.ts'
import { budget } from '../support/budgets.ts'
import { samplePdf } from '../support/files.ts'
import { launch } from '../support/process/longview-process.ts'
import { commandInProcess, processCorpus } from '../support/process/process-corpus.ts'
import { generatedPapers, leastPaper } from '../support/service/papers.ts'
import { seededRandom, testSeed } from '../support/generated/random.ts'

const KILLS = budget('backupKills')

/** What a backup says as it begins each of its steps. */
const STEPS = [
  'Looking at what is stored',
  'Copying the database',
  'Storing the files of papers',
  'Storing the database',
  'Reading it back',
  'Listing it',
  'Removing what is no longer kept',
]

/** Kills a process once it has said this, or some milliseconds later. */
const killAt = async (child: ChildProcess, words: string, afterMs: number): Promise<void> => {
  const exit = once(child, 'exit')
  let said = ''
  let timer: NodeJS.Timeout | undefined
  child.stderr?.on('data', (text: string) => {
    said += text
    if (said.includes(words)) timer ??= setTimeout(() => child.kill('SIGKILL'), afterMs)
  })
  await exit
  clearTimeout(timer)
}

test('backups that are killed in each of their steps leave nothing that counts and is not whole', async (t) => {
  const { identity, recipient } = await newKeys()
  const corpus = await processCorpus(t)
  const place = join(corpus.folder, 'backups')
  const environment: Record<string, string> = {
    ...corpus.environment,
    FILES: `file:${join(corpus.folder, 'files')}`,
    BACKUP_URL: `file:${place}`,
    BACKUP_RECIPIENT: recipient,
    BACKUP_IDENTITY_FILE: await corpus.file('key', identity),
    LOG_LEVEL: 'silent',
  }
  const run = (...args: string[]) => commandInProcess(args, environment)
  const papers = [leastPaper({ id: 'p1' }), ...generatedPapers(10, 200)]
  await run('ingest', await corpus.file('papers.jsonl', papers), '--accept')
  const random = seededRandom(testSeed())
  const ends: string[] = []
  for (let number = 0; number < KILLS; number += 1) {
    await run('files', 'add', 'p1', await corpus.file('more.pdf', samplePdf(`file ${number}`, 2_000)))
    const step = STEPS[number % STEPS.length] ?? ''
    const { child } = launch(['backups', 'now'], environment)
    await killAt(child, step, number < STEPS.length ? 0 : random.between(0, 60))
    // What a process that was killed holds is free two minutes later.
    corpus.inspect((database) => database.exec("UPDATE backup_state SET lease_until = '2026-01-01T00:00:00.000Z'"))
    const { code, stdout } = await run('backups', 'verify', '--all', '--json')
    const listed = JSON.parse((await run('backups', 'list', '--json')).stdout) as Backup[]
    if (listed.length > 0) assert.equal(code, 0, `after ${step}: ${stdout}`)
    ends.push(`${step}: ${listed.length}`)
  }
  const made = JSON.parse((await run('backups', 'now', '--json')).stdout) as Backup
  assert.equal(made.files.files, KILLS)
  const stored = (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.age'))
  assert.equal(stored.length, KILLS + 1, 'one database, and each file once')
  assert.deepEqual(await readdir(join(place, 'incoming')), [])
  assert.ok(!existsSync(join(corpus.folder, 'backup-work')))
  assert.equal((await run('backups', 'verify', '--all')).code, 0)
  const back = {
    DATABASE_URL: `sqlite:${join(corpus.folder, 'back.db')}`,
    FILES: `file:${join(corpus.folder, 'back')}`,
  }
  const { code, stderr } = await commandInProcess(['backups', 'restore'], { ...environment, ...back })
  assert.equal(code, 0, stderr)
  t.diagnostic(`${KILLS} kills; backups listed after each: ${ends.join('; ')}`)
})

test('a server makes the backup that is due, and after a kill in the middle of it the next server makes it', async (t) => {
  const { identity, recipient } = await newKeys()
  const corpus = await processCorpus(t)
  await corpus.run('ingest', await corpus.file('papers.jsonl', generatedPapers(10, 100)), '--accept')
  const more = {
    BACKUP_URL: `file:${join(corpus.folder, 'backups')}`,
    BACKUP_RECIPIENT: recipient,
    BACKUP_IDENTITY_FILE: await corpus.file('key', identity),
  }
  const work = join(corpus.folder, 'backup-work')
  const first = await corpus.serve(more)
  while (!existsSync(work) && !first.stderr().includes('made a backup')) await pause(10)
  const exit = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await exit
  corpus.inspect((database) =>
    database.exec("UPDATE backup_state SET lease_until = '2026-01-01T00:00:00.000Z', good_at = NULL"),
  )
  const second = await corpus.serve(more)
  await second.logged('made a backup and read it back')
  assert.equal(await second.stop(), 0)
  const state = corpus.inspect((database) => database.prepare('SELECT * FROM backup_state').get()) as Record<
    string,
    unknown
  >
  assert.deepEqual([state.owner, state.failed_at], [null, null])
  assert.match(String(state.good_id), /^20\d{6}T\d{9}Z$/u)
})

const shell = (line: string, at: string): void => {
  execFileSync('sh', ['-euc', line], { stdio: 'ignore', env: { PATH: process.env.PATH, AT: at } })
}

/** A disk of 600 kB of its own; null where this user may mount none. */
const smallDisk = (folder: string): (() => void) | null => {
  try {
    shell('mount -t tmpfs -o size=600000 tmpfs "$AT"', folder)
    return () => shell('umount "$AT"', folder)
  } catch {
    return null
  }
}

test('a disk that is full during a backup ends it with a plain sentence, and the one before stays whole', async (t) => {
  const { identity, recipient } = await newKeys()
  const corpus = await processCorpus(t)
  const place = await mkdtemp(join(tmpdir(), 'longview-test-disk-'))
  const unmount = smallDisk(place)
  t.after(async () => {
    unmount?.()
    await rm(place, { recursive: true })
  })
  if (unmount === null) {
    t.diagnostic('not run: this user may mount no disk')
    return
  }
  const environment = {
    ...corpus.environment,
    FILES: `file:${join(corpus.folder, 'files')}`,
    BACKUP_URL: `file:${place}`,
    BACKUP_RECIPIENT: recipient,
    BACKUP_IDENTITY_FILE: await corpus.file('key', identity),
    LOG_LEVEL: 'silent',
  }
  const run = (...args: string[]) => commandInProcess(args, environment)
  await run('ingest', await corpus.file('papers.jsonl', [leastPaper({ id: 'p1' })]), '--accept')
  const made = await run('backups', 'now', '--json')
  assert.equal(made.code, 0, made.stderr)
  await run('files', 'add', 'p1', await corpus.file('large.pdf', samplePdf('large', 900_000)))
  const failed = await run('backups', 'now')
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /longview: The disk for files is full; nothing was stored\.\n$/u)
  assert.deepEqual(JSON.parse((await run('backups', 'list', '--json')).stdout), [JSON.parse(made.stdout)])
  assert.equal((await run('backups', 'verify', '--all')).code, 0)
  const state = corpus.inspect((database) => database.prepare('SELECT failure FROM backup_state').pluck().get())
  assert.equal(state, 'The disk for files is full; nothing was stored.')
})
