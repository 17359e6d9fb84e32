import assert from 'node:assert/strict'
import { announceFile } from '#actions/files/announce-file.ts'
import { attachFile } from '#actions/files/attach-file.ts'
import { detachFile } from '#actions/files/detach-file.ts'
import { permitFiles } from '#actions/files/permit-files.ts'
import { takeUnusedFiles } from '#actions/files/take-unused-files.ts'
import { forgetFile } from '#actions/files/forget-file.ts'
import { Failure } from '#core/failure.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'

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
    const { files } = await store.private.files.ofPaper('p1')
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
      await run(forgetFile, A)
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
