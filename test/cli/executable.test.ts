import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../support/files.ts'

// `bin/longview.js` in an installation: a program that prints where compiled code is kept, and the Node that npm brought.

const EXECUTABLE = resolve(import.meta.dirname, '../../bin/longview.js')

const plant = async (path: string, text: string, mode = 0o644): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text, { mode })
}

/** A new installation in a folder with a space; `run` starts it with the Node of this test. */
const newInstallation = async (t: TestContext) => {
  const folder = join(await realpath(await temporaryFolder(t)), 'an installation')
  const executable = join(folder, 'bin/longview.js')
  await plant(join(folder, 'package.json'), '{"type":"module"}')
  await plant(
    join(folder, 'src/cli/main.ts'),
    'export const run = async () => process.stdout.write(`own, ${process.env.NODE_COMPILE_CACHE}`)',
  )
  await cp(EXECUTABLE, executable)
  const run = async (env: Record<string, string> = {}, whileRunning: (pid: number) => void = () => {}) => {
    const child = spawn(process.execPath, [executable, 'serve', 'a b'], { cwd: folder, env })
    t.after(() => child.kill('SIGKILL'))
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      whileRunning(child.pid ?? 0)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, stdout }
  }
  /** A Node as npm brings it: of another version, and this shell script. */
  const bring = async (script: string): Promise<void> => {
    const brought = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`)
    await plant(join(brought, 'package.json'), '{"version":"99.0.0","bin":{"node":"bin/node"}}')
    await plant(join(brought, 'bin/node'), script, 0o755)
  }
  return { folder, executable, run, bring }
}

const cacheOf = (folder: string): string => join(folder, 'node_modules/.cache/longview')

test('the Node that was brought runs the command, and its exit code is that of the command', async (t) => {
  const { executable, run, bring } = await newInstallation(t)
  await bring('#!/bin/sh\nfor each in "$@"; do echo "$each"; done\nexit 7\n')
  assert.deepEqual(await run(), { code: 7, stdout: `${executable}\nserve\na b\n` })
})

test('signals reach the Node that was brought, and how it ended is passed on', async (t) => {
  const { run, bring } = await newInstallation(t)
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    await bring(`#!/bin/sh\ntrap 'exit 5' ${signal.slice(3)}\necho ready\nwhile true; do /bin/sleep 0.05; done\n`)
    assert.equal((await run({}, (pid) => process.kill(pid, signal))).code, 5, signal)
  }
  await bring('#!/bin/sh\nkill -KILL $$\n')
  assert.equal((await run()).code, 137)
})

test('if no Node was brought, or it does not start here, this one runs the command', async (t) => {
  const { folder, run, bring } = await newInstallation(t)
  const own = { code: 0, stdout: `own, ${cacheOf(folder)}` }
  assert.deepEqual(await run(), own)
  await bring('#!/no/such/loader\n')
  assert.deepEqual(await run(), own)
  // As ld.so ends a program whose library is missing.
  await bring('#!/bin/sh\nexit 127\n')
  assert.deepEqual(await run(), own)
})

test('a read-only installation keeps compiled code with the database, if that folder is ours', async (t) => {
  const { folder, run } = await newInstallation(t)
  // Also for root, nothing can be written below a file.
  await plant(join(folder, 'node_modules'), '')
  const none = { code: 0, stdout: 'own, undefined' }
  assert.deepEqual(await run(), none, 'the folder of the database does not exist yet')
  assert.deepEqual(await run({ DATABASE_URL: 'postgres://library.example/longview' }), none)

  const state = join(folder, 'data')
  await mkdir(state)
  const kept = { code: 0, stdout: `own, ${join(state, 'compile-cache')}` }
  assert.deepEqual(await run(), kept)
  for (const path of [join(state, 'other.db'), `//${join(state, 'other.db')}`, 'data/other.db'])
    assert.deepEqual(await run({ DATABASE_URL: `sqlite:${path}` }), kept, path)

  const foreign = process.getuid?.() === 0 ? state : '/'
  if (foreign === state) await chown(state, 65_534, 65_534)
  assert.deepEqual(await run({ DATABASE_URL: `sqlite:${join(foreign, 'longview.db')}` }), none)
})
