import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { showCredentials } from './serve.ts'

const made = { key: 'lv_live_KEY', adminToken: 'TOKEN' }

/** The output, and the files made in a temporary folder. */
const shownTo = (t: TestContext, { isTerminal, of = made }: { isTerminal: boolean; of?: typeof made | object }) => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-shown-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const output: string[] = []
  t.mock.method(process.stdout, 'write', (text: string) => output.push(text) > 0)
  const database = { engine: 'sqlite', path: join(folder, 'corpus.db') } as const
  showCredentials({ key: null, adminToken: null, ...of }, { database, home: 'https://library.example', isTerminal })
  t.mock.restoreAll()
  return { output: output.join(''), files: readdirSync(folder) }
}

test('on a terminal the first key and link are shown, and no file is made', (t) => {
  const { output, files } = shownTo(t, { isTerminal: true })
  assert.match(output, /API key {4}lv_live_KEY {2}/u)
  assert.match(output, /sign in {4}https:\/\/library\.example\/console\/link\?token=TOKEN {2}/u)
  assert.deepEqual(files, [])
})

test('elsewhere only the file with them is named', (t) => {
  const { output, files } = shownTo(t, { isTerminal: false })
  assert.doesNotMatch(output, /KEY|TOKEN/u)
  assert.equal(files.length, 1)
  assert.ok(output.includes(files[0] ?? ''))
})

test('a start that makes neither says nothing and makes no file', (t) => {
  assert.deepEqual(shownTo(t, { isTerminal: false, of: {} }), { output: '', files: [] })
})
