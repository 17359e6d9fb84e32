import { rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ObjectStore } from '#ports/object-store.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { incomingFolder, readPieces, syncFolder } from './folder-store.ts'
import { onDisk, removeFile } from './stage-file.ts'

/** Stores objects as files of a folder, which is created with the first. A complete one is renamed to its name once it is on disk. */
export const folderObjects = (given: string): ObjectStore => {
  const folder = resolve(given)
  const incoming = incomingFolder(join(folder, 'incoming'), async () => {})
  return {
    place: `file:${given}`,
    put: async (name, content) => {
      const { path, bytes, sha256 } = await incoming.stage(content)
      await onDisk(async () => {
        makePrivateFolder(dirname(join(folder, name)))
        await rename(path, join(folder, name))
        await syncFolder(dirname(join(folder, name)))
      })
      return { bytes, sha256 }
    },
    read: (name) => readPieces(join(folder, name), undefined, name),
    remove: (name) => onDisk(() => removeFile(join(folder, name))),
    removeLeftovers: incoming.removeLeftovers,
  }
}
