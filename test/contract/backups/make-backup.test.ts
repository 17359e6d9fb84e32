import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { readIndex } from '#backups/backup-index.ts'
import { drill } from '#backups/drill.ts'
import { type BackupOrder, makeBackup } from '#backups/make-backup.ts'
import { findDatabaseFault } from '#backups/stored-backup.ts'
import type { Backup } from '#core/backups.ts'
import { openFileStore, openObjectStore } from '#open-file-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { backupPlaces, newKeys } from '../../support/backups.ts'
import { migratedFile } from '../../support/database/engines.ts'
import { inPieces, samplePdf, temporaryFolder } from '../../support/files.ts'
import { addPapers, AT, newPaper } from '../../support/database/stored.ts'
import { fakeClock, recordingLog, refusesWith } from '../../support/ports.ts'

const DAY = 86_400

/** A library whose backups are made at the times that the test says. */
const open = async (t: TestContext, { open: openPlace } = backupPlaces[0] ?? assert.fail()) => {
  const { place } = await openPlace(t)
  const path = await migratedFile(t)
  const root = await temporaryFolder(t)
  const clock = fakeClock('2026-11-01T03:00:00.000Z')
  const files = { kind: 'folder', path: join(root, 'files') } as const
  const order = (): BackupOrder => ({
    ...keys,
    database: { engine: 'sqlite', path },
    files,
    place,
    workFolder: join(root, 'work'),
    now: clock.now(),
    version: '1',
  })
  const keys = await newKeys()
  const store = await openSqliteStore(path, { clock, log: recordingLog([]) })
  t.after(() => store.close())
  const make = async (changed: Partial<BackupOrder> = {}): Promise<Backup> => {
    const last = (await Array.fromAsync(makeBackup({ ...order(), ...changed }))).at(-1)
    assert.ok(last !== undefined && 'backup' in last)
    return last.backup
  }
  const objects = await openObjectStore(place, join(root, 'sent'))
  const library = openFileStore(files)
  /** Adds a PDF to a paper. */
  const addFile = async (word: string): Promise<string> => {
    const staged = await library.stage(inPieces(samplePdf(word, 2_000)))
    await staged.keep()
    const { sha256, bytes } = staged
    await store.transact((tx) =>
      tx.files.announce({ sha256, bytes, mediaType: 'application/pdf', createdBy: 'test', createdAt: AT }),
    )
    return sha256
  }
  const removeFile = (sha256: string) => store.transact((tx) => tx.files.retract(sha256))
  const folder = place.kind === 'folder' ? place.path : ''
  return { store, clock, order, make, objects, addFile, removeFile, folder, path, root }
}

const nameOf = (sha256: string) => join('files', sha256.slice(0, 2), `${sha256}.age`)

const storedNames = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.age'))
    .toSorted()

for (const place of backupPlaces)
  test(`in ${place.name}, nights leave 7 days, 4 weeks and 12 months, each of which can be restored`, async (t) => {
    const { clock, make, objects, order } = await open(t, place)
    clock.set('2025-12-28T03:00:00.000Z')
    for (let night = 0; night < 14; night += 1) {
      await make()
      clock.advance(DAY)
    }
    const { backups, unfinished } = await readIndex(objects)
    assert.deepEqual(
      backups.map(({ at }) => at.slice(0, 10)),
      ['2025-12-28', '2025-12-31', ...['04', '05', '06', '07', '08', '09', '10'].map((day) => `2026-01-${day}`)],
    )
    assert.deepEqual(unfinished, [])
    for (const backup of backups) assert.equal(await findDatabaseFault(objects, backup, order().identity), null)
  })

