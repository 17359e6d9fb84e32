import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config, Database } from '#config.ts'
import type { Backup } from '#core/backups.ts'
import { openFileStore, openObjectStore } from '#open-file-store.ts'
import type { BackupOptions, Backups } from '#ports/backups.ts'
import { openThread } from '#threads/thread.ts'
import { version } from '#version.ts'
import { readIndex } from './backup-index.ts'
import type { BackupOrder, BackupStep } from './make-backup.ts'

export type BackupTask = 'back up' | 'drill'
export type BackupPart = BackupStep | { backup: Backup } | { drilled: { backup: string; fault: string | null } | null }

/** The rows of a page of tables with texts, and the list of what is stored; pieces of 64 KiB are held outside of this. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Beside an SQLite file, which has room for what is made of it; otherwise a folder of this database among temporary files. */
export const workFolderOf = (database: Database): string =>
  database.engine === 'sqlite'
    ? join(dirname(database.path), 'backup-work')
    : join(tmpdir(), `longview-backup-${createHash('sha256').update(database.url).digest('hex').slice(0, 16)}`)

/** The backups of a corpus; null if the service makes none. */
export const openBackups = ({
  database,
  filePlace,
  backups,
}: Pick<Config, 'database' | 'filePlace' | 'backups'>): Backups | null => {
  if (backups === null) return null
  const { place, recipient, identity, schedule } = backups
  const workFolder = workFolderOf(database)
  const order = { database, files: filePlace, place, recipient, identity, workFolder, version }

  /** Works in a separate thread with its own connections, so that no request waits for it. */
  const inThread = async (task: BackupTask, { signal, now, told }: BackupOptions): Promise<BackupPart | null> => {
    const thread = openThread<BackupOrder & { task: BackupTask }, BackupPart>({
      entry: new URL('./backup-thread.ts', import.meta.url),
      resourceLimits,
    })
    let last: BackupPart | null = null
    try {
      for await (const part of thread.parts({ ...order, now, task }, { signal })) {
        if ('step' in part) told?.(part.step)
        last = part
      }
      return last
    } finally {
      await thread.close()
    }
  }

  return {
    place: openFileStore(place).place,
    schedule,
    canDrill: identity !== null,
    make: async (options) => {
      const made = await inThread('back up', options)
      if (made === null || !('backup' in made)) throw new Error('The thread ended without a backup.')
      return made.backup
    },
    drill: async (options) => {
      const done = await inThread('drill', options)
      return done !== null && 'drilled' in done ? done.drilled : null
    },
    list: async () => (await readIndex(await openObjectStore(place, workFolder))).backups,
  }
}
