import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { migratedFile } from '../../support/database/engines.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'
import { samplePdf, wholeOf } from '../../support/files/sample-pdf.ts'
import { storedFile } from '../../support/files/stored-file.ts'
import { commandInProcess } from '../../support/process/command-in-process.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { folderStore } from '../../../src/files/stores/folder-store.ts'

type Report = { files: { files: number; copied: number; faults: { sha256: string; fault: string }[] } }

test('files go with a backup, come back with a restore, and are compared on the way', async (t) => {
  const folder = await temporaryFolder(t)
  const at = (name: string): string => join(folder, name)
  const database = await migratedFile(t)
  const files = folderStore(at('files'))
  const store = await openSqliteStore(database, { clock: fakeClock(), log: recordingLog([]) })
  const run = await testRunner({ store, clock: fakeClock() })
  await addPapers(store, newPaper({ id: 'p1' }))
  const contents = ['one', 'two', 'three'].map((word) => samplePdf(word, 5_000))
  const digests: string[] = []
  for (const bytes of contents) digests.push(await storedFile({ run, files }, 'p1', bytes))
  await store.close()

  const environment = { DATABASE_URL: `sqlite:${database}`, FILES: `file:${at('files')}`, LOG_LEVEL: 'silent' }
  const command = async (more: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = await commandInProcess([...args, '--json'], { ...environment, ...more })
    return { code, stderr, report: (stdout === '' ? null : JSON.parse(stdout)) as Report | null }
  }
  const outcome = ({ code, report }: Awaited<ReturnType<typeof command>>) => [
    code,
    report?.files.files,
    report?.files.copied,
    report?.files.faults,
  ]

  assert.deepEqual(outcome(await command({}, 'backup', at('a.db'))), [0, 3, 3, []])
  assert.deepEqual(outcome(await command({}, 'restore', '--verify', at('a.db'))), [0, 3, 0, []])
  // A folder that many backups share takes each file once.
  const shared = ['--files', at('shared')]
  assert.deepEqual(outcome(await command({}, 'backup', at('b.db'), ...shared)), [0, 3, 3, []])
  assert.deepEqual(outcome(await command({}, 'backup', at('c.db'), ...shared)), [0, 3, 0, []])

  const there = { DATABASE_URL: `sqlite:${at('restored.db')}`, FILES: `file:${at('restored')}` }
  assert.deepEqual(outcome(await command(there, 'restore', at('a.db'))), [0, 3, 3, []])
  for (const [index, sha256] of digests.entries())
    assert.deepEqual(await wholeOf(folderStore(at('restored')).read(sha256)), contents[index])

  const copied = await command(
    {},
    'copy',
    `sqlite:${database}`,
    `sqlite:${at('d.db')}`,
    '--files-to',
    `file:${at('d')}`,
  )
  assert.deepEqual(outcome(copied), [0, 3, 3, []])

  const [lost, changed] = digests.toSorted() as [string, string, string]
  await rm(join(at('files'), lost.slice(0, 2), lost))
  await writeFile(join(at('files'), changed.slice(0, 2), changed), 'other bytes')
  const faults = [
    { sha256: lost, fault: 'missing' },
    { sha256: changed, fault: 'changed' },
  ]
  const faulty = await command({}, 'backup', at('e.db'))
  assert.deepEqual(outcome(faulty), [1, 3, 1, faults])
  assert.match(faulty.stderr, new RegExp(`The file ${lost} is missing`, 'u'))
  // The backup before has them still.
  assert.deepEqual(outcome(await command({}, 'restore', '--verify', at('a.db'))), [0, 3, 0, []])
  const without = await command({}, 'backup', at('f.db'), '--without-files')
  assert.deepEqual([without.code, without.report?.files], [0, undefined])
})
