import type { Store } from '#ports/store/store.ts'

/** Reads something once for each corpus revision, however many ask for it. */
export const oncePerRevision = <Read>(
  store: Pick<Store, 'currentRevision'>,
  read: () => Promise<Read>,
): (() => Promise<Read>) => {
  let cached: { revision: number; result: Promise<Read> } | null = null
  return () => {
    const revision = store.currentRevision()
    if (cached?.revision !== revision) {
      const result = read()
      cached = { revision, result }
      // After a failure, which this caller gets, the next caller reads again.
      result.catch(() => {
        if (cached?.result === result) cached = null
      })
    }
    return cached.result
  }
}
