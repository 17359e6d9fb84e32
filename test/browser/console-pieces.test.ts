import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'

type Piece = { bytes: Uint8Array; line: number; end: number }
type Pieces = { piecesOf: (file: Blob, size?: number) => AsyncIterable<Piece> }

const script: Pieces = await import(new URL('../../public/console-pieces.js', import.meta.url).href)

const numbers = Array.from({ length: 40 }, (_, index) => index)
const each = (write: (number: number) => string): string => numbers.map(write).join('')

/** A file of each format, with what might be taken for a boundary. */
const files: Record<string, string> = {
  'lines of JSON': each((n) => `${JSON.stringify({ DOI: `10.1000/${n}`, title: [`Plan ${n} "é\\n"`] })}\n`),
  'a list of JSON': `[${numbers.map((n) => JSON.stringify({ DOI: `10.1000/${n}`, title: [`Plan, "${n}" [{é}`] }, null, 1)).join(',\n')}\n]\n`,
  BibTeX: `\u{FEFF}@string{jp = "Journal of Plans"}\n${each((n) => `\n@article{k${n}, title={Plan ${n} of é@x{y}},\n  author={One, Ada},\n  journal=jp, year=2024}\n`)}`,
  RIS: each((n) => `TY  - JOUR\r\nTI  - Plan ${n} é\r\nAU  - One, Ada\r\nER  - \r\n\r\n`),
  'records of PubMed': each((n) => `PMID- ${n + 1}\nTI  - Plan ${n}\n      and more\nAU  - One A\n\n`),
  'records of EndNote': each((n) => `%0 Journal Article\n%T Plan ${n}\n%A One, Ada\n\n`),
  'Web of Science': `FN Clarivate\nVR 1.0\n${each((n) => `PT J\nTI Plan ${n}\nAU One, A\nPY 2024\nER\n\n`)}EF`,
  'a table': `title;authors;year\n${each((n) => `"Plan ${n};\nof ""é""";One, Ada;2024\n`)}`,
  identifiers: each((n) => `10.1000/plan.${n}\n`),
  XML: `<?xml version="1.0"?>\n<!-- <a> -->\n<modsCollection xmlns="http://www.loc.gov/mods/v3">\n${each((n) => `<mods note="a>b"><titleInfo><title>Plan ${n} é</title></titleInfo><!-- </mods> --><genre/></mods>\n`)}</modsCollection>\n`,
}

async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes)
}

/** What each record says, and its line in the file. */
const recordsOf = async (bytes: Uint8Array, firstLine = 1): Promise<unknown[]> => {
  const found: unknown[] = []
  for await (const { records } of readRecords(await openContent(once(bytes)), null))
    for (const record of records) {
      const line = /^line (?<line>\d+)/u.exec(record.position)?.groups?.line
      const place = line === undefined ? null : Number(line) + firstLine - 1
      found.push([place, 'fields' in record ? record.fields : record.reason])
    }
  return found
}

for (const [format, text] of Object.entries(files))
  test(`${format}: the pieces of a file have the records of the whole, in the same lines`, async () => {
    const file = new Blob([text])
    const whole = await recordsOf(Buffer.from(text))
    assert.equal(whole.length, 40, JSON.stringify(whole[0]))
    for (const size of [300, 600, 100_000]) {
      const records: unknown[] = []
      let count = 0
      let last = 0
      for await (const { bytes, line, end } of script.piecesOf(file, size)) {
        records.push(...(await recordsOf(bytes, line)))
        assert.ok(end >= last && end <= file.size)
        last = end
        count += 1
      }
      assert.deepEqual(records, whole, `in pieces of ${size}`)
      assert.equal(last, file.size)
      assert.ok(size === 100_000 ? count === 1 : count > 1, `${count} pieces of ${size}`)
    }
  })

test('a file that cannot be divided is sent whole, or refused if it is too large', async () => {
  const small = new Blob(['{"items": [\n{}]}'])
  const pieces = await Array.fromAsync(script.piecesOf(small, 4))
  assert.deepEqual(
    pieces.map(({ bytes }) => Buffer.from(bytes).toString()),
    ['{"items": [\n{}]}'],
  )
  const large = new Blob([new Uint8Array(12_000_000)])
  await assert.rejects(Array.fromAsync(script.piecesOf(large)), {
    message: 'A file of this format is read as a whole, and may have at most 10 MiB.',
  })
  const record = new Blob([`@misc{a, title={${'a'.repeat(12_000_000)}}}`])
  await assert.rejects(Array.fromAsync(script.piecesOf(record)), { message: 'The record in line 1 is too large.' })
})
