import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileReport } from './ingest-files.ts'
import { dryRunPrinter } from './progress.ts'

const report = (line: number): FileReport => ({
  file: 'papers.jsonl',
  position: `line ${line}`,
  outcome: 'stored',
  id: '',
  match: null,
  fields: [],
  title: `Paper ${line}`,
  unmapped: [],
  toCompare: [],
})

/** The text printed after each of `count` records, and at the end. */
const printed = (t: { mock: typeof test.mock }, isJson: boolean, count: number): string[] => {
  const written: string[] = []
  let pending = ''
  const write = t.mock.method(process.stdout, 'write', (text: string) => {
    pending += text
    return true
  })
  const printer = dryRunPrinter({ isJson, isSingle: true })
  const note = (): void => {
    written.push(pending)
    pending = ''
  }
  for (let line = 1; line <= count; line += 1) {
    printer.take(report(line))
    note()
  }
  printer.end()
  note()
  write.mock.restore()
  return written
}

test('a dry run prints the outcome of records while they are read, without keeping them', (t) => {
  const lines = printed(t, true, 3)
  assert.deepEqual(
    lines.map((text) => (text === '' ? null : (JSON.parse(text) as FileReport).position)),
    ['line 1', 'line 2', 'line 3', null],
  )
  const rows = printed(t, false, 1_200)
  const blocks = rows.filter((text) => text !== '').map((text) => text.trimEnd().split('\n').length)
  assert.deepEqual(blocks, [500, 500, 201])
  assert.match(rows.join(''), /^place +would be +paper +title\nline 1 +stored +Paper 1\n/u)
  assert.equal(printed(t, false, 0).join(''), 'place  would be  paper  title\n')
})
