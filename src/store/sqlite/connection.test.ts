import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { copySqliteFile } from './copy-endpoint.ts'
import { openWriter } from './connection.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const folderFor = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-private-'))
  const umask = process.umask()
  t.after(() => {
    process.umask(umask)
    rmSync(folder, { recursive: true })
  })
  return folder
}

for (const umask of [0o000, 0o022, 0o277])
  test(`the database, its log, its copy and their folders are for their owner alone under umask ${umask.toString(8)}`, (t) => {
    const folder = folderFor(t)
    process.umask(umask)
    const path = join(folder, 'a', 'b', 'corpus.db')
    const database = openWriter(path)
    database.exec('CREATE TABLE papers (id TEXT)')
    const copy = join(folder, 'a', 'copy.db')
    copySqliteFile(path, copy)
    for (const file of [path, `${path}-wal`, `${path}-shm`, copy]) assert.equal(modeOf(file), '600', file)
    for (const made of ['a', 'a/b']) assert.equal(modeOf(join(folder, made)), '700', made)
    database.close()
  })

test('a database that others could read is closed to them when it is opened, and its folder stays as it is', (t) => {
  const folder = folderFor(t)
  chmodSync(folder, 0o755)
  const path = join(folder, 'corpus.db')
  writeFileSync(path, '')
  chmodSync(path, 0o664)
  const database = openWriter(path)
  assert.equal(modeOf(path), '600')
  assert.equal(modeOf(folder), '755')
  database.close()
})

/** The values of `PRAGMA synchronous` (SQLite, "Pragma statements"). */
const [OFF, FULL] = [0, 2]

test('a commit is on disk before it is answered, unless the caller can do without', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-connection-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'corpus.db')
  for (const [options, expected] of [
    [{}, FULL],
    [{ isBulk: true }, FULL],
    [{ isSynced: false }, OFF],
  ] as const) {
    const database = openWriter(path, options)
    assert.equal(database.pragma('synchronous', { simple: true }), expected)
    database.close()
  }
})
