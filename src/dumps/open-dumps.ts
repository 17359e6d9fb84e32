import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Dump } from '#core/dumps/dump.ts'
import type { Clock } from '#ports/clock.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { Config, Database } from '#config.ts'
import { dumpFolder } from './dump-folder.ts'

export type DumpOrder = { database: Database; folder: string; now: Date; license: string | null }

/** A text has at most five million characters, and one is held at a time. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Makes a dump in a thread of its own, with a connection of its own: whoever is served waits for none of it. */
const writeInThread = async (order: DumpOrder, signal: AbortSignal): Promise<{ dump: Dump; textIds: string[] }> => {
  const thread = new Worker(new URL('./dumping-thread.ts', import.meta.url), { workerData: order, resourceLimits })
  try {
    const [made] = (await once(thread, 'message', { signal })) as [{ dump: Dump; textIds: string[] }]
    return made
  } finally {
    await thread.terminate()
  }
}

/** The dumps of a corpus; null where none are wanted. */
export const openDumps = ({ database, dumps }: Pick<Config, 'database' | 'dumps'>, clock: Clock): Dumps | null => {
  if (dumps === null) return null
  const { license } = dumps
  const { add, ...folder } = dumpFolder(dumps.folder)
  return {
    ...folder,
    make: (signal) => add((folder) => writeInThread({ database, folder, now: clock.now(), license }, signal)),
  }
}
