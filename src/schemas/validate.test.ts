import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { validate } from './validate.ts'

const form = z.strictObject({
  name: z.string().min(2).max(5),
  count: z.int().min(1).max(9),
  done: z.boolean(),
  tags: z.array(z.string()).min(1).max(2),
  kind: z.enum(['one', 'two']),
  inner: z.strictObject({ deep: z.number() }),
})

const right = { name: 'abc', count: 3, done: true, tags: ['a'], kind: 'one', inner: { deep: 1.5 } }

const told = (given: Record<string, unknown>): string[] => {
  const checked = validate(form, { ...right, ...given })
  return checked.ok ? [] : checked.errors.map(({ path, message }) => `${path} ${message}`)
}

test('what is right is handed on', () => {
  assert.deepEqual(validate(form, right), { ok: true, value: right })
})

test('every kind of mistake is told as a plain sentence with the path of its value', () => {
  assert.deepEqual(told({ name: undefined }), ['name is required'])
  assert.deepEqual(told({ name: null }), ['name must be a text'])
  assert.deepEqual(told({ name: 'a' }), ['name must have at least 2 characters'])
  assert.deepEqual(told({ name: 'abcdef' }), ['name must have at most 5 characters'])
  assert.deepEqual(told({ count: '1' }), ['count must be a number'])
  assert.deepEqual(told({ count: 1.5 }), ['count must be a whole number'])
  assert.deepEqual(told({ count: 0 }), ['count must be at least 1'])
  assert.deepEqual(told({ count: 10 }), ['count must be at most 9'])
  assert.deepEqual(told({ done: 'yes' }), ['done must be true or false'])
  assert.deepEqual(told({ tags: 'a' }), ['tags must be a list'])
  assert.deepEqual(told({ tags: [] }), ['tags must name at least one'])
  assert.deepEqual(told({ tags: ['a', 'b', 'c'] }), ['tags must have at most 2 entries'])
  assert.deepEqual(told({ tags: ['a', 1] }), ['tags.1 must be a text'])
  assert.deepEqual(told({ kind: 'three' }), ['kind must be one of one, two'])
  assert.deepEqual(told({ inner: [] }), ['inner must be an object'])
  assert.deepEqual(told({ inner: {} }), ['inner.deep is required'])
})

test('each name that is not known is a mistake of its own', () => {
  assert.deepEqual(told({ more: 1, inner: { deep: 1, less: 2, none: 3 } }), [
    'inner.less is not known here',
    'inner.none is not known here',
    'more is not known here',
  ])
})

test('all mistakes come at once', () => {
  assert.equal(told({ name: 1, count: 'x', done: 0, tags: {}, kind: '', inner: null }).length, 6)
})

test('input that is no object at all is a mistake of the body', () => {
  for (const input of [null, undefined, 'x', 1, []])
    assert.deepEqual(validate(form, input), { ok: false, errors: [{ path: 'body', message: 'must be an object' }] })
})
