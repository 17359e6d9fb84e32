import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { recordText } from '#core/imports/imported-record.ts'
import { madePdf, paragraph } from '../../test/support/pdf.ts'
import { zipOf } from '../../test/support/zip.ts'
import { openContentReader, type BytesOrder, type ContentReader } from './content-reader.ts'
import type { CheckedPiece } from './read-content.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const orderOf = (content: string | Uint8Array, ingestSession: string | null = null): BytesOrder => ({
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  given: null,
  origin: { place: 'a file', now, onlyOf: null, ingestSession },
})

const entry = (title: string): string => `@misc{a, title = {${title}}, author = {Example, Ada}, year = {2024}}\n`

const recordsOf = async (pieces: AsyncIterable<CheckedPiece>): Promise<CheckedPiece['records'][number][]> => {
  const records: CheckedPiece['records'][number][] = []
  for await (const piece of pieces) records.push(...piece.records)
  return records
}

/** The title of each record, or why it is none. */
const outcomes = async (reader: ContentReader, order: BytesOrder): Promise<unknown[]> =>
  (await recordsOf(reader.read(order))).map((record) =>
    'reason' in record
      ? record.reason
      : 'paper' in record
        ? record.paper.title
        : 'key' in record
          ? record.key
          : record.title,
  )

test('a source is read in a process, with all that a record has', async (t) => {
  const reader = openContentReader()
  t.after(() => reader.close())
  const [record] = await recordsOf(reader.read(orderOf(gzipSync(entry('{\\"O}sterreich')))))
  assert.ok(record !== undefined && 'paper' in record && 'source' in record)
  assert.equal(record.paper.title, 'Österreich')
  assert.ok(record.source.record instanceof Uint8Array)
  assert.equal(recordText(record.source), entry('{\\"O}sterreich').trimEnd())
  await assert.rejects(outcomes(reader, orderOf('Nothing that anybody knows.')), { code: 'unsupported_media_type' })
  assert.deepEqual(await outcomes(reader, orderOf(entry('Next'))), ['Next'], 'a refusal does not end it')
})

test('sources are read in turn, and the chunks of a session beside them', async (t) => {
  const reader = openContentReader()
  t.after(() => reader.close())
  const first = reader.read(orderOf(entry('First').repeat(1_000)))
  await first.next()
  const order: string[] = []
  const second = outcomes(reader, orderOf(entry('Second'))).then(() => order.push('second'))
  assert.deepEqual(await outcomes(reader, orderOf(entry('Of a session'), 's1')), ['Of a session'])
  order.push('session')
  assert.equal((await recordsOf(first)).length, 1_000)
  await second
  assert.deepEqual(order, ['session', 'second'])
})

test('a process that needs too much memory is ended, and another one reads the next source', async (t) => {
  const bounds = [{ heapMegabytes: 48, residentBytes: Infinity }]
  if (process.platform === 'linux') bounds.push({ heapMegabytes: 160, residentBytes: 1_000_000 })
  for (const bound of bounds) {
    const reader = openContentReader({ bounds: bound })
    t.after(() => reader.close())
    const large = `[{"DOI":"10.1000/a","title":["T"],"more":"${'é€'.repeat(9_900_000)}"}]`
    await assert.rejects(outcomes(reader, orderOf(gzipSync(large))), {
      code: 'too_large',
      message: 'It takes too much memory to read: send it in smaller parts.',
    })
    if (bound.residentBytes === Infinity) assert.deepEqual(await outcomes(reader, orderOf(entry('Next'))), ['Next'])
  }
})

test('a body that unpacks to too much is refused', async (t) => {
  const reader = openContentReader()
  t.after(() => reader.close())
  const packed = gzipSync(Buffer.alloc(200_100_000, `#${'a'.repeat(998)}\n`))
  await assert.rejects(outcomes(reader, { ...orderOf(packed), given: 'identifiers' }), {
    code: 'too_large',
    message: 'It decompresses to more than 200000000 bytes.',
  })
})

