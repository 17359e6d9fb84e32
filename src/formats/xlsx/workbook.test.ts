import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, messageOf } from '#core/failure.ts'
import { openFileOrArchive } from '#formats/open-archive.ts'
import { readRecords } from '#formats/read-records.ts'
import { rowOf, workbookOf } from '../../../test/support/xlsx.ts'
import { zipOf } from '../../../test/support/zip.ts'

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.byteLength; from += 10_000) yield bytes.subarray(from, from + 10_000)
}

const textOf = async (bytes: AsyncIterable<Buffer>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(bytes)).toString()

/** The tables of a workbook: one, or several by their names; or why there are none. */
const tablesIn = async (bytes: Buffer): Promise<string | Record<string, string>> => {
  try {
    const source = await openFileOrArchive(inPieces(bytes))
    if (!('files' in source)) return await textOf(source.bytes)
    const tables: Record<string, string> = {}
    for await (const file of source.files)
      tables[file.name] = 'reason' in file ? `! ${file.reason}` : await textOf(file.content.bytes)
    return tables
  } catch (error) {
    assert.ok(error instanceof Failure, messageOf(error))
    return `${error.code} ${error.message}`
  }
}

/** The table of a workbook that has one, or why it has none. */
const tableIn = async (bytes: Buffer): Promise<string> => {
  const found = await tablesIn(bytes)
  assert.ok(typeof found === 'string')
  return found
}

const one = (rows: string, made: Parameters<typeof workbookOf>[1] = {}): Buffer =>
  workbookOf([{ name: 'Papers', rows }], made)

test('cells come out as people see them', async () => {
  const strings =
    '<si><t>Plain, &amp; &#34;quoted&#34;</t></si><si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0"><t>no</t></rPh></si>'
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy"/><numFmt numFmtId="165" formatCode="[$-407]mmm\\ yyyy;@"/><numFmt numFmtId="166" formatCode="0&quot; days&quot;"/><numFmt numFmtId="167" formatCode="hh:mm"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 164, 165, 166, 167, 17].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
  const cells: [string, string][] = [
    ['<c t="s"><v>0</v></c>', '"Plain, & ""quoted"""'],
    ['<c t="s"><v>1</v></c>', 'Rich text'],
    ['<c t="inlineStr"><is><t xml:space="preserve"> in </t><t>line</t></is></c>', ' in line'],
    ['<c t="str"><f>A1&amp;"x"</f><v>of a formula_x000D__x005F_</v></c>', 'of a formula_'],
    ['<c><f>1+1</f><v>2</v></c>', '2'],
    ['<c><v>2024.0</v></c>', '2024'],
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c t="b"><v>1</v></c>', 'TRUE'],
    ['<c t="e"><v>#N/A</v></c>', ''],
    ['<c t="d"><v>2024-05-17T00:00:00</v></c>', '2024-05-17'],
    ['<c s="1"><v>45429</v></c>', '2024-05-17'],
    ['<c s="1"><v>45429.75</v></c>', '2024-05-17'],
    ['<c s="1"><v>59</v></c>', '1900-02-28'],
    ['<c s="1"><v>-5</v></c>', '-5'],
    ['<c s="2"><v>45429</v></c>', '2024'],
    ['<c s="3"><v>45429</v></c>', '2024-05'],
    ['<c s="4"><v>12</v></c>', '12'],
    ['<c s="5"><v>0.5</v></c>', '0.5'],
    ['<c s="6"><v>45429</v></c>', '2024-05'],
    ['<c t="s"><v>99</v></c>', ''],
    ['<c><is><t>a_x000A_b</t></is></c>', ''],
  ]
  for (const [xml, shown] of cells)
    assert.equal(await tablesIn(one(`<row>${xml}${rowOf('.').slice(5)}`, { strings, styles })), `${shown},.\n`, xml)
  const since1904 = one('<row><c s="1"><v>43967</v></c></row>', { styles, properties: 'date1904="1"' })
  assert.equal(await tablesIn(since1904), '2024-05-17\n')
})

