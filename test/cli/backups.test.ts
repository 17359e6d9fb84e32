import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makeBackup } from '#backups/make-backup.ts'
import { readConfig } from '#config.ts'
import type { Backup } from '#core/backups.ts'
import { backupPlaces, newKeys } from '../support/backups.ts'
import { postgres, unhurried } from '../support/database/engines.ts'
import { type Ending, samplePdf, sha256Of } from '../support/files.ts'
import { assertMisused, assertRefused } from '../support/process/longview-process.ts'
import { commandInProcess, processCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

const [folder] = backupPlaces
assert.ok(folder !== undefined)

/** A library with two papers, one of which has a PDF, and a place for its backups. */
const openLibrary = async (t: Ending, { open } = folder, given: Record<string, string> = {}) => {
  const { environment: place } = await open(t)
  const { identity, recipient } = await newKeys()
  const more = { ...place, BACKUP_RECIPIENT: recipient, LOG_LEVEL: 'silent', ...given }
  const corpus = await processCorpus(t, more)
  const environment: Record<string, string> = {
    ...corpus.environment,
    FILES: `file:${join(corpus.folder, 'files')}`,
    BACKUP_IDENTITY_FILE: await corpus.file('key.txt', `# created: today\n${identity}\n`),
  }
  const run = (args: readonly string[], changed: Record<string, string> = {}) =>
    commandInProcess(args, { ...environment, ...changed })
  const json = async <T>(args: readonly string[], changed: Record<string, string> = {}): Promise<T> => {
    const { code, stdout, stderr } = await run([...args, '--json'], changed)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as T
  }
  await json(['migrate'])
  await json([
    'ingest',
    await corpus.file('p.jsonl', [leastPaper({ id: 'p1' }), leastPaper({ id: 'p2', title: 'B' })]),
    '--accept',
  ])
  const pdf = samplePdf('one', 3_000)
  await run(['files', 'add', 'p1', await corpus.file('1.pdf', pdf)])
  const elsewhere = (name: string) => ({
    DATABASE_URL: `sqlite:${join(corpus.folder, name, 'longview.db')}`,
    FILES: `file:${join(corpus.folder, name, 'files')}`,
  })
  return { corpus, environment, run, json, pdf, elsewhere, folder: place.BACKUP_URL?.replace('file:', '') ?? '' }
}

type Restored = {
  backup: string
  tables: Backup['tables']
  files: { files: number; copied: number; faults: unknown[] }
}

const emptyPostgres = async (): Promise<Record<string, string>> => ({
  DATABASE_URL: unhurried(await (await postgres()).createDatabase()),
})

const databases: { name: string; url: () => Promise<Record<string, string>> }[] = [
  { name: 'SQLite', url: async () => ({}) },
  { name: 'PostgreSQL', url: emptyPostgres },
]

for (const place of backupPlaces)
  for (const database of databases)
    test(`a backup of ${database.name} in ${place.name} is listed, verified and restored on the other engine`, async (t) => {
      const url = await database.url()
      const library = await openLibrary(t, place, url)
      const { run, json } = library
      assert.match((await run(['backups', 'list'])).stdout, /^There are no backups in /u)
      const made = await json<Backup>(['backups', 'now'])
      assert.deepEqual(made.files, { files: 1, bytes: 3_000 })
      assert.deepEqual(await json(['backups', 'list'], { BACKUP_IDENTITY_FILE: '' }), [made])
      const verified = await json(['backups', 'verify'])
      assert.deepEqual(verified, {
        decrypted: true,
        backups: [{ id: made.id, at: made.at, fault: null }],
        files: { files: 1, faults: [] },
      })

      const other = database.name === 'SQLite' ? await emptyPostgres() : {}
      const target = { ...library.elsewhere('back'), ...other }
      const restored = await json<Restored>(['backups', 'restore'], target)
      assert.equal(restored.backup, made.id)
      assert.deepEqual(restored.files, { files: 1, bytes: 3_000, copied: 1, faults: [] })
      assert.deepEqual(
        restored.tables.map(({ table, rows }) => [table, rows]),
        made.tables.map(({ table, rows }) => [table, rows]),
      )
      const exported = await run(['export'], target)
      assert.deepEqual([exported.code, exported.stdout], [0, (await run(['export'])).stdout])
      assert.equal((await run(['files', 'verify'], target)).code, 0)
      const sha256 = sha256Of(library.pdf)
      const kept = await readFile(join(library.corpus.folder, 'back', 'files', sha256.slice(0, 2), sha256))
      assert.ok(kept.equals(library.pdf))
      const again = await run(['backups', 'restore'], target)
      assert.deepEqual([again.code, again.stdout], [1, ''])
      assert.match(again.stderr, /longview: The target already holds data/u)
      assert.ok(
        !(await readdir(library.corpus.folder)).some((name) => name.startsWith('backup-work')),
        'nothing is left',
      )
    })

describe('longview backups', { concurrency: 2 }, () => {
  test('restore --at takes the newest that is not after that time', async (t) => {
    const { run, json, elsewhere, corpus, environment } = await openLibrary(t)
    const { database, filePlace: files, backups } = readConfig(environment)
    assert.ok(backups !== null)
    const { place, recipient, identity } = backups
    const yesterday = new Date(Date.now() - 86_400_000)
    const work = { workFolder: join(corpus.folder, 'work'), now: yesterday, version: '0' }
    await Array.fromAsync(makeBackup({ database, files, place, recipient, identity, ...work }))
    await json(['ingest', await corpus.file('q.jsonl', [leastPaper({ id: 'p3', title: 'C' })]), '--accept'])
    const second = await json<Backup>(['backups', 'now'])
    const [first, ...others] = await json<Backup[]>(['backups', 'list'])
    assert.equal(first?.at, yesterday.toISOString())
    assert.deepEqual(others, [second])
    const restored = (name: string, ...at: string[]) =>
      json<Restored>(['backups', 'restore', ...at], elsewhere(name)).then(({ backup }) => backup)
    assert.equal(await restored('a', '--at', first.at), first.id)
    assert.equal(await restored('b', '--at', second.at.slice(0, 10)), second.id)
    assert.equal((await run(['export'], elsewhere('a'))).stdout.split('\n').length, 3)
    assertRefused(
      await run(['backups', 'restore', '--at', '2001-01-01'], elsewhere('c')),
      /no backup from before 2001-01-01T23:59:59/u,
    )
    assertMisused(await run(['backups', 'restore', '--at', 'yesterday']), /Give a day or an instant/u)
    assertMisused(await run(['backups', 'restore', '--at', '2026-02-31T99:00']), /Give a day or an instant/u)
  })

  test('what is torn or changed is found, with and without the private key', async (t) => {
    const { run, json, folder: place, elsewhere } = await openLibrary(t)
    const { id } = await json<Backup>(['backups', 'now'])
    await appendFile(join(place, 'database', `${id}.db.zst.age`), 'x')
    const keys: Record<string, string>[] = [{}, { BACKUP_IDENTITY_FILE: '' }]
    for (const changed of keys) {
      const { code, stdout } = await run(['backups', 'verify', id], changed)
      assert.equal(code, 1)
      assert.match(stdout, /^WRONG .*has changed since it was stored/u)
    }
    const refused = await run(['backups', 'restore'], elsewhere('back'))
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /longview: It cannot be decrypted/u)
    assert.match((await run(['export'], elsewhere('back'))).stdout, /^$/u)
    await rm(join(place, 'files'), { recursive: true })
    assert.match((await run(['backups', 'verify', id])).stdout, /^WRONG {2}files\/.*There is no file/mu)
    assertRefused(await run(['backups', 'verify', '20200101T000000000Z']), /There is no backup 20200101T000000000Z/u)
  })

  test('a file that the library names and does not have is told, and the rest is backed up', async (t) => {
    const { run, json, pdf, environment, elsewhere } = await openLibrary(t)
    const sha256 = sha256Of(pdf)
    await rm(join(environment.FILES?.replace('file:', '') ?? '', sha256.slice(0, 2), sha256))
    const { code, stderr } = await run(['backups', 'now'])
    assert.equal(code, 0)
    assert.match(stderr, new RegExp(`names 1 file that FILES does not have, so this backup lacks it: ${sha256}$`, 'mu'))
    assert.match((await run(['backups', 'list'])).stdout, / 0 \(1 missing\) /u)
    const [listed] = await json<Backup[]>(['backups', 'list'])
    assert.deepEqual(listed?.missing, { files: 1, sha256: [sha256] })
    assert.equal((await run(['backups', 'verify'])).code, 0)
    const restored = await run(['backups', 'restore', '--json'], elsewhere('back'))
    assert.equal(restored.code, 1)
    assert.deepEqual((JSON.parse(restored.stdout) as Restored).files.faults, [{ sha256, fault: 'missing' }])
  })

  test('with another private key nothing is restored, and a backup that it cannot open is not made', async (t) => {
    const { run, json, elsewhere, corpus } = await openLibrary(t)
    const made = await json<Backup>(['backups', 'now'])
    const { identity } = await newKeys()
    const other = { BACKUP_IDENTITY_FILE: await corpus.file('other.txt', identity) }
    const refused = await run(['backups', 'restore'], { ...elsewhere('back'), ...other })
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /encrypted for another key than that of BACKUP_IDENTITY_FILE/u)
    const failed = await run(['backups', 'now'], other)
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /encrypted for another key/u)
    assert.deepEqual(await json(['backups', 'list']), [made])
    const without = await run(['backups', 'restore'], { ...elsewhere('back'), BACKUP_IDENTITY_FILE: '' })
    assertRefused(without, /set BACKUP_IDENTITY_FILE to its file/u)
    const typo = { BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }
    assert.match((await run(['backups', 'now'], typo)).stderr, /BACKUP_RECIPIENT is no public key of age/u)
  })

  test('without BACKUP_URL each command says what to set', async (t) => {
    const corpus = await processCorpus(t)
    for (const command of ['now', 'list', 'verify', 'restore'])
      assertRefused(await corpus.run('backups', command), /set BACKUP_URL and BACKUP_RECIPIENT/u)
  })

  test('two backups are never made at once', async (t) => {
    const { run, json, corpus } = await openLibrary(t)
    await json<Backup>(['backups', 'now'])
    const until = new Date(Date.now() + 100_000).toISOString()
    corpus.inspect((database) =>
      database.prepare("UPDATE backup_state SET owner = 'another', lease_until = ?").run(until),
    )
    assertRefused(await run(['backups', 'now']), /Another process is making a backup/u)
    // A process that died long ago, or whose clock was years ahead, holds up nobody.
    for (const other of ['2026-01-01T00:00:00.000Z', '2046-01-01T00:00:00.000Z']) {
      corpus.inspect((database) =>
        database.prepare("UPDATE backup_state SET owner = 'another', lease_until = ?").run(other),
      )
      assert.equal((await run(['backups', 'now'])).code, 0)
    }
  })
})

