import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '#ports/file-store.ts'
import { folderStore } from '../../../src/files/stores/folder-store.ts'
import type { Ending } from '../database/temporary.ts'

/** A file store in a folder that is made with the first file and gone after the test. */
export const temporaryFileStore = (t: Ending): FileStore => {
  const folder = join(tmpdir(), `longview-test-files-${randomUUID()}`)
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folderStore(folder)
}