test('a file is stored once, and removed only when no kept backup needs it', async (t) => {
  const { clock, make, addFile, removeFile, folder, objects } = await open(t)
  const [kept, gone] = [await addFile('kept'), await addFile('gone')]
  assert.deepEqual((await make()).files, { files: 2, bytes: 4_000 })
  const before = statSync(join(folder, nameOf(kept)))
  await removeFile(gone)
  for (let night = 0; night < 40; night += 1) {
    clock.advance(DAY)
    await make()
    const { backups } = await readIndex(objects)
    const isNeeded = backups.some(({ seq }) => seq === 1)
    assert.equal(storedNames(folder).includes(nameOf(gone)), isNeeded, `night ${night}`)
  }
  assert.ok(!storedNames(folder).includes(nameOf(gone)))
  const after = statSync(join(folder, nameOf(kept)))
  assert.deepEqual([after.mtimeMs, after.ino], [before.mtimeMs, before.ino])
  // Added again, it is stored again.
  await addFile('gone')
  clock.advance(DAY)
  await make()
  assert.ok(storedNames(folder).includes(nameOf(gone)))
})

test('a file that the library names and does not have is listed, and the backup is made and passes its drill without it', async (t) => {
  const { clock, make, order, addFile, objects, root } = await open(t)
  const [kept, lost] = [await addFile('kept'), await addFile('lost')]
  const path = join(root, 'files', lost.slice(0, 2), lost)
  await rename(path, `${root}/lost.pdf`)
  const without = await make()
  assert.deepEqual(without.files, { files: 1, bytes: 2_000 })
  assert.deepEqual(without.missing, { files: 1, sha256: [lost] })
  assert.deepEqual((await readIndex(objects)).backups, [without])
  assert.deepEqual(await drill(order()), { backup: without.id, fault: null })
  await rename(`${root}/lost.pdf`, path)
  clock.advance(DAY)
  const whole = await make()
  assert.deepEqual(
    [whole.files, whole.missing],
    [
      { files: 2, bytes: 4_000 },
      { files: 0, sha256: [] },
    ],
  )
  // Lost after a backup: that has it still, and so has the next.
  await rename(join(root, 'files', kept.slice(0, 2), kept), `${root}/kept.pdf`)
  clock.advance(DAY)
  assert.deepEqual((await make()).missing, { files: 0, sha256: [] })
})

test('of many missing files the first 20 are named', async (t) => {
  const { make, addFile, root } = await open(t)
  const all = await Promise.all(Array.from({ length: 23 }, (_, index) => addFile(`file ${index}`)))
  await rename(join(root, 'files'), join(root, 'elsewhere'))
  const { missing } = await make()
  assert.deepEqual(missing, { files: 23, sha256: all.toSorted().slice(0, 20) })
})

test('only what the list names is ever removed', async (t) => {
  const { clock, make, folder } = await open(t)
  await make()
  const foreign = ['database/20200101T000000000Z.db.zst.age', 'database/notes.txt', 'files/ab/other.age', 'readme']
  await mkdir(join(folder, 'files/ab'), { recursive: true })
  for (const name of foreign) await writeFile(join(folder, name), 'mine')
  for (let night = 0; night < 12; night += 1) {
    clock.advance(DAY)
    await make()
  }
  for (const name of foreign) assert.equal(await readFile(join(folder, name), 'utf8'), 'mine')
})

test('a list that is damaged, or names anything else, stops all', async (t) => {
  const { make, folder, clock } = await open(t)
  const { id } = await make()
  const path = join(folder, 'index.json')
  const whole = await readFile(path, 'utf8')
  clock.advance(DAY)
  for (const damaged of [
    whole.slice(0, -20),
    '',
    whole.replace('"unfinished":[]', '"unfinished":["../../etc/passwd"]'),
    whole.replace('longview-backups-1', 'longview-backups-2'),
  ]) {
    await writeFile(path, damaged)
    await assert.rejects(make(), refusesWith('unavailable'))
    assert.deepEqual(storedNames(folder), [join('database', `${id}.db.zst.age`)])
  }
})

