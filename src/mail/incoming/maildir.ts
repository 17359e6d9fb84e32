import { createReadStream } from 'node:fs'
import { opendir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { INCOMING_EMAIL_BYTES } from '#core/mail/bounces.ts'
import { Failure } from '#core/failure.ts'
import { readStart } from './parse-email.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

/**
 * Passes each new email of a maildir to `take`, one after another, and then marks it as seen (`cur/NAME:2,S`). An email that
 * another process removes meanwhile is skipped. Throws `not_found` for a folder that is not a maildir.
 */
export const readMaildir = async (folder: string, take: (raw: Buffer) => Promise<void>): Promise<void> => {
  const [fresh, seen] = [join(folder, 'new'), join(folder, 'cur')]
  if (!(await isFolder(fresh)) || !(await isFolder(seen)))
    throw new Failure('not_found', `${folder} is not a maildir: it has no folders new and cur.`)
  for await (const entry of await opendir(fresh)) {
    if (!entry.isFile()) continue
    const path = join(fresh, entry.name)
    try {
      await take(await readStart(createReadStream(path, { end: INCOMING_EMAIL_BYTES - 1 }), INCOMING_EMAIL_BYTES))
      await rename(path, join(seen, `${entry.name}:2,S`))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}
