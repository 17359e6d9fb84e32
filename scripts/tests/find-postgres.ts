import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Versions that Longview supports and that `npm ci` does not install. */
const SUPPORTED = ['15', '16', '17']

type Installed = { name: string; bin: string }

/**
 * The servers that packages of a system have installed, oldest first.
 * @param folder has a folder for each version, as Debian's `/usr/lib/postgresql`
 * @returns the servers with their folders of programs, and the supported versions that are not there
 */
export const findPostgres = (folder: string): { found: Installed[]; missing: string[] } => {
  const versions = existsSync(folder) ? readdirSync(folder) : []
  const found = versions
    .toSorted((a, b) => Number(a) - Number(b))
    .map((version) => ({ name: `PostgreSQL ${version}`, bin: join(folder, version, 'bin') }))
    // Packages of clients leave a folder without a server.
    .filter(({ bin }) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')))
  const missing = SUPPORTED.map((version) => `PostgreSQL ${version}`)
  return { found, missing: missing.filter((name) => !found.some((server) => server.name === name)) }
}
