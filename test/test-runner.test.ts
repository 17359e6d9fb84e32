import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runFiles } from '../scripts/tests/run-files.ts'
import { runSideBySide } from '../scripts/tests/run-side-by-side.ts'

const ENDS_WITHIN_MS = 300

/** Runs files with these contents in one process. */
const runPlanted = async (contents: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-runner-'))
  try {
    const path = (name: string): string => join(folder, `${name}.test.mjs`)
    for (const [name, content] of Object.entries(contents))
      await writeFile(path(name), `import { after, test } from 'node:test'\n${content}\n`)
    const lines: string[] = []
    const failures = await runFiles(Object.keys(contents).map(path), {
      processes: 1,
      print: (line) => lines.push(line),
      endsWithinMs: ENDS_WITHIN_MS,
    })
    const short = (text: string): string => text.replaceAll(`${folder}/`, '').replaceAll('.test.mjs', '')
    const output = short(lines.join('\n'))
    const ran = [...new Set([...output.matchAll(/^[✔✖] (?<file>\w+) has ended/gmu)].map(({ groups }) => groups?.file))]
    return { failures: failures.map(short), ran, output }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('files run one after another in a process, and what they share is closed after the last', async () => {
  const { failures, ran, output } = await runPlanted({
    one: 'globalThis.ended = 0; after(() => console.log(`closed after ${globalThis.ended}`)); test("a", () => { globalThis.ended += 1 })',
    two: 'test("b", async () => { await new Promise(setImmediate); globalThis.ended += 1 })',
  })
  assert.deepEqual({ failures, ran }, { failures: [], ran: ['one', 'two'] })
  assert.match(output, /✔ a .*✔ one has ended .*✔ b .*✔ two has ended .*closed after 2.*ℹ fail 0/su)
})

test('a failure, a file that cannot be loaded and an error outside of any test fail the run; the other files are run', async () => {
  const { failures, ran, output } = await runPlanted({
    broken: 'throw new Error("cannot be loaded")',
    failing: 'test("fails", () => { throw new Error("as planted") })',
    careless:
      'test("leaves a rejection", (t) => { setImmediate(() => Promise.reject(new Error("nobody waits for this"))) })',
    last: 'test("passes", () => {})',
  })
  assert.deepEqual(failures, ['tests failed in process 1, see ✖'])
  assert.deepEqual(ran, ['broken', 'failing', 'careless', 'last'])
  assert.match(output, /✖ broken is loaded .*cannot be loaded/su)
  assert.match(output, /✖ fails .*as planted/su)
  assert.match(output, /nobody waits for this/u)
})

test('a file that ends the process is named, and the other files are run', async () => {
  const { failures, ran } = await runPlanted({
    early: 'test("ends", () => process.exit(0))',
    last: 'test("passes", () => {})',
  })
  assert.deepEqual(failures, ['process 1 ended in the middle of early'])
  assert.deepEqual(ran, ['last'])
})

test('a file that leaves something open is named', async () => {
  const { failures, output } = await runPlanted({
    tidy: 'test("passes", () => {})',
    careless: 'test("passes", () => { setInterval(() => {}, 60_000) })',
  })
  assert.deepEqual(failures, ['tests failed in process 1, see ✖'])
  assert.match(output, /does not end\. It still has 1 Timeout \(careless\)/u)
})

test('a process that ends while its files are closed has not passed', async () => {
  const { failures } = await runPlanted({ closing: 'after(() => process.exit(0)); test("passes", () => {})' })
  assert.deepEqual(failures, ['process 1 ended before its last test'])
})

const program = (name: string, code: string, prefix = `${name} `) => ({
  name,
  prefix,
  file: process.execPath,
  args: ['-e', code],
})

test('programs run side by side to their end, their lines are prefixed, and those that fail are named', async () => {
  const lines: string[] = []
  const failed = await runSideBySide(
    [
      program('lint', 'console.log("one finding"); console.error("and another"); process.exitCode = 3'),
      program('killed', 'process.kill(process.pid, "SIGKILL")'),
      program('tests', 'console.log("1 passed")', ''),
    ],
    (line) => lines.push(line),
  )
  assert.deepEqual(failed, ['lint', 'killed'])
  assert.deepEqual(lines.toSorted(), [
    '1 passed',
    'killed ended with a signal.',
    'lint and another',
    'lint ended with 3.',
    'lint one finding',
  ])
})
