import type { FileStore } from '#ports/file-store.ts'
import type { FilePlace } from './config.ts'
import { folderStore } from './files/stores/folder-store.ts'

/** The store of files at a place. Nothing is made or asked before it is used. */
export const openFileStore = (place: FilePlace): FileStore => folderStore(place.path)
