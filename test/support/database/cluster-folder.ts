import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringsBinaries } from './postgres-binaries.ts'
import { newFolder } from './postgres-data.ts'

/** Where the clusters of tests lie: in memory where there is plenty of it. */

const IN_MEMORY = '/dev/shm'

/** The type of a file system in memory (`man 2 statfs`). */
const TMPFS = 0x0102_1994

const GIB = 2 ** 30

/** The hundreds of databases of a whole run have a dozen megabytes each. */
const ROOM = 6 * GIB

/** What is needed with the programs, browsers and checkers that run beside. */
const MEMORY = 10 * GIB

/** A file system in memory may forbid to run what lies in it. */
const isRoomy = (folder: string): boolean => {
  if (bringsBinaries() || !existsSync(folder)) return false
  const { type, bsize, bavail } = statfsSync(folder)
  return type === TMPFS && bsize * bavail > ROOM && process.availableMemory() > MEMORY
}

const left = new Set<string>()
process.once('exit', () => {
  // A server that was just told to end may still write.
  for (const folder of left) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})

/**
 * Makes the folder of a cluster, which is gone with this process at the latest. A database is a copy of a thousand files: on a
 * disk that costs two to five times the processor time, and waits for all else that is written.
 */
export const newClusterFolder = (): string => {
  const folder = mkdtempSync(join(isRoomy(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'longview-postgres-'))
  left.add(folder)
  return newFolder(folder)
}

export const removeClusterFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  left.delete(folder)
}
