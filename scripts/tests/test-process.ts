import assert from 'node:assert/strict'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { HAS_ENDED, measureTests } from './measure-tests.ts'
import { openResources } from './open-resources.ts'
import type { Asked, Given } from './messages.ts'

/**
 * Runs the test files that it is given one after another, all in this process: modules are loaded once. Each file ends with
 * a test of that name, which waits until the tests of the next one are known; else the runner would take each file for the last.
 */

const endsWithinMs = Number(process.argv[2])
const meter = process.argv[3] === 'measured' ? measureTests() : null

const askFor = async (asked: Asked): Promise<string | null> => {
  const answer = once(process, 'message')
  process.send?.(asked)
  const [{ file }] = (await answer) as [Given]
  return file
}

const opened = openResources()

/** Registers the tests of a file. @returns resolves when they have ended; `proceed` ends the waiting for the next file */
const begin = async (file: string): Promise<{ ended: Promise<void>; proceed: () => void }> => {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    void test(`${file} is loaded`, () => {
      throw error
    })
  }
  meter?.loaded()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: known, resolve: proceed } = Promise.withResolvers<void>()
  void test(`${file}${HAS_ENDED}`, async () => {
    end()
    opened.note(file)
    const code = process.exitCode
    await known
    assert.equal(code, undefined, 'Something failed outside of any test, in this file or one before it.')
  })
  return { ended, proceed }
}

let proceed = (): void => {}
for (let file = await askFor({ ended: null }); file !== null;) {
  const begun = performance.now()
  const running = await begin(file)
  proceed()
  await running.ended
  proceed = running.proceed
  const seconds = (performance.now() - begun) / 1_000
  file = await askFor({ ended: { file, seconds, ...(meter?.ended() ?? { spent: null, tests: [] }) } })
}
proceed()
process.disconnect?.()

// The process ends by itself, once nothing is left open.
setTimeout(() => {
  process.stdout.write(`✖ This process does not end. It still has ${opened.left()}.\n`)
  process.exit(1)
}, endsWithinMs).unref()
