import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dump, DumpFailure } from '#core/dump.ts'
import { Failure, messageOf } from '#core/failure.ts'

const MANIFEST = /^longview-\d{8}T\d{9}Z\.json$/u
const LOCK = 'making.lock'
const UNFINISHED = 'making'
const FAILED = 'failed.json'
/** A process that makes a dump touches its lock; one that has not for this long is considered dead. */
const LOCK_LASTS_MS = 600_000
const TOUCH_EVERY_MS = 30_000

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** Undefined if the file does not exist. */
const ifThere = async <Result>(reading: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

const manifestOf = ({ id }: Pick<Dump, 'id'>): string => `longview-${id}.json`
const idsOf = ({ id }: Pick<Dump, 'id'>): string => `longview-${id}-texts.ids`

/** A folder of dumps. The manifest of a dump is written after its files, so that a listed dump is complete. */
export const dumpFolder = (folder: string) => {
  const unfinished = join(folder, UNFINISHED)
  const lock = join(folder, LOCK)
  const failed = join(folder, FAILED)

  /** An aborted dump is not a failure: the next process makes it. */
  const noteFailure = async (reason: unknown): Promise<void> => {
    if ((reason as Error).name === 'AbortError') return
    const failure: DumpFailure = { at: new Date().toISOString(), message: messageOf(reason) }
    // If nothing can be written any more, the error is still logged.
    await writeFile(failed, JSON.stringify(failure)).catch(() => {})
  }

  const isWhole = async ({ files }: Dump): Promise<boolean> => {
    const sizes = await Promise.all(files.map(({ name }) => ifThere(stat(join(folder, name)))))
    return files.every(({ bytes }, index) => sizes[index]?.size === bytes)
  }

  const readManifest = async (name: string): Promise<Dump | null> => {
    const text = await ifThere(readFile(join(folder, name), 'utf8'))
    const dump = text === undefined ? null : (JSON.parse(text) as Dump)
    return dump !== null && (await isWhole(dump)) ? dump : null
  }

  const takeLock = async (): Promise<boolean> => {
    try {
      await (await open(lock, 'wx')).close()
      return true
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const age = Date.now() - ((await ifThere(stat(lock)))?.mtimeMs ?? 0)
    if (age < LOCK_LASTS_MS) return false
    await rm(lock, { force: true })
    return takeLock()
  }

  return {
    list: async (): Promise<Dump[]> => {
      const names = ((await ifThere(readdir(folder))) ?? []).filter((name) => MANIFEST.test(name))
      const dumps = await Promise.all(names.toSorted().toReversed().map(readManifest))
      return dumps.filter((dump) => dump !== null)
    },
    textIds: async (dump: Pick<Dump, 'id'>): Promise<Set<string>> =>
      new Set(((await ifThere(readFile(join(folder, idsOf(dump)), 'utf8'))) ?? '').split('\n')),
    failure: async (): Promise<DumpFailure | null> => {
      const text = await ifThere(readFile(failed, 'utf8'))
      return text === undefined ? null : (JSON.parse(text) as DumpFailure)
    },
    read: async function* (name: string, first: number, last: number): AsyncGenerator<Uint8Array> {
      try {
        yield* createReadStream(join(folder, name), { start: first, end: last }) as AsyncIterable<Uint8Array>
      } catch (error) {
        throw isAbsent(error) ? new Failure('not_found', `The dump ${name} has been replaced by a later one.`) : error
      }
    },
    remove: async (dump: Dump): Promise<void> => {
      // The manifest goes first, so that no reader is sent to removed files.
      for (const name of [manifestOf(dump), idsOf(dump), ...dump.files.map((file) => file.name)])
        await rm(join(folder, name), { force: true })
    },
    /**
     * Lets `make` fill an empty folder and then publishes the dump; null while another process makes one. Unfinished files are
     * removed.
     */
    add: async (make: (empty: string) => Promise<{ dump: Dump; textIds: string[] }>): Promise<Dump | null> => {
      await mkdir(folder, { recursive: true })
      if (!(await takeLock())) return null
      const touching = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), TOUCH_EVERY_MS)
      try {
        await rm(unfinished, { recursive: true, force: true })
        await mkdir(unfinished)
        const { dump, textIds } = await make(unfinished)
        for (const { name } of dump.files) await rename(join(unfinished, name), join(folder, name))
        await writeFile(join(folder, idsOf(dump)), textIds.join('\n'))
        await writeFile(join(unfinished, 'manifest.json'), JSON.stringify(dump))
        await rename(join(unfinished, 'manifest.json'), join(folder, manifestOf(dump)))
        await rm(failed, { force: true })
        return dump
      } catch (error) {
        await noteFailure(error)
        throw error
      } finally {
        clearInterval(touching)
        await rm(unfinished, { recursive: true, force: true })
        await rm(lock, { force: true })
      }
    },
  }
}
