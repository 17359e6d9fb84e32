import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore, StagedFile } from '#ports/file-store.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { onDisk, removeFile, stageFile } from './stage-file.ts'

const removeOlder = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtime } = await stat(path).catch(() => ({ mtime: null }))
    if (mtime !== null && mtime < before) await removeFile(path)
  }
}

/** Where files come in until all of them is there: a folder for its owner alone, made with the first one. */
export const incomingFolder = (
  folder: string,
  keep: (file: { path: string; sha256: string; bytes: number }) => Promise<void>,
): Pick<FileStore, 'stage' | 'removeLeftovers'> => ({
  stage: async (content): Promise<StagedFile> => {
    await onDisk(async () => makePrivateFolder(folder))
    const staged = await stageFile(folder, randomUUID(), content)
    return { ...staged, keep: () => keep(staged), discard: () => onDisk(() => removeFile(staged.path)) }
  },
  removeLeftovers: async (before) => {
    if (existsSync(folder)) await onDisk(() => removeOlder(folder, before))
  },
})
