import assert from 'node:assert/strict'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

/**
 * Runs the given test files one after another in this process, so that modules are loaded once. Each file ends with a test
 * that waits until the tests of the next file are registered; otherwise the runner would take each file for the last.
 */

const endsWithinMs = Number(process.argv[2])

const nextFile = async (): Promise<string | null> => {
  const answer = once(process, 'message')
  process.send?.('next')
  const [{ file }] = (await answer) as [{ file: string | null }]
  return file
}

const openResources = (): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** The files after which more resources of a kind were open than before; `left` lists the kinds with more open than at first. */
const first = openResources()
let before = first
const opened = new Map<string, string[]>()
const noteOpened = (file: string): void => {
  const now = openResources()
  for (const [kind, count] of Object.entries(now))
    if (count > (before[kind] ?? 0)) opened.set(kind, [...(opened.get(kind) ?? []), file])
  before = now
}
const left = (): string =>
  Object.entries(openResources())
    .map(([kind, count]) => ({ kind, more: count - (first[kind] ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} ${kind} (${(opened.get(kind) ?? []).join(', ')})`)
    .join('; ')

/** Registers the tests of a file. @returns resolves when they have ended; `proceed` ends the waiting for the next file */
const begin = async (file: string): Promise<{ ended: Promise<void>; proceed: () => void }> => {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    void test(`${file} is loaded`, () => {
      throw error
    })
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: known, resolve: proceed } = Promise.withResolvers<void>()
  void test(`${file} has ended`, async () => {
    end()
    noteOpened(file)
    const code = process.exitCode
    await known
    assert.equal(code, undefined, 'Something failed outside of any test, in this file or one before it.')
  })
  return { ended, proceed }
}

let proceed = (): void => {}
for (let file = await nextFile(); file !== null; file = await nextFile()) {
  const running = await begin(file)
  proceed()
  await running.ended
  proceed = running.proceed
}
proceed()
process.disconnect?.()

// The process ends by itself, once nothing is left open.
setTimeout(() => {
  process.stdout.write(`✖ This process does not end. It still has ${left()}.\n`)
  process.exit(1)
}, endsWithinMs).unref()
