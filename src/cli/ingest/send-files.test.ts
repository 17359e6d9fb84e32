import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { PAPER_LINES, SENT_RECORDS } from '#imports/read-lines.ts'
import { temporaryFolder } from '../../../test/support/files.ts'
import { zipOf } from '../../../test/support/zip.ts'
import { chunksOf, type Chunk } from './send-files.ts'

const line = (number: number): string => `{"id":"p${number}","title":"A","authors":["B"],"year":2025}\n`

const chunksIn = async (path: string): Promise<Chunk[]> =>
  (await Array.fromAsync(chunksOf({ path, bytes: 0 }))).filter((chunk) => 'body' in chunk)

test('a file becomes the same chunks of whole records every time, with the number of their first line', async (t) => {
  const folder = await temporaryFolder(t)
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const papers = Array.from({ length: 1_100 }, (_, index) => line(index)).join('')
  const path = await file('papers.jsonl', papers)
  const chunks = await chunksIn(path)
  assert.deepEqual(
    chunks.map(({ type, firstLine, records, file: name }) => [type, firstLine, records, name]),
    [
      [PAPER_LINES, 1, 500, 'papers.jsonl'],
      [PAPER_LINES, 501, 500, 'papers.jsonl'],
      [PAPER_LINES, 1_001, 100, 'papers.jsonl'],
    ],
  )
  assert.equal(Buffer.concat(chunks.map(({ body }) => body)).toString(), papers)
  assert.deepEqual(await chunksIn(path), chunks)
  const more = await chunksIn(await file('more.jsonl', papers + line(2_000)))
  assert.deepEqual(
    more.slice(0, 2).map(({ body }) => body),
    chunks.slice(0, 2).map(({ body }) => body),
    'the chunks already sent of a file that grew are recognised',
  )
  const [records] = await chunksIn(await file('a.bib', '@misc{a, title={One}}\n@misc{b, title={Two}}'))
  assert.deepEqual([records?.type, records?.records], [SENT_RECORDS, 2])
})

test('a line larger than a request may be is reported and left out', async (t) => {
  const path = join(await temporaryFolder(t), 'papers.jsonl')
  const long = `{"id":"p2","authors":["B"],"fullText":"${'x'.repeat(10_500_000)}"}`
  await writeFile(path, `{"id":"p1","authors":["B"]}\n${long}\n{"id":"p3","authors":["B"]}\n`)
  const found = await Array.fromAsync(chunksOf({ path, bytes: 0 }))
  assert.deepEqual(
    found.map((one) => ('body' in one ? [one.firstLine, one.records] : one.position)),
    [[1, 1], 'line 2', [3, 1]],
  )
})

test('the files of an archive are sent under their names', async (t) => {
  const path = join(await temporaryFolder(t), 'all.zip')
  const files = [
    { name: 'papers.jsonl', content: line(1) + line(2) },
    { name: 'notes.txt', content: 'None.' },
    { name: 'a.bib', content: '@misc{a, title={One}}' },
  ]
  await writeFile(path, zipOf(files))
  const found = await Array.fromAsync(chunksOf({ path, bytes: 0 }))
  assert.deepEqual(
    found.map((one) => ('body' in one ? [one.type, one.file, one.archived, one.records] : one.position)),
    [
      [PAPER_LINES, 'all.zip: papers.jsonl', 'papers.jsonl', 2],
      'notes.txt',
      [SENT_RECORDS, 'all.zip: a.bib', 'a.bib', 1],
    ],
  )
})
