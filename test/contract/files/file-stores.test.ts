import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { appendFile, chmod, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Failure } from '#core/failure.ts'
import type { FileStore } from '#ports/file-store.ts'
import { S3mini } from 's3mini'
import { s3Store } from '#files/s3-store.ts'
import { folderStore } from '#files/folder-store.ts'
import { bucketServer, CREDENTIALS } from '../../support/files/bucket-server.ts'
import { temporaryFolder, inPieces, sha256Of, wholeOf } from '../../support/files.ts'

const refusesWith = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

/** A store for one test, and how bytes get into it past all checks. */
type Opened = { files: FileStore; tamper: (sha256: string, more: string) => Promise<void> }
type Kind = { name: string; open: (t: TestContext) => Promise<Opened> }

const folder: Kind = {
  name: 'folder',
  open: async (t) => {
    const path = join(await temporaryFolder(t), 'files')
    const files = folderStore(path)
    return { files, tamper: (sha256, more) => appendFile(join(path, sha256.slice(0, 2), sha256), more) }
  },
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('the first piece')
  throw new Failure('malformed', 'The connection ended.')
}

const s3: Kind = {
  name: 'S3',
  open: async (t) => {
    const { endpoint } = await bucketServer(t)
    const client = new S3mini({ ...CREDENTIALS, endpoint: `${endpoint}/files` })
    return {
      files: s3Store({ ...CREDENTIALS, bucket: 'files', endpoint }),
      tamper: async (sha256, more) => {
        const before = Buffer.from((await client.getObjectArrayBuffer(sha256)) ?? new ArrayBuffer(0))
        await client.putObject(sha256, Buffer.concat([before, Buffer.from(more)]))
      },
    }
  },
}

const stores: Kind[] = [folder, s3]

const kept = async (files: FileStore, bytes: Uint8Array): Promise<string> => {
  const staged = await files.stage(inPieces(bytes))
  await staged.keep()
  await staged.discard()
  return staged.sha256
}

const listed = async (files: FileStore) => Array.fromAsync(files.list())

for (const { name, open } of stores) {
  test(`${name}: what is kept comes back, whole and in parts`, async (t) => {
    const { files } = await open(t)
    const bytes = randomBytes(200_000)
    const staged = await files.stage(inPieces(bytes, 7_001))
    assert.deepEqual([staged.sha256, staged.bytes], [sha256Of(bytes), 200_000])
    assert.equal(await files.head(staged.sha256), null, 'it is there before it is kept')
    await staged.keep()
    await staged.discard()
    assert.deepEqual(await files.head(staged.sha256), { bytes: 200_000 })
    assert.ok((await wholeOf(files.read(staged.sha256))).equals(bytes))
    for (const [first, last] of [
      [0, 0],
      [0, 199_999],
      [65_535, 65_536],
      [199_999, 199_999],
      [1_000, 150_000],
    ] as const)
      assert.ok(
        (await wholeOf(files.read(staged.sha256, { first, last }))).equals(bytes.subarray(first, last + 1)),
        `${first}-${last}`,
      )
  })

  test(`${name}: the same content is one file, and a list names each once`, async (t) => {
    const { files } = await open(t)
    assert.deepEqual(await listed(files), [])
    const all = Array.from({ length: 5 }, (_, index) => Buffer.from(`file ${index}`))
    for (const bytes of [...all, ...all]) await kept(files, bytes)
    const expected = all.map((bytes) => ({ sha256: sha256Of(bytes), bytes: bytes.byteLength }))
    assert.deepEqual(
      await listed(files),
      expected.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    )
  })

  test(`${name}: what breaks off, and what is discarded, leaves nothing`, async (t) => {
    const { files } = await open(t)
    await assert.rejects(files.stage(broken()), refusesWith('malformed'))
    const { sha256, path, discard } = await files.stage(inPieces(Buffer.from('not kept')))
    await discard()
    await assert.rejects(stat(path), { code: 'ENOENT' })
    assert.equal(await files.head(sha256), null)
    assert.deepEqual(await listed(files), [])
  })

  test(`${name}: what is not there is not found, and is removed without complaint`, async (t) => {
    const { files } = await open(t)
    const sha256 = await kept(files, Buffer.from('here'))
    await files.remove(sha256)
    await files.remove(sha256)
    assert.equal(await files.head(sha256), null)
    await assert.rejects(wholeOf(files.read(sha256)), refusesWith('not_found'))
    await assert.rejects(wholeOf(files.read(sha256, { first: 0, last: 1 })), refusesWith('not_found'))
  })

  test(`${name}: a file that was changed is not given out whole`, async (t) => {
    const { files, tamper } = await open(t)
    const bytes = randomBytes(100_000)
    const sha256 = await kept(files, bytes)
    await tamper(sha256, 'x')
    const given: Uint8Array[] = []
    const read = async () => {
      for await (const piece of files.read(sha256)) given.push(piece)
    }
    await assert.rejects(read(), refusesWith('unavailable'))
    assert.ok(Buffer.concat(given).byteLength < bytes.byteLength, 'by the count of its bytes it would seem whole')
  })
}

