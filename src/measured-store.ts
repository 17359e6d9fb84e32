import { Failure } from '#core/failure.ts'
import { type Metrics, noMetrics, writeFaults, type WriteFault } from '#ports/metrics.ts'
import type { Store } from '#ports/store/store.ts'

const faultOf = (error: unknown): WriteFault | null => {
  if (!(error instanceof Failure)) return 'internal'
  return writeFaults.find((fault) => fault === error.code) ?? null
}

/** The same store, whose transactions are counted. */
export const measuredStore = (store: Store, metrics: Metrics): Store => {
  if (metrics === noMetrics) return store
  let waiting = 0
  metrics.watchWriters(() => waiting)
  return {
    ...store,
    transact: async (work) => {
      const askedAt = performance.now()
      let begunAt: number | null = null
      const begin = (): void => {
        // The work may run again after a conflict.
        if (begunAt !== null) return
        begunAt = performance.now()
        waiting -= 1
        metrics.beganToWrite((begunAt - askedAt) / 1_000)
      }
      waiting += 1
      try {
        return await store.transact((tx) => {
          begin()
          return work(tx)
        })
      } catch (error) {
        const fault = faultOf(error)
        if (fault !== null) metrics.failedToWrite(fault)
        throw error
      } finally {
        if (begunAt === null) waiting -= 1
        else metrics.wrote((performance.now() - begunAt) / 1_000)
      }
    },
  }
}
