import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entrySplitter } from './bibtex/split-entries.ts'
import { openContent } from './open-content.ts'
import { readRecords } from './read-records.ts'

const PIECE = 65_536

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.byteLength; from += PIECE) yield bytes.subarray(from, from + PIECE)
}

/** The title of each record, or why it is none. */
const outcomes = async (content: string): Promise<string[]> => {
  const found: string[] = []
  for await (const { records } of readRecords(await openContent(inPieces(Buffer.from(content))), null))
    found.push(...records.map((record) => ('reason' in record ? record.reason : String(record.fields.title))))
  return found
}

test('a record of RIS may have 20,000 lines; the next one is read', async () => {
  const next = 'ER  - \nTY  - JOUR\nTI  - The next\nER  - \n'
  const authors = (count: number): string => `TY  - JOUR\nTI  - Long\n${'AU  - A, B\n'.repeat(count)}${next}`
  assert.deepEqual(await outcomes(authors(19_997)), ['Long', 'The next'])
  assert.deepEqual(await outcomes(authors(19_999)), [
    'A record may have 20000000 characters and 20000 lines at most.',
    'The next',
  ])
})

const nested = (levels: number): string =>
  `[{"DOI":"10.1000/a","title":["Deep"],"more":${'['.repeat(levels)}${']'.repeat(levels)}}]`

test('JSON may be nested 200 levels deep', async () => {
  assert.deepEqual(await outcomes(nested(198)), ['Deep'])
  assert.deepEqual(await outcomes(nested(199)), ['JSON may be nested 200 levels deep at most.'])
  assert.deepEqual(await outcomes('['.repeat(1_000_000)), ['JSON may be nested 200 levels deep at most.'])
})

test('an entry of BibTeX without an end is looked through a few times, however many pieces it comes in', () => {
  const splitter = entrySplitter(1_000)
  const given = `@misc{a, title = {${'x'.repeat(700)}}}\n@misc{b, title = {Open`
  const found = [...given].flatMap((letter) => splitter.push(letter))
  assert.deepEqual(
    found.map((entry) => ('text' in entry ? entry.text.length : entry.reason)),
    [],
    'the first one is seen when it has doubled',
  )
  assert.deepEqual(
    splitter.push('', true).map((entry) => ('text' in entry ? entry.text.slice(0, 7) : entry.reason)),
    ['@misc{a', 'The braces of this entry do not balance.'],
  )
  const endless = entrySplitter(1_000)
  assert.deepEqual(
    [...`@misc{a, title = {${'y'.repeat(2_000)}`].flatMap((letter) => endless.push(letter)),
    [{ line: 1, reason: 'An entry may have 1000 characters at most.' }],
  )
})
