import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, readFile, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { temporaryFolder } from '../support/database/temporary.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'clients/typescript')

type Packed = { name: string; files: { path: string; size: number }[] }

test('the package has what it needs and nothing else, and runs as built, with the libraries of browsers alone', async (t) => {
  const folder = await temporaryFolder(t)
  await cp(CLIENT, folder, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  // Only for the compiler that the script before packing calls.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const npm = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }
  // By its name: a machine may be told to run no script by itself.
  npm('run', 'prepack')
  const stdout = npm('pack', '--dry-run', '--json', '--ignore-scripts')
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as Packed[]
  const files = (packed?.files ?? []).map(({ path }) => path)
  // Types grow with the interface and cost programs nothing; what runs stays small.
  const code = (packed?.files ?? []).filter(({ path }) => path.endsWith('.js'))
  const bytes = code.reduce((sum, { size }) => sum + size, 0)
  assert.ok(code.length > 5 && bytes < 40_000, `${bytes} bytes`)
  assert.deepEqual(files.filter((path) => !/^dist\/[a-z-]+\.(?:js|d\.ts)$/u.test(path)).toSorted(), [
    'LICENSE',
    'README.md',
    'package.json',
  ])
  const { exports, ...description } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<'.', { types: string; default: string }>
    dependencies?: object
  }
  assert.equal(description.dependencies, undefined)
  for (const path of Object.values(exports['.'])) assert.ok(files.includes(path.slice(2)), path)
  const built = (await import(pathToFileURL(join(folder, exports['.'].default)).href)) as Record<string, unknown>
  assert.deepEqual(Object.keys(built).toSorted(), [
    'LongviewError',
    'LongviewUnreachable',
    'createLongviewClient',
    'memoryCache',
  ])
})

test('the package has the version of the server that it is made from', async () => {
  const versions = await Promise.all(
    [CLIENT, ROOT].map(
      async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string },
    ),
  )
  assert.equal(versions[0]?.version, versions[1]?.version)
})
