import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteSize } from './byte-size.ts'

test('bytes are told in the largest unit they fill, with a decimal where few would say too little', () => {
  const told = [0, 512, 1_024, 32 * 1_024, 493_568, 2.5 * 1_024 ** 2, 50 * 1_024 ** 2, 10 * 1_024 ** 3].map(byteSize)
  assert.deepEqual(told, ['0 bytes', '512 bytes', '1 KiB', '32 KiB', '482 KiB', '2.5 MiB', '50 MiB', '10 GiB'])
})
