import type { Store } from '#ports/store/store.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { AT } from '../database/stored.ts'

/** Gives the chapters of a new library the words of the example corpus. */
export const nameChapters = (store: Store): Promise<void> => {
  const { chapters } = readStarterCorpus(STARTER_FOLDER, new Date(AT))
  return store.transact((tx) => tx.chapters.define(chapters, AT))
}