test('a folder is for its owner alone, and holds nothing of uploads that ended', async (t) => {
  const path = join(await temporaryFolder(t), 'a', 'files')
  const files = folderStore(path)
  const sha256 = await kept(files, Buffer.from('private'))
  const modes = await Promise.all(
    [path, join(path, sha256.slice(0, 2)), join(path, sha256.slice(0, 2), sha256)].map(async (each) =>
      ((await stat(each)).mode & 0o777).toString(8),
    ),
  )
  assert.deepEqual(modes, ['700', '700', '600'])
  assert.deepEqual(await readdir(join(path, 'incoming')), [])
})

test('what uploads left behind in a folder is removed after a while, and no other file', async (t) => {
  const path = join(await temporaryFolder(t), 'files')
  const files = folderStore(path)
  await files.removeLeftovers(new Date())
  const sha256 = await kept(files, Buffer.from('stays'))
  const [old, young] = ['old', 'young'].map((name) => join(path, 'incoming', name)) as [string, string]
  for (const each of [old, young]) await writeFile(each, 'torn')
  const then = new Date('2026-01-01T00:00:00Z')
  await utimes(old, then, then)
  await files.removeLeftovers(new Date('2026-01-02T00:00:00Z'))
  assert.deepEqual(await readdir(join(path, 'incoming')), ['young'])
  assert.deepEqual(await files.head(sha256), { bytes: 5 })
})

test('a folder that cannot be written to is a failure of the store', async (t) => {
  const path = join(await temporaryFolder(t), 'files')
  await writeFile(path, 'a file where the folder should be')
  const files = folderStore(path)
  await assert.rejects(files.stage(inPieces(Buffer.from('x'))), refusesWith('unavailable'))
  await assert.rejects(files.head(createHash('sha256').digest('hex')), refusesWith('unavailable'))
})

test('a bucket that is not there, keys that are wrong and a server that is gone are failures of the store', async (t) => {
  const { endpoint } = await bucketServer(t)
  const sha256 = sha256Of(Buffer.from('any'))
  const wrongKey = s3Store({ ...CREDENTIALS, bucket: 'files', endpoint, accessKeyId: 'another' })
  const noBucket = s3Store({ ...CREDENTIALS, bucket: 'another', endpoint })
  const noServer = s3Store({ ...CREDENTIALS, bucket: 'files', endpoint: 'http://127.0.0.1:9' })
  for (const files of [noServer, noBucket, wrongKey])
    await assert.rejects(kept(files, Buffer.from('any')), refusesWith('unavailable'), files.place)
  await assert.rejects(noServer.head(sha256), refusesWith('unavailable'))
  await assert.rejects(wholeOf(noServer.read(sha256)), refusesWith('unavailable'))
  await assert.rejects(noServer.remove(sha256), refusesWith('unavailable'))
})

test('what comes in for a bucket is not written into a folder of somebody else', async (t) => {
  const temporary = await temporaryFolder(t)
  const { TMPDIR } = process.env
  process.env.TMPDIR = temporary
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  const files = s3Store({ ...CREDENTIALS, bucket: 'files', endpoint: 'http://127.0.0.1:9' })
  const staged = await files.stage(inPieces(Buffer.from('any')))
  await staged.discard()
  const [folderName = ''] = await readdir(temporary)
  await chmod(join(temporary, folderName), 0o777)
  await assert.rejects(files.stage(inPieces(Buffer.from('any'))), refusesWith('unavailable'))
})