test('the files of an archive are read one by one, and what is not readable is named', async (t) => {
  const reader = openContentReader()
  t.after(() => reader.close())
  const paper = JSON.stringify({ id: 'p7', title: 'Seven', authors: ['Ada Example'], year: 2024 })
  const archive = zipOf([
    { name: 'library.bib', content: entry('One') + entry('Two') },
    { name: 'readme.txt', content: 'Nothing that anybody knows.' },
    { name: 'paper.pdf', content: '%PDF-1.7\n' },
    { name: 'broken.bib', content: entry('Three'), crc: 1 },
    { name: 'papers.jsonl', content: `${paper}\nno paper\n` },
    { name: 'list.txt', content: '10.1000/a\n10.1000/b,"x"\n' },
  ])
  const records = await recordsOf(reader.read(orderOf(archive)))
  const [first] = records
  assert.ok(first !== undefined && 'source' in first)
  assert.deepEqual([first.source.place, first.source.position], ['a file: library.bib', 'line 1'])
  assert.deepEqual(
    records.map((record) => {
      if ('reason' in record) return `${record.position} ! ${record.reason.slice(0, 40)}`
      return 'line' in record ? `${record.file} ${record.line} ${record.paper.title}` : record.position
    }),
    [
      'library.bib, line 1',
      'library.bib, line 2',
      'readme.txt ! The content is not in a supported format',
      'paper.pdf ! A PDF in an archive is not read: import ',
      'broken.bib, line 1',
      'broken.bib, the end ! It is damaged in the archive: its checks',
      'papers.jsonl 1 Seven',
      'papers.jsonl, line 2 ! This is not valid JSON.',
      'list.txt, line 1',
      'list.txt, line 2 ! This is a row of a table, not an identif',
    ],
  )
  const large = `#${'a'.repeat(998)}\n`.repeat(101_000)
  const bomb = zipOf(['a', 'b'].map((name) => ({ name, content: large })))
  await assert.rejects(outcomes(reader, { ...orderOf(bomb), given: 'identifiers' }), { code: 'too_large' })
})

test('records are drafted as they were read, for a person to complete', async (t) => {
  const reader = openContentReader()
  t.after(() => reader.close())
  const draft = async (drafted: string | Uint8Array, isPasted = true) => {
    const bytes = typeof drafted === 'string' ? Buffer.from(drafted) : drafted
    const order = { drafted: bytes, remembered: new Map(), isPasted, most: 3, now: new Date('2026-08-01T00:00:00Z') }
    const records = await reader.draft(order)
    return records.map((record) => ('fields' in record ? record.fields : record.reason))
  }
  assert.deepEqual(await draft('@article{a, title={No authors}}'), [{ title: 'No authors', kind: 'journal-article' }])
  assert.deepEqual(await draft('Plans of agents'), [{ title: 'Plans of agents' }])
  await assert.rejects(draft('Plans of agents', false), { code: 'unsupported_media_type' })
  assert.equal((await draft(entry('One').repeat(9))).length, 4, 'one more than the most')
  const archive = zipOf([
    { name: 'a.bib', content: entry('One') },
    { name: 'readme.txt', content: 'Nothing that anybody knows.' },
  ])
  const [first, second] = await draft(archive, false)
  assert.equal(typeof first === 'object' && first.title, 'One')
  assert.match(JSON.stringify(second), /not in a supported format/u)
  const pdf = await madePdf({ title: 'Plans of agents', authors: 'Ada Example', body: paragraph('We', 12, 90) })
  const [found] = await draft(pdf)
  assert.equal(typeof found === 'object' && found.title, 'Plans of agents')
  assert.deepEqual(await draft('%PDF-1.7'), [
    'The PDF is damaged or incomplete, so that no page can be read: download it again.',
  ])
  const bomb = gzipSync(Buffer.alloc(60_000_000, `@comment{${'a'.repeat(80)}}\n`))
  await assert.rejects(draft(bomb), { code: 'too_large' })
})
