import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineSplitter } from './read-lines.ts'

const split = (pieces: readonly string[], longestMegabytes?: number): unknown[] => {
  const splitter = lineSplitter({ longestMegabytes })
  const lines = [...pieces.flatMap((piece) => splitter.push(Buffer.from(piece))), ...splitter.end()]
  return lines.map((line) => ('bytes' in line ? [line.line, line.bytes.toString()] : [line.line, line.reason]))
}

test('lines come together from pieces, the last one without its end', () => {
  assert.deepEqual(split(['one\ntw', 'o\n', '\nfo', 'u', 'r']), [
    [1, 'one'],
    [2, 'two'],
    [3, ''],
    [4, 'four'],
  ])
})

test('a line that no paper can fill is refused, whatever pieces it comes in, and the next one is read', () => {
  const long = 'x'.repeat(600)
  const expected = [
    [1, 'one'],
    [2, 'A line may have at most 0.001 MB.'],
    [3, 'three'],
  ]
  assert.deepEqual(split([`one\n${long}${long}\nthree`], 0.001), expected)
  assert.deepEqual(split(['one\n', long, long, long, '\nthr', 'ee\n'], 0.001), expected)
  assert.deepEqual(split([long, long], 0.001), [[1, 'A line may have at most 0.001 MB.']])
})
