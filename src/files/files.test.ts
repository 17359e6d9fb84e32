import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Failure } from '#core/failure.ts'
import type { FileStore } from '#ports/file-store.ts'
import { addPapers, newPaper } from '../../test/support/database/stored.ts'
import { type Ending, inPieces, samplePdf, sha256Of, temporaryFileStore } from '../../test/support/files.ts'
import { sqliteEngine } from '../../test/support/database/engines.ts'
import { testRunner, fakeClock, recordingLog } from '../../test/support/ports.ts'
import { storeFile } from './files.ts'

const clock = fakeClock()
const ending: Ending = { after }
const store = await sqliteEngine.open(ending, { clock, log: recordingLog([]) })
after(() => store.close())
const run = await testRunner({ store, clock })
await addPapers(store, newPaper({ id: 'p1' }))

const send = (files: FileStore, content: AsyncIterable<Uint8Array>, paperId = 'p1', filesQuota = 10_000) =>
  storeFile({ run, files, filesQuota }, { content, paperId, name: 'a.pdf', actor: 'test' })

/** What is kept, by the store and by the database. */
const held = async (files: FileStore) => ({
  stored: (await Array.fromAsync(files.list())).length,
  known: (await store.private.files.usage()).files,
})

const refusesWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

async function* torn(): AsyncGenerator<Uint8Array> {
  yield samplePdf('torn').subarray(0, 100)
  throw new Failure('malformed', 'The connection ended before the body was complete.')
}

test('what is torn, no PDF or too much leaves nothing', async (t) => {
  const files = temporaryFileStore({ after: (close) => t.after(close) })
  await assert.rejects(send(files, torn()), refusesWith('malformed'))
  await assert.rejects(send(files, inPieces(samplePdf('cut', 5_000).subarray(0, 3_000))), refusesWith('invalid'))
  await assert.rejects(send(files, inPieces(samplePdf('much')), 'p1', 100), refusesWith('storage_full'))
  assert.deepEqual(await held(files), { stored: 0, known: 0 })
})

test('a file that its store cannot keep is forgotten, and comes whole the next time', async (t) => {
  const files = temporaryFileStore({ after: (close) => t.after(close) })
  const full: FileStore = {
    ...files,
    stage: async (content) => ({
      ...(await files.stage(content)),
      keep: () => Promise.reject(new Failure('storage_full', 'The disk for files is full.')),
    }),
  }
  const bytes = samplePdf('whole', 4_000)
  await assert.rejects(send(full, inPieces(bytes)), refusesWith('storage_full'))
  assert.deepEqual(await held(files), { stored: 0, known: 0 })
  assert.deepEqual(await send(files, inPieces(bytes)), { sha256: sha256Of(bytes), bytes: 4_000 })
  assert.deepEqual(await held(files), { stored: 1, known: 1 })
})

test('a file for a paper that is not there stays unused until the job removes it', async (t) => {
  const files = temporaryFileStore({ after: (close) => t.after(close) })
  const before = await store.private.files.usage()
  await assert.rejects(send(files, inPieces(samplePdf('nobody')), 'p9'), refusesWith('not_found'))
  assert.equal((await store.private.files.usage()).unused, before.unused + 1)
})
