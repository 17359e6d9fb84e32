import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNERS_FOLDER = 0o700

/** Makes a folder, with those above it, for its owner alone, whatever the umask. One that is there stays as it is. */
export const makePrivateFolder = (path: string): void => {
  if (existsSync(path)) return
  makePrivateFolder(dirname(path))
  // Another process may be faster.
  mkdirSync(path, { recursive: true, mode: OWNERS_FOLDER })
  chmodSync(path, OWNERS_FOLDER)
}
