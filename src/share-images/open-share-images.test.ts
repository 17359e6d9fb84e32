import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { openShareImages } from './open-share-images.ts'

const image = { houseName: 'House', kind: 'Paper', title: 'A title', facts: ['2025'], accent: '#a1421c' }

const ignore = () => {}

const open = (options: { entry?: URL } = {}) => {
  const errors: string[] = []
  const log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (_: object, message: string) => void errors.push(message),
  }
  return { images: openShareImages({ log, ...options }), errors }
}

test('pictures are PNG of 1,200 × 630, drawn once', async (t) => {
  const { images, errors } = open()
  t.after(() => images.close())
  const [one, same] = await Promise.all([images.draw(image), images.draw({ ...image })])
  assert.equal(one.toString('latin1', 1, 4), 'PNG')
  assert.deepEqual([one.readUInt32BE(16), one.readUInt32BE(20)], [1_200, 630])
  assert.equal(one, same)
  assert.equal(await images.draw(image), one)
  assert.notDeepEqual(await images.draw({ ...image, title: 'Another' }), one)
  assert.deepEqual(errors, [])
})

test('not more than sixteen wait', async (t) => {
  const { images } = open()
  t.after(() => images.close())
  const drawn = Array.from({ length: 17 }, (_, index) => images.draw({ ...image, title: `Title ${index}` }))
  const results = await Promise.allSettled(drawn)
  assert.deepEqual(
    results.map(({ status }) => status),
    [...Array.from({ length: 16 }, () => 'fulfilled'), 'rejected'],
  )
  await assert.rejects(
    drawn[16] ?? Promise.resolve(),
    (error) => error instanceof Failure && error.code === 'unavailable',
  )
})

test('a process that fails is logged, and the client is asked to come again', async () => {
  const { images, errors } = open({ entry: new URL('./missing.ts', import.meta.url) })
  for (const attempt of [1, 2]) {
    await assert.rejects(images.draw(image), (error) => error instanceof Failure && error.code === 'unavailable')
    assert.equal(errors.length, attempt)
  }
})
