import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRoot, identity, NOBODY, prepareBinaries, type Binaries } from './postgres-binaries.ts'

/** The data of clusters, before any server runs on it. */

export const PASSWORD = 'not-for-any-log-7f3a'
export const USER = 'longview'

/** Makes the folder of a cluster ready; its path. */
export const newFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (asRoot) chownSync(data, NOBODY, NOBODY)
  return folder
}

/** The variable that names the data of a cluster which nobody has started: a copy of it is as good as a new one. */
const INITIALISED = 'TEST_POSTGRES_INITIALISED'

/** Gives the data to the user that the server runs as. */
export const ownData = (data: string): void => {
  if (asRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, data])
}

/** Fills the folder of a cluster. */
export const initialise = (folder: string, { bin, env }: Binaries): void => {
  const initialised = process.env[INITIALISED]
  if (initialised !== undefined) {
    cpSync(initialised, join(folder, 'data'), { recursive: true })
    ownData(join(folder, 'data'))
    return
  }
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`)
  const options = [
    '-A',
    'scram-sha-256',
    '-U',
    USER,
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = spawnSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...options], {
    ...identity,
    env,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)
}

/** Makes the data of a cluster that others of this run begin with: it takes most of the time of their start. */
export const initialiseOnce = (folder: string): void => {
  initialise(folder, prepareBinaries(folder))
  process.env[INITIALISED] = join(folder, 'data')
}
