import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNERS_FILE = 0o600
const OTHERS = 0o077

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/**
 * Makes an empty file for its owner alone, whatever the umask, where there is none. One that is there is not opened:
 * closing it would drop the locks that this process holds on it.
 */
export const makePrivateFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', OWNERS_FILE))
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw error
  }
  chmodSync(path, OWNERS_FILE)
}

/** Takes the rights of others away from a file, if it is there and ours. */
export const closeToOthers = (path: string): void => {
  try {
    if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, OWNERS_FILE)
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
}
