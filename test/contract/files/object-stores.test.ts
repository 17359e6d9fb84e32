import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderObjects } from '#files/folder-objects.ts'
import { s3Objects } from '#files/s3-objects.ts'
import type { ObjectStore } from '#ports/object-store.ts'
import { bucketServer, CREDENTIALS } from '../../support/files/bucket-server.ts'
import { temporaryFolder } from '../../support/files.ts'
import { refusesWith } from '../../support/ports.ts'

/** A store for one test, and the folder with its incomplete objects. */
type Opened = { objects: ObjectStore; incoming: string; directory: string }

const openFolder = async (t: TestContext): Promise<Opened> => {
  const directory = await temporaryFolder(t)
  return { objects: folderObjects(directory), incoming: join(directory, 'incoming'), directory }
}

const openBucket = async (t: TestContext): Promise<Opened> => {
  const { endpoint, directory } = await bucketServer(t)
  const incoming = await temporaryFolder(t)
  return { objects: s3Objects({ ...CREDENTIALS, bucket: 'files', endpoint }, incoming), incoming, directory }
}

const kinds: { name: string; open: (t: TestContext) => Promise<Opened> }[] = [
  { name: 'folder', open: openFolder },
  { name: 'bucket', open: openBucket },
]

const MEBIBYTE = 2 ** 20

/** Pieces that all differ, so that one in another place would be noticed. */
async function* numberedPieces(bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0, number = 0; at < bytes; at += MEBIBYTE, number += 1) {
    const piece = Buffer.alloc(Math.min(MEBIBYTE, bytes - at), number % 251)
    piece[0] = number >> 8
    yield piece
  }
}

const digestOf = async (pieces: AsyncIterable<Uint8Array>) => {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    digest.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: digest.digest('hex') }
}

for (const { name, open } of kinds) {
  test(`${name}: an object of one part, of exactly one, of more than one and of many comes back whole`, async (t) => {
    const { objects, incoming } = await open(t)
    for (const bytes of [1, 16 * MEBIBYTE, 16 * MEBIBYTE + 1, 50 * MEBIBYTE]) {
      const expected = await digestOf(numberedPieces(bytes))
      assert.deepEqual(await objects.put('database/big.age', numberedPieces(bytes)), expected)
      assert.deepEqual(await digestOf(objects.read('database/big.age')), expected, `${bytes} bytes`)
    }
    assert.deepEqual(await readdir(incoming), [])
    await objects.remove('database/big.age')
    await objects.remove('database/big.age')
    await assert.rejects(digestOf(objects.read('database/big.age')), refusesWith('not_found'))
  })

  test(`${name}: content that breaks off leaves the older object`, async (t) => {
    const { objects, incoming } = await open(t)
    const before = await objects.put('big', numberedPieces(4))
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* numberedPieces(40 * MEBIBYTE)
      throw new Error('the disk ended')
    }
    await assert.rejects(objects.put('big', broken()), /the disk ended/u)
    assert.deepEqual(await digestOf(objects.read('big')), before)
    assert.deepEqual(await readdir(incoming), [])
  })
}

/** The requests of this process that send a part, as they are made. */
const watchParts = (t: TestContext): string[] => {
  const parts: string[] = []
  const note = (message: unknown): void => {
    const { request } = message as { request: { method: string; path: string } }
    if (request.method === 'PUT' && request.path.includes('partNumber=')) parts.push(request.path)
  }
  subscribe('undici:request:create', note)
  t.after(() => unsubscribe('undici:request:create', note))
  return parts
}

test('bucket: what is larger than 16 MiB is sent in parts of that size', async (t) => {
  const { objects } = await openBucket(t)
  const parts = watchParts(t)
  await objects.put('small', numberedPieces(16 * MEBIBYTE))
  assert.equal(parts.length, 0)
  await objects.put('big', numberedPieces(33 * MEBIBYTE))
  const numbers = parts.map((path) => Number(new URLSearchParams(path.split('?')[1]).get('partNumber')))
  assert.deepEqual(new Set(numbers), new Set([1, 2, 3]))
})

test('bucket: a service that takes no parts stores nothing, and the failure says so', async (t) => {
  const { objects, directory, incoming } = await openBucket(t)
  // Where this service would keep parts.
  await writeFile(join(directory, 'files', '._S3rver_uploads'), '')
  await assert.rejects(objects.put('big', numberedPieces(17 * MEBIBYTE)), refusesWith('unavailable'))
  await assert.rejects(digestOf(objects.read('big')), refusesWith('not_found'))
  assert.deepEqual(await readdir(incoming), [])
})
