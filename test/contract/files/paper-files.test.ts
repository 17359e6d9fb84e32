import assert from 'node:assert/strict'
import { announceFile, attachFile, detachFile, permitFiles, takeUnusedFiles } from '#actions/paper-files.ts'
import { Failure } from '#core/failure.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines, migratedFile } from '../../support/database/engines.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { testRunner, fakeClock, recordingLog } from '../../support/ports.ts'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { temporaryFolder, samplePdf, wholeOf } from '../../support/files.ts'
import { storedFile } from '../../support/service/test-service.ts'
import { commandInProcess } from '../../support/process/process-corpus.ts'
import { folderStore } from '#files/folder-store.ts'

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
const actor = 'editor:test'
const refusesWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

const opened = async (store: Store) => {
  const clock = fakeClock('2026-11-22T10:00:00.000Z')
  const run = await testRunner({ store, clock })
  const announce = (sha256: string, bytes = 100, quota = 1_000) => run(announceFile, { sha256, bytes, quota, actor })
  const add = async (paperId: string, sha256: string) => {
    await announce(sha256)
    await run(attachFile, { paperId, sha256, bytes: 100, name: `folder/${sha256[0]}.pdf`, actor })
  }
  const shown = async (id: string) => {
    const found = await store.public.papers.find(id)
    return found?.state === 'accepted' ? found.paper.openFile : found?.state
  }
  return { clock, run, announce, add, shown }
}

const open = { license: 'https://creativecommons.org/licenses/by/4.0/' }

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('the newest file of a paper is shown while it is public and its licence allows it', async (store) => {
    const { run, add, shown } = await opened(store)
    await addPapers(
      store,
      newPaper({ id: 'p1', ...open }),
      newPaper({ id: 'p2' }),
      newPaper({ id: 'p3', ...open }, 'pending'),
    )
    for (const id of ['p1', 'p2', 'p3']) await add(id, A)
    const before = store.currentRevision()
    await add('p1', B)
    assert.ok(store.currentRevision() > before)
    assert.deepEqual([await shown('p1'), await shown('p2'), await shown('p3')], [B, undefined, undefined])
    assert.equal((await store.public.files.findOpen(A))?.paperId, 'p1', 'older links lead on')
    const { files } = await store.private.files.getByPaper('p1')
    assert.deepEqual(
      files.map(({ sha256, name, version, addedBy }) => [sha256, name, version, addedBy]),
      [
        [B, 'b.pdf', 1, actor],
        [A, 'a.pdf', 1, actor],
      ],
    )
    await run(detachFile, { paperId: 'p1', sha256: B, actor })
    assert.equal(await shown('p1'), A)
    assert.equal(await store.public.files.findOpen(B), null)
    await assert.rejects(run(detachFile, { paperId: 'p1', sha256: B, actor }), refusesWith('not_found'))
    await assert.rejects(
      run(attachFile, { paperId: 'p9', sha256: A, bytes: 1, name: 'a', actor }),
      refusesWith('not_found'),
    )
  })

  contract('an editor has the last word on passing files on', async (store) => {
    const { run, add, shown } = await opened(store)
    await addPapers(store, newPaper({ id: 'p1', ...open }), newPaper({ id: 'p2' }))
    await add('p1', A)
    await add('p2', B)
    const say = (paperId: string, permission: 'allowed' | 'refused' | null) =>
      run(permitFiles, { paperId, permission, actor })
    await say('p1', 'refused')
    await say('p2', 'allowed')
    assert.deepEqual([await shown('p1'), await shown('p2')], [undefined, B])
    assert.equal(await store.public.files.findOpen(A), null)
    assert.equal((await store.private.files.findAny(A))?.paperId, 'p1')
    await say('p1', null)
    await say('p2', null)
    assert.deepEqual([await shown('p1'), await shown('p2')], [A, undefined])
    const audited = (await store.private.audit.listAfter(0, 100)).filter(
      ({ act, subject }) => act === 'file.permit' && subject === 'p2',
    )
    assert.deepEqual(
      audited.map(({ before, after }) => [before, after]),
      [
        ['{"permission":null}', '{"permission":"allowed"}'],
        ['{"permission":"allowed"}', '{"permission":null}'],
      ],
    )
  })

  contract('files are counted once, and the quota is not exceeded', async (store) => {
    const { announce, add } = await opened(store)
    await addPapers(store, newPaper({ id: 'p1' }), newPaper({ id: 'p2' }))
    await add('p1', A)
    await add('p2', A)
    assert.deepEqual(await store.private.files.usage(), { files: 1, bytes: 100, unused: 0 })
    await assert.rejects(announce(B, 901), refusesWith('storage_full'))
    assert.deepEqual(await store.private.files.usage(), { files: 1, bytes: 100, unused: 0 })
    assert.equal(await announce(A, 100, 100), false, 'a file that is here already takes no room')
    assert.equal(await announce(B, 900), true)
    assert.deepEqual(await store.private.files.usage(), { files: 2, bytes: 1_000, unused: 1 })
  })

  contract(
    'a file that nothing refers to goes after a while, and not under the hands of who brings it again',
    async (store) => {
      const { clock, run, announce, add } = await opened(store)
      await addPapers(store, newPaper({ id: 'p1' }))
      await add('p1', A)
      await add('p1', B)
      await add('p1', C)
      for (const sha256 of [A, B]) await run(detachFile, { paperId: 'p1', sha256, actor })
      clock.advance(RETENTION_DAYS.unusedFile * 86_400 - 1)
      assert.deepEqual(await run(takeUnusedFiles, 10), [])
      await announce(B)
      clock.advance(2)
      assert.deepEqual(await run(takeUnusedFiles, 10), [A], 'the wait of the other began anew')
      await assert.rejects(announce(A), refusesWith('unavailable'))
      await run((tx) => tx.files.forget(A), null)
      assert.equal(await announce(A), true)
      const known = await store.private.files.list(null, 10)
      assert.deepEqual(
        known.map(({ sha256, papers, unusedSince }) => [sha256, papers, unusedSince !== null]),
        [
          [A, [], true],
          [B, [], true],
          [C, ['p1'], false],
        ],
      )
    },
  )
}

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
