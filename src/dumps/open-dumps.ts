import type { Dump } from '#core/dump.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { Config, Database } from '#config.ts'
import { openThread } from '#threads/thread.ts'
import { dumpFolder } from './dump-folder.ts'

export type DumpOrder = { database: Database; folder: string; now: Date; license: string | null }

/** Enough for a text of five million characters; one is held at a time. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

type WrittenDump = { dump: Dump; textIds: string[] }

/** Writes a dump in a separate thread with its own connection, so that no request waits for it. */
const writeInThread = async (order: DumpOrder, signal: AbortSignal): Promise<WrittenDump> => {
  const thread = openThread<DumpOrder, WrittenDump>({
    entry: new URL('./dumping-thread.ts', import.meta.url),
    resourceLimits,
  })
  try {
    return await thread.request(order, { signal })
  } finally {
    await thread.close()
  }
}

/** The dumps of a corpus; null if they are off. */
export const openDumps = ({ database, dumps }: Pick<Config, 'database' | 'dumps'>, clock: Clock): Dumps | null => {
  if (dumps === null) return null
  const { license } = dumps
  const { add, ...folder } = dumpFolder(dumps.folder)
  return {
    ...folder,
    make: (signal) => add((folder) => writeInThread({ database, folder, now: clock.now(), license }, signal)),
  }
}
