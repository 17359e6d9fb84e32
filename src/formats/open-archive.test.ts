import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Failure, messageOf } from '#core/failure.ts'
import { zipOf, type ZippedFile } from '../../test/support/zip.ts'
import { openFileOrArchive } from './open-archive.ts'

async function* inPieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size)
}

/** The files of an archive with their content, or why they are not read; or why the whole is not. */
const filesIn = async (bytes: Buffer, size?: number): Promise<string[]> => {
  const found: string[] = []
  try {
    const source = await openFileOrArchive(inPieces(bytes, size))
    assert.ok('files' in source)
    for await (const file of source.files)
      if ('reason' in file) found.push(`${file.name} ! ${file.reason}`)
      else
        found.push(
          await Array.fromAsync(file.content.bytes).then(
            (pieces) => `${file.name}: ${Buffer.concat(pieces).toString()}`,
            (error: unknown) => `${file.name} ! ${messageOf(error)}`,
          ),
        )
  } catch (error) {
    assert.ok(error instanceof Failure, messageOf(error))
    found.push(`${error.code} ${error.message}`)
  }
  return found
}

const one = (file: Partial<ZippedFile>): Buffer => zipOf([{ name: 'a.txt', content: 'text', ...file }])

test('the files of an archive are read by its directory, however they are packed', async () => {
  const archive = zipOf([
    { name: 'folder/', content: '' },
    { name: 'folder/ä.txt', content: 'deflated' },
    { name: 'stored.txt', content: 'stored', method: 0 },
    { name: 'piped.txt', content: 'piped', hasDescriptor: true },
    { name: 'empty.txt', content: '' },
    { name: '__MACOSX/._stored.txt', content: 'notes' },
  ])
  const files = ['folder/ä.txt: deflated', 'stored.txt: stored', 'piped.txt: piped', 'empty.txt: ']
  assert.deepEqual(await filesIn(archive), files)
  assert.deepEqual(await filesIn(archive, 1), files)
  assert.deepEqual(await filesIn(zipOf([])), [])
  const long = 'x'.repeat(300_000)
  assert.deepEqual(await filesIn(one({ content: long })), [`a.txt: ${long}`])
})

test('names are never paths, and have no signs that a terminal obeys', async () => {
  assert.deepEqual(
    await filesIn(
      zipOf([
        { name: '../../etc/passwd', content: 'a' },
        { name: '/tmp/b', content: 'b' },
        { name: 'c\u001b[2J\u202e', content: 'c' },
      ]),
    ),
    ['../../etc/passwd: a', '/tmp/b: b', 'c?[2J?: c'],
  )
})

test('a file that cannot be read is named with the reason, and the next one is read', async () => {
  const next = { name: 'next.txt', content: 'next' }
  const faults: [Partial<ZippedFile>, RegExp][] = [
    [{ flags: 1 }, /^a\.txt ! It is encrypted/u],
    [{ method: 14 }, /^a\.txt ! It is not compressed by Deflate/u],
    [{ content: 'text', crc: 1 }, /^a\.txt ! It is damaged in the archive: its checksum is wrong\.$/u],
    [{ content: 'text'.repeat(1_000), size: 100 }, /^a\.txt ! It is damaged in the archive: too many bytes/u],
    [{ size: 10_000 }, /^a\.txt ! It is damaged in the archive: not enough bytes/u],
    [{ content: zipOf([next]) }, /^a\.txt ! An archive in an archive is not read/u],
    [{ content: gzipSync('text') }, /^a\.txt ! An archive in an archive is not read/u],
    [{ content: '%PDF-1.7\n' }, /^a\.txt ! A PDF in an archive is not read/u],
  ]
  for (const [file, reason] of faults) {
    const [fault = '', after] = await filesIn(zipOf([{ name: 'a.txt', content: 'text', ...file }, next]))
    assert.match(fault, reason)
    assert.equal(after, 'next.txt: next')
  }
})

test('an archive that is damaged, or larger than it looks, is refused as a whole', async () => {
  const archive = one({})
  const refused: [Buffer, RegExp][] = [
    [archive.subarray(0, -10), /^unsupported_media_type The ZIP archive cannot be read: End of central directory/u],
    [gzipSync(archive), /cannot be read: it is compressed once more; unpack it once\.$/u],
    [zipOf([{ name: 'a', content: 'a' }], 3), /cannot be read: /u],
    [zipOf([], 10_001), /it may have at most 10000 files/u],
    [one({ size: 1_073_741_825 }), /its files may have at most 1073741824 bytes/u],
    [
      zipOf([
        { name: 'a', content: 'aa' },
        { name: 'b', content: 'bb', offset: 0 },
      ]),
      /its files overlap/u,
    ],
    [one({ name: '[Content_Types].xml' }), /This is an Office document/u],
  ]
  for (const [bytes, reason] of refused) {
    const found = await filesIn(bytes)
    assert.equal(found.length, 1)
    assert.match(found[0] ?? '', reason)
  }
})
