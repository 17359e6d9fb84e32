import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dump, DumpFailure } from '#core/dumps/dump.ts'
import { Failure, messageOf } from '#core/failure.ts'

const MANIFEST = /^longview-\d{8}T\d{9}Z\.json$/u
const LOCK = 'making.lock'
const HALF_MADE = 'making'
const FAILED = 'failed.json'
/** A process that makes a dump says so more often; one that has not for so long is no more. */
const LOCK_LASTS_MS = 600_000
const TOUCH_EVERY_MS = 30_000

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code

const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** Undefined for what is not there. */
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

/** A folder of dumps. Their files come first and their descriptions last, so that what is described is whole. */
export const dumpFolder = (folder: string) => {
  const halfMade = join(folder, HALF_MADE)
  const lock = join(folder, LOCK)
  const failed = join(folder, FAILED)

  /** A stop is no failure: the next process makes it. */
  const noteFailure = async (reason: unknown): Promise<void> => {
    if ((reason as Error).name === 'AbortError') return
    const failure: DumpFailure = { at: new Date().toISOString(), message: messageOf(reason) }
    // Where nothing can be written any more, the log has it.
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
      // Nobody is sent to files that are about to go.
      for (const name of [manifestOf(dump), idsOf(dump), ...dump.files.map((file) => file.name)])
        await rm(join(folder, name), { force: true })
    },
    /**
     * Lets `make` fill an empty folder and puts what it describes in its place; null while another process does so. Whatever is
     * half made is removed.
     */
    add: async (make: (empty: string) => Promise<{ dump: Dump; textIds: string[] }>): Promise<Dump | null> => {
      await mkdir(folder, { recursive: true })
      if (!(await takeLock())) return null
      const touching = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), TOUCH_EVERY_MS)
      try {
        await rm(halfMade, { recursive: true, force: true })
        await mkdir(halfMade)
        const { dump, textIds } = await make(halfMade)
        for (const { name } of dump.files) await rename(join(halfMade, name), join(folder, name))
        await writeFile(join(folder, idsOf(dump)), textIds.join('\n'))
        await writeFile(join(halfMade, 'manifest.json'), JSON.stringify(dump))
        await rename(join(halfMade, 'manifest.json'), join(folder, manifestOf(dump)))
        await rm(failed, { force: true })
        return dump
      } catch (error) {
        await noteFailure(error)
        throw error
      } finally {
        clearInterval(touching)
        await rm(halfMade, { recursive: true, force: true })
        await rm(lock, { force: true })
      }
    },
  }
}
