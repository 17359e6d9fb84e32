import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWriter } from './connection.ts'

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
