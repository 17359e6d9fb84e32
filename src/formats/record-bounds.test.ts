import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entrySplitter } from './bibtex-reader.ts'
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
    'A record may have at most 20000000 characters and 20000 lines.',
    'The next',
  ])
})

const nested = (levels: number): string =>
  `[{"DOI":"10.1000/a","title":["Deep"],"more":${'['.repeat(levels)}${']'.repeat(levels)}}]`

test('JSON may be nested 200 levels deep', async () => {
  assert.deepEqual(await outcomes(nested(198)), ['Deep'])
  assert.deepEqual(await outcomes(nested(199)), ['JSON may be nested at most 200 levels deep.'])
  assert.deepEqual(await outcomes('['.repeat(1_000_000)), ['JSON may be nested at most 200 levels deep.'])
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
    [{ line: 1, reason: 'An entry may have at most 1000 characters.' }],
  )
})

const members = (count: number): string => Array.from({ length: count }, (_, index) => `"m${index}":0`).join(',')

test('a record of JSON may have 250,000 members and items, in strings they do not count; the records before it are kept', async () => {
  const first = '{"DOI":"10.1000/a","title":["First"]}'
  const reason = 'A record may have at most 250000 members and items: leave out those that do not describe the work.'
  const tooMany = [
    `{"DOI":"10.1000/a",${members(250_000)}}`,
    `{"DOI":"10.1000/a","more":[${'0,'.repeat(250_000)}0]}`,
    `{"DOI":"10.1000/a","more":[${'{},'.repeat(250_000)}0]}`,
  ]
  for (const record of tooMany) {
    assert.deepEqual(await outcomes(`[${first},${record},${first}]`), ['First', reason], 'in a list')
    assert.deepEqual(await outcomes(`${first}\n${record}\n${first}`), ['First', reason, 'First'], 'in a line')
  }
  const allowed = `{"DOI":"10.1000/b","title":["Many"],"more":[${'0,'.repeat(249_990)}0]}`
  const inString = `{"DOI":"10.1000/c","title":["Text"],"abstract":"\\"${',{['.repeat(200_000)}"}`
  assert.deepEqual(await outcomes(`[${allowed},${allowed},${inString}]`), ['Many', 'Many', 'Text'])
})

const numbered = (digits: number): string => `{"DOI":"10.1000/a","title":["Numbered"],"x":${'9'.repeat(digits)}}`

test('a number of JSON may have 1,000 digits', async () => {
  const reason = 'A number may have at most 1000 digits: write a longer one as text.'
  assert.deepEqual(await outcomes(`[${numbered(1_000)},${numbered(1_000)}]`), ['Numbered', 'Numbered'])
  assert.deepEqual(await outcomes(`[${numbered(1_001)}]`), [reason])
  const lines = [numbered(2), numbered(1_001), numbered(3)].join('\n')
  assert.deepEqual(await outcomes(lines), ['Numbered', reason, 'Numbered'])
})

const feed = (inside: string): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>First</title></entry><entry${inside}</entry></feed>`

test('a record of XML may have 250,000 elements and attributes', async () => {
  const reason =
    'The rest of the XML cannot be read: a record may have at most 250000 elements and attributes; leave out those that do not describe the work.'
  const attributes = Array.from({ length: 250_000 }, (_, index) => ` a${index}=""`).join('')
  for (const inside of [`>${'<a/>'.repeat(250_000)}`, `${attributes}>`])
    assert.deepEqual(await outcomes(feed(inside)), ['First', reason])
})

const table = (columns: number): string => `title,year${',x'.repeat(columns - 2)}\nWide,2024\nSecond,2024\n`

test('a table may have 1,000 columns', async () => {
  assert.deepEqual(await outcomes(table(1_000)), ['Wide', 'Second'])
  assert.deepEqual(await outcomes(table(1_001)), [
    'A table may have at most 1000 columns: keep those that describe papers.',
  ])
})

const WHOLE = '@misc{b, title = {Next}}\n'

/** Abbreviations that repeat each other: each stands for twice as much as the one before. */
const doubling = (count: number, first: number): string =>
  [
    `@string{s0 = "${'x'.repeat(first)}"}`,
    ...Array.from({ length: count }, (_, index) => `@string{s${index + 1} = s${index} # s${index}}`),
  ].join('\n')

test('abbreviations of BibTeX stand for 20,000 characters, and an entry with them for 2,000,000', async () => {
  const cannot = 'This entry cannot be read: '
  const long = `${cannot}with those that it repeats, an abbreviation may have at most 20000 characters.`
  const [last, ...others] = (
    await outcomes(`${doubling(20, 1_000)}\n@misc{a, title = s4 # s20}\n${WHOLE}`)
  ).toReversed()
  assert.equal(last, 'Next')
  // An abbreviation that was refused stands for nothing, as one that is not defined.
  assert.equal(others[0], 'x'.repeat(16_000))
  assert.deepEqual(new Set(others.slice(1)), new Set([long]))
  const tooLong = `${cannot}with its abbreviations, an entry may have at most 2000000 characters.`
  for (const times of [200, 400_000]) {
    const entry = `@misc{a, title = ${Array.from({ length: times }, () => 's1').join('#')}}`
    assert.deepEqual(await outcomes(`@string{s1 = "${'x'.repeat(19_000)}"}\n${entry}\n${WHOLE}`), [tooLong, 'Next'])
  }
})

test('all abbreviations of a file have 10,000,000 characters, and an entry has 500 fields', async () => {
  const strings = Array.from({ length: 501 }, (_, index) => `@string{s${index} = "${'x'.repeat(20_000)}"}\n`).join('')
  assert.deepEqual(await outcomes(`${strings}${WHOLE}`), [
    'This entry cannot be read: the abbreviations of a file may have at most 10000000 characters together.',
    'Next',
  ])
  const fields = Array.from({ length: 500 }, (_, index) => `f${index} = 1`).join(', ')
  assert.deepEqual(await outcomes(`@misc{a, title = {T}, ${fields}}\n${WHOLE}`), [
    'This entry cannot be read: an entry may have at most 500 fields.',
    'Next',
  ])
})

const deep = (levels: number): string => `@misc{a, title = ${'{'.repeat(levels)}T${'}'.repeat(levels)}}\n${WHOLE}`

test('braces of BibTeX are nested 200 levels deep; after too many that do not balance the rest is not read', async () => {
  assert.deepEqual(await outcomes(deep(200)), ['T', 'Next'])
  assert.deepEqual(await outcomes(deep(201)), ['Braces may be nested at most 200 levels deep.', 'Next'])
  const found = await outcomes('\n@misc{a,{'.repeat(10_000))
  assert.ok(found.length < 1_000, String(found.length))
  assert.equal(found.at(-1), 'The braces of too many entries do not balance: correct those above first.')
})