const has = (tool: string): boolean => (process.env.PATH ?? '').split(':').some((path) => existsSync(join(path, tool)))

test('age and zstd of the system open a backup, and sqlite3 reads it', async (t) => {
  const missing = ['age', 'zstd', 'sqlite3'].filter((tool) => !has(tool))
  if (missing.length > 0) {
    t.diagnostic(`not run: ${missing.join(', ')} not installed`)
    return
  }
  const { json, folder: place, corpus, environment, pdf } = await openLibrary(t)
  const { id } = await json<Backup>(['backups', 'now'])
  const out = join(corpus.folder, 'by-hand.db')
  const key = environment.BACKUP_IDENTITY_FILE ?? ''
  const shell = (line: string): string =>
    execFileSync('sh', ['-euc', line], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, KEY: key, OUT: out, PLACE: place },
    })
  shell(`age --decrypt --identity "$KEY" "$PLACE/database/${id}.db.zst.age" | zstd --decompress > "$OUT"`)
  assert.equal(shell(`sqlite3 "$OUT" 'PRAGMA integrity_check; SELECT count(*) FROM papers'`), 'ok\n2\n')
  const sha256 = sha256Of(pdf)
  const digest = shell(`age --decrypt --identity "$KEY" "$PLACE/files/${sha256.slice(0, 2)}/${sha256}.age" | sha256sum`)
  assert.equal(digest.slice(0, 64), sha256)
})
