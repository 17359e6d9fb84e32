import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { secretBox, keyFile } from './secret-box.ts'

const SECRET = Buffer.from('12345678901234567890')

const keyPath = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'corpus.db.key')
}

test('what was sealed opens with the same key for the same owner, and not otherwise', () => {
  const box = secretBox(() => 'one key')
  const sealed = box.seal(SECRET, 'e_1')
  assert.ok(!Buffer.from(sealed, 'base64url').includes(SECRET))
  assert.notEqual(box.seal(SECRET, 'e_1'), sealed)
  assert.deepEqual(box.open(sealed, 'e_1'), SECRET)
  assert.equal(box.open(sealed, 'e_2'), null)
  assert.equal(secretBox(() => 'another key').open(sealed, 'e_1'), null)
  assert.equal(secretBox(() => null).open(sealed, 'e_1'), null)
  const bytes = Buffer.from(sealed, 'base64url')
  for (const index of bytes.keys()) {
    const altered = Buffer.from(bytes)
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index)
    assert.equal(box.open(altered.toString('base64url'), 'e_1'), null, `byte ${index}`)
  }
  for (const rubbish of ['', 'AAAA', '!']) assert.equal(box.open(rubbish, 'e_1'), null)
})

test('the key is made once, in a file for its owner alone, and only to seal', (t) => {
  const path = keyPath(t)
  const box = secretBox(keyFile(path))
  assert.equal(box.open('AAAA', 'e_1'), null)
  assert.throws(() => statSync(path), { code: 'ENOENT' })
  const sealed = box.seal(SECRET, 'e_1')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.match(readFileSync(path, 'utf8'), /^[\w-]{43}\n$/u)
  assert.deepEqual(secretBox(keyFile(path)).open(sealed, 'e_1'), SECRET)
})