test('a clock that jumps loses no backup, and the next ones are made and kept as before', async (t) => {
  const { clock, make, objects } = await open(t)
  await make()
  clock.advance(3_000 * DAY)
  const ahead = await make()
  clock.set('2026-11-02T03:00:00.000Z')
  const back = await make()
  const same = await make()
  assert.notEqual(back.id, same.id)
  const { backups } = await readIndex(objects)
  assert.deepEqual(
    backups.map(({ at }) => at.slice(0, 10)),
    ['2026-11-01', ahead.at.slice(0, 10), '2026-11-02'],
  )
  assert.deepEqual(
    backups.map(({ seq }) => seq),
    [1, 2, 4],
  )
  for (let night = 0; night < 30; night += 1) {
    clock.advance(DAY)
    await make()
  }
  const kept = new Set((await readIndex(objects)).backups.map(({ at }) => at.slice(0, 10)))
  assert.ok(kept.has(ahead.at.slice(0, 10)))
  assert.ok(kept.has('2026-12-02'))
})

test('another process that changed the list meanwhile ends this attempt, which leaves nothing that counts', async (t) => {
  const { make, order, objects, clock } = await open(t)
  const slow = makeBackup(order())
  await slow.next()
  await slow.next()
  clock.advance(60)
  const made = await make({ workFolder: `${order().workFolder}-other` })
  await assert.rejects(Array.fromAsync(slow), refusesWith('wrong_state'))
  const { backups } = await readIndex(objects)
  assert.deepEqual(backups, [made])
})

test('a full disk ends an attempt, and nothing of it counts', async (t) => {
  const { make, order, objects, root, clock } = await open(t)
  const made = await make()
  clock.advance(DAY)
  const full = { kind: 'folder', path: '/dev/full/backups' } as const
  await assert.rejects(make({ place: full }))
  // The place of backups cannot be written any more: a folder that is a file.
  const { place } = order()
  assert.ok(place.kind === 'folder')
  await rename(place.path, `${root}/moved`)
  await writeFile(place.path, '')
  await assert.rejects(make(), refusesWith('unavailable'))
  await rename(place.path, `${root}/file`)
  await rename(`${root}/moved`, place.path)
  assert.deepEqual((await readIndex(objects)).backups, [made])
  assert.ok(!existsSync(order().workFolder))
})

test('a drill restores the newest backup, and finds what was changed in it', async (t) => {
  const { make, order, addFile, folder, store, clock, path } = await open(t)
  assert.equal(await drill(order()), null)
  await addPapers(store, newPaper({}))
  const sha256 = await addFile('one')
  const { id } = await make()
  assert.deepEqual(await drill(order()), { backup: id, fault: null })
  assert.equal(await drill({ ...order(), identity: null }), null)
  assert.ok(!existsSync(order().workFolder))
  // What happened since is not compared.
  await addPapers(store, newPaper({ id: 'p2', title: 'Another' }))
  assert.equal((await drill(order()))?.fault, null)

  const file = join(folder, 'files', sha256.slice(0, 2), `${sha256}.age`)
  const whole = await readFile(file)
  await appendFile(file, 'x')
  assert.match(
    (await drill(order()))?.fault ?? '',
    /^1 files of the backup are missing or damaged: .*has changed since/u,
  )
  await writeFile(file, whole)
  const index = join(folder, 'index.json')
  const listed = await readFile(index, 'utf8')
  await writeFile(index, listed.replace(/(?<before>"table":"papers","rows":)1/u, '$<before>2'))
  assert.match((await drill(order()))?.fault ?? '', /^The restored tables papers differ/u)
  await writeFile(index, listed)
  assert.equal((await drill(order()))?.fault, null)
  await appendFile(join(folder, 'database', `${id}.db.zst.age`), 'x')
  assert.match((await drill(order()))?.fault ?? '', /cannot be decrypted/u)

  // A rewritten audit log is noticed, though its backup is whole.
  clock.advance(DAY)
  const database = new Database(path)
  database.exec(`INSERT INTO audit_log (seq, at, actor, act, subject, previous, hash)
    SELECT 1, '${AT}', 'nobody', 'paper.accepted', 'p1', '${'0'.repeat(64)}', '${'1'.repeat(64)}'`)
  database.close()
  await make()
  assert.match((await drill(order()))?.fault ?? '', /^The audit log of the backup: /u)
})
