import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadInTurns } from './load-in-turns.ts'

test('modules are run one after the other, what is needed first, and others have turns between them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-load-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = {
    'entry.ts':
      "import { b } from './b.ts'\nimport type { None } from './none.ts'\nexport { c } from './c.ts'\nlog('entry')\n",
    'b.ts': "import {\n  c,\n} from './c.ts'\nimport { join } from 'node:path'\nexport const b = 1\nlog('b')\n",
    'c.ts': "export const c = 2\nlog('c')\n",
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text.replaceAll(/log\('(\w+)'\)/gu, "globalThis.loadedInTurns.push('$1')"))
  const run: string[] = []
  Object.assign(globalThis, { loadedInTurns: run })
  let isOver = false
  const note = (): void => {
    if (run.at(-1) !== 'turn' && run.length > 0) run.push('turn')
    if (!isOver) setImmediate(note)
  }
  setImmediate(note)
  await loadInTurns(pathToFileURL(join(folder, 'entry.ts')))
  isOver = true
  assert.deepEqual(run.slice(0, 5), ['c', 'turn', 'b', 'turn', 'entry'])
})
