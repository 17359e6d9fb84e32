import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNERS_FOLDER = 0o700

/** Creates a folder, and its missing parents, that only the owner may enter, regardless of the umask. Existing ones stay as they are. */
export const makePrivateFolder = (path: string): void => {
  if (existsSync(path)) return
  makePrivateFolder(dirname(path))
  // `recursive` because another process may create it first.
  mkdirSync(path, { recursive: true, mode: OWNERS_FOLDER })
  chmodSync(path, OWNERS_FOLDER)
}
