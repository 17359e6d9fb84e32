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

const messages = (given: Record<string, unknown>): string[] => {
  const checked = validate(form, { ...right, ...given })
  return checked.ok ? [] : checked.errors.map(({ path, message }) => `${path} ${message}`)
}

test('valid input is handed on', () => {
  assert.deepEqual(validate(form, right), { ok: true, value: right })
})

test('every kind of error is reported as a plain sentence with the path of its value', () => {
  assert.deepEqual(messages({ name: undefined }), ['name is required'])
  assert.deepEqual(messages({ name: null }), ['name must be a text'])
  assert.deepEqual(messages({ name: 'a' }), ['name must have at least 2 characters'])
  assert.deepEqual(messages({ name: 'abcdef' }), ['name must have at most 5 characters'])
  assert.deepEqual(messages({ count: '1' }), ['count must be a number'])
  assert.deepEqual(messages({ count: 1.5 }), ['count must be a whole number'])
  assert.deepEqual(messages({ count: 0 }), ['count must be at least 1'])
  assert.deepEqual(messages({ count: 10 }), ['count must be at most 9'])
  assert.deepEqual(messages({ done: 'yes' }), ['done must be true or false'])
  assert.deepEqual(messages({ tags: 'a' }), ['tags must be a list'])
  assert.deepEqual(messages({ tags: [] }), ['tags must contain at least one entry'])
  assert.deepEqual(messages({ tags: ['a', 'b', 'c'] }), ['tags must have at most 2 entries'])
  assert.deepEqual(messages({ tags: ['a', 1] }), ['tags.1 must be a text'])
  assert.deepEqual(messages({ kind: 'three' }), ['kind must be one of one, two'])
  assert.deepEqual(messages({ inner: [] }), ['inner must be an object'])
  assert.deepEqual(messages({ inner: {} }), ['inner.deep is required'])
})

test('each name that is not known is an error of its own', () => {
  assert.deepEqual(messages({ more: 1, inner: { deep: 1, less: 2, none: 3 } }), [
    'inner.less is not recognized',
    'inner.none is not recognized',
    'more is not recognized',
  ])
})

test('all errors are reported at once', () => {
  assert.equal(messages({ name: 1, count: 'x', done: 0, tags: {}, kind: '', inner: null }).length, 6)
})

test('input that is not an object is an error of the body', () => {
  for (const input of [null, undefined, 'x', 1, []])
    assert.deepEqual(validate(form, input), { ok: false, errors: [{ path: 'body', message: 'must be an object' }] })
})
