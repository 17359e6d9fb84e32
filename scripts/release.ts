import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { cutReleaseNotes } from './release-notes.ts'

/**
 * Makes the files of a release: the packages of program and client, a bill of materials, a list of licences, release notes and
 * checksums. The same checkout gives the same bytes: nothing in them says when or where they were made. docs/releasing.md has the
 * steps around it.
 */

const ROOT = resolve(import.meta.dirname, '..')
const execute = promisify(execFile)

const npm = async (folder: string, ...args: string[]): Promise<string> =>
  (await execute('npm', args, { cwd: folder, maxBuffer: 2 ** 26 })).stdout

const isMade = (path: string): boolean => /[/\\](?:dist|node_modules)$/u.test(path)

const pack = (folder: string, to: string): Promise<string> =>
  npm(folder, 'pack', '--pack-destination', to, '--ignore-scripts')

/** What we read of a CycloneDX bill of materials, as `npm sbom` writes it. */
type Materials = {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: { name: string; properties?: unknown } }
  components: {
    name: string
    version: string
    licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  }[]
}

type LockFile = { packages: Record<string, { dev?: boolean; devOptional?: boolean; devDependencies?: unknown }> }

/**
 * Every package that the program contains or brings, with the hash under which npm knows it. `folder` gets manifest and lock file
 * without development parts: `npm sbom --omit dev` leaves out every package that one of those needs as well.
 */
const listMaterials = async (folder: string): Promise<Materials> => {
  const lockFile = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  const packages = Object.entries(lockFile.packages)
    .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
    .map(([path, { devDependencies: _development, ...described }]) => [path, described])
  const { devDependencies: _development, ...program } = manifest
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify(program))
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lockFile, packages: Object.fromEntries(packages) }),
  )
  const output = await npm(folder, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')
  const { serialNumber: _serial, metadata, ...rest } = JSON.parse(output) as Materials
  const { timestamp: _time, tools: _tools, component, ...about } = metadata
  // npm calls it by the name of the folder, and private.
  const { properties: _private, ...described } = component
  return { ...rest, metadata: { ...about, component: { ...described, name: manifest.name } } }
}

const licenceLines = ({ components }: Materials): string[] =>
  components
    .map(({ name, version, licenses = [] }) => {
      const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
      if (names.length === 0 || names.includes('')) throw new Error(`${name} ${version} does not state its licence.`)
      return `${name} ${version}: ${names.join(', ')}`
    })
    .toSorted()

const LICENCES = `Longview ${manifest.version} is licensed under ${manifest.license}. It depends on the packages below. Their full texts are in
third-party-licenses.txt of the package longview, and in the packages that npm installs beside it: better-sqlite3 with
node-addon-api, and Node for one system.

`

const checksumsOf = async (folder: string): Promise<string> => {
  const names = (await readdir(folder)).toSorted()
  const lines = names.map(
    async (name) =>
      `${createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
  return (await Promise.all(lines)).join('')
}

const release = async (folder: string): Promise<void> => {
  const notes = cutReleaseNotes(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'), manifest.version)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'longview-release-'))
  try {
    const program = join(work, 'longview')
    await execute(process.execPath, ['scripts/build.ts', '--to', program], { cwd: ROOT })
    await pack(program, folder)

    const client = join(work, 'client')
    await cp(join(ROOT, 'clients/typescript'), client, { recursive: true, filter: (path) => !isMade(path) })
    await execute(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', client])
    await pack(client, folder)

    const materials = await listMaterials(join(work, 'materials'))
    const named = `longview-${manifest.version}`
    await writeFile(join(folder, `${named}.cdx.json`), `${JSON.stringify(materials, null, 2)}\n`)
    await writeFile(join(folder, 'licenses.txt'), `${LICENCES}${licenceLines(materials).join('\n')}\n`)
  } finally {
    await rm(work, { recursive: true })
  }
  await writeFile(join(folder, 'release-notes.md'), notes)
  await writeFile(join(folder, 'SHA256SUMS'), await checksumsOf(folder))
}

const { values } = parseArgs({ options: { to: { type: 'string', default: join(ROOT, 'release') } } })
await release(resolve(values.to))
