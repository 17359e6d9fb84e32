import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Dump } from '#core/dumps/dump.ts'
import { migratedFile } from '../../support/database/engines.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'
import { commandInProcess } from '../../support/process/command-in-process.ts'
import { longview } from '../../support/process/longview-process.ts'

test('a dump is made in a thread where the corpus is another one, and printed', async (t) => {
  const folder = join(await temporaryFolder(t), 'dumps')
  const environment = { DATABASE_URL: `sqlite:${await migratedFile(t)}`, DUMPS: folder }
  const made = await longview(['dump', '--json'], environment)
  assert.equal(made.code, 0, made.stderr)
  const [dump, ...others] = JSON.parse(made.stdout) as Dump[]
  assert.deepEqual([dump?.seq, others.length, dump?.files[0]?.counts], [0, 0, { chapter: 7 }])
  assert.deepEqual(
    (await readdir(folder)).toSorted(),
    [
      ...(dump?.files ?? []).map(({ name }) => name),
      `longview-${dump?.id}.json`,
      `longview-${dump?.id}-texts.ids`,
    ].toSorted(),
  )
  const again = await commandInProcess(['dump'], environment)
  assert.match(again.stdout, new RegExp(`^made at[^\\n]*\\n[^\\n]*longview-${dump?.id}-records`, 'u'))
  const off = await commandInProcess(['dump', '--list'], { ...environment, DUMPS: 'off' })
  assert.notEqual(off.code, 0)
  assert.match(off.stderr, /DUMPS/u)
})