test('rows and columns keep their places, and a row is one line', async () => {
  const rows = `<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row>${rowOf('a\nb', 'c\r\nd')}<row r="6"><c r="A6"><v>3</v></c></row>`
  assert.equal(await tablesIn(one(rows)), '\n,1,,2\na\u2028b,c\u2028d\n\n\n3\n')
  assert.equal(await tablesIn(one('<row r="9999999"/><row r="x"/><row r="1"><c r="?"><v>1</v></c></row>')), '\n\n1\n')
  const wide = await tablesIn(one('<row><c r="XFD1"><v>1</v></c></row>'))
  assert.equal(wide, `${','.repeat(1_000)}1\n`, 'one column too many for a table')
})

test('visible sheets with rows are read under their names', async () => {
  const book = workbookOf([
    { name: 'Papers', rows: rowOf('Title') },
    { name: 'Hidden', rows: rowOf('Title'), state: 'hidden' },
    { name: 'Chart', rows: rowOf('Title'), kind: 'chartsheet' },
    { name: 'Empty', rows: '<row r="3"/>' },
    { name: 'More &amp; \u202e', rows: rowOf('A;B', 'C') },
    { name: 'Broken', rows: '<row><c>' },
  ])
  const { Broken: broken, ...others } = (await tablesIn(book)) as Record<string, string>
  assert.deepEqual(others, { Papers: 'Title\n', 'More & ?': '"A;B",C\n' })
  assert.match(broken ?? '', /^! The workbook cannot be read: unexpected close tag/u)
})

test('a workbook is read by the columns of its header, as a table is', async () => {
  const book = one(
    [
      rowOf('About the list'),
      rowOf('Werk; deutsch', 'Authors', 'Year', 'Abstract'),
      rowOf('Plans', 'One, Ada; Two, Ben', 2024, 'First.\n\nSecond.'),
      rowOf('', '', '', ''),
      rowOf('Agents', 'Ada One', 2023),
    ].join(''),
  )
  const source = await openFileOrArchive(inPieces(book))
  assert.ok(!('files' in source))
  const found: unknown[] = []
  for await (const { records } of readRecords(source, null, { title: 'Werk; deutsch' }))
    for (const record of records)
      found.push('fields' in record ? [record.position, record.format, record.fields, record.unmapped] : record)
  const authorNames = [
    { name: 'Ada One', family: 'One', given: 'Ada' },
    { name: 'Ben Two', family: 'Two', given: 'Ben' },
  ]
  assert.deepEqual(found, [
    [
      'line 3',
      'csv',
      { title: 'Plans', authors: ['Ada One', 'Ben Two'], authorNames, year: 2024, abstract: 'First.\n\nSecond.' },
      [],
    ],
    ['line 5', 'csv', { title: 'Agents', authors: ['Ada One'], year: 2023 }, []],
  ])
})

test('a damaged workbook, or one that stands for more than it is, is refused with a reason', async () => {
  const long = 'x'.repeat(100_001)
  const cases: [Buffer, RegExp][] = [
    [one('', { parts: { 'xl/worksheets/s0.xml': null } }), /^malformed .*it has no part xl\/worksheets\/s0\.xml\.$/u],
    [one('', { parts: { 'xl/_rels/workbook.xml.rels': null } }), /^malformed .*no part xl\/_rels/u],
    [one('<row><c><v>1</v>'), /^malformed The workbook cannot be read: unexpected close tag\.$/u],
    [
      one('', { parts: { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' } }),
      /declares a document type/u,
    ],
    [one(`${'<a>'.repeat(300)}${'</a>'.repeat(300)}`), /at most 200 levels deep/u],
    [one(rowOf(long)), /a cell may have at most 100000 characters/u],
    [one('', { styles: `<cellXfs>${'<xf/>'.repeat(100_002)}</cellXfs>` }), /at most 100000 styles/u],
    [workbookOf(Array.from({ length: 1_001 }, () => ({ name: 'a', rows: '' }))), /at most 1000 sheets/u],
    [workbookOf([{ name: 'a', rows: '', state: 'veryHidden' }]), /^unsupported_media_type .*without a visible sheet/u],
    [
      zipOf([
        { name: '[Content_Types].xml', content: '' },
        { name: 'word/document.xml', content: '' },
      ]),
      /Office document/u,
    ],
  ]
  for (const [bytes, message] of cases) assert.match(await tableIn(bytes), message)
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(1_000)}</row>`
  const text = await tableIn(one(row, { strings: `<si><t>${'x'.repeat(90_000)}</t></si>` }))
  assert.equal(text.length, 12 * 90_000 + 12, 'a row ends soon after it is too long for a table')
})
