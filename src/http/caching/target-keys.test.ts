import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetKeys } from './target-keys.ts'

test('as many targets are remembered as there is room for, the latest ones', () => {
  const keys = targetKeys()
  for (let number = 0; number < 10_000; number += 1) keys.remember(`/list?${number}`, 'list')
  const known = Array.from({ length: 10_000 }, (_, number) => keys.find(`/list?${number}`)).filter(
    (key) => key !== undefined,
  )
  assert.equal(known.length, 2_000)
  assert.equal(keys.find('/list?9999'), 'list')
  assert.equal(keys.find('/list?0'), undefined)
})

test('an endless target is not remembered', () => {
  const keys = targetKeys()
  const target = `/list?${'x'.repeat(1_000)}`
  keys.remember(target, 'list')
  assert.equal(keys.find(target), undefined)
})
