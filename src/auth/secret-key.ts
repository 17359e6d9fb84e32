import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32
const OWNERS_FILE = 0o600

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Several processes may want a key at the same moment: the first makes it whole, the others read that one. */
const makeFile = (path: string): void => {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: OWNERS_FILE })
  chmodSync(draft, OWNERS_FILE)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** A key in a file for its owner alone, made when it is first needed. */
export const keyFile =
  (path: string) =>
  (make: boolean): string | null => {
    const found = readIfThere(path)
    if (found !== null || !make) return found
    makeFile(path)
    return readIfThere(path)
  }
