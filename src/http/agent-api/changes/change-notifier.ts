import type { NumberedChange } from '#core/public-change.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { Store } from '#ports/store/store.ts'

/** Why a wait ended: something changed, time ran out, or the client left or the server is stopping. */
export type WakeReason = 'change' | 'timeout' | 'closed'

/** How often the revision is checked while anyone waits, once for all of them. Reading it needs no query. */
const POLL_EVERY_MS = 200

type Ports = { store: Pick<Store, 'public' | 'currentRevision'>; lifecycle: Pick<Lifecycle, 'isDraining' | 'onDrain'> }

/** Wakes the requests that wait for changes. */
export type ChangeNotifier = {
  /** The revision to take before a read and hand to `wait`: any change after it ends the wait. */
  revision(): number
  /** Changes after a number. Identical requests share one read. */
  after(seq: number, limit: number): Promise<readonly NumberedChange[]>
  /** Waits until the revision differs from the given one, for at most `ms`. */
  wait(revision: number, ms: number, signal: AbortSignal): Promise<WakeReason>
}

export const openChangeNotifier = ({ store, lifecycle }: Ports): ChangeNotifier => {
  const waiting = new Set<(by: WakeReason) => void>()
  const reads = new Map<string, Promise<readonly NumberedChange[]>>()
  let lastRevision = 0
  let polling: NodeJS.Timeout | undefined

  /** While the store does not answer, nothing counts as changed. */
  const revision = (): number => {
    try {
      return store.currentRevision()
    } catch {
      return lastRevision
    }
  }

  const wakeAll = (by: WakeReason): void => {
    const all = [...waiting]
    waiting.clear()
    clearInterval(polling)
    polling = undefined
    for (const wake of all) wake(by)
  }

  const poll = (): void => {
    if (revision() !== lastRevision) wakeAll('change')
  }
  lifecycle.onDrain(() => wakeAll('closed'))

  return {
    revision,
    after: (seq, limit) => {
      const now = revision()
      if (now !== lastRevision) reads.clear()
      // While others wait, the poll must still see this difference, so as to wake them.
      if (waiting.size === 0) lastRevision = now
      const key = `${now} ${seq} ${limit}`
      const read = reads.get(key) ?? store.public.changes.after(seq, limit)
      if (reads.size < 100) reads.set(key, read)
      read.catch(() => reads.delete(key))
      return read
    },
    wait: (before, ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || lifecycle.isDraining()) return resolve('closed')
        if (revision() !== before) return resolve('change')
        const finish = (by: WakeReason): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', hangUp)
          waiting.delete(finish)
          resolve(by)
        }
        const hangUp = (): void => finish('closed')
        const timer = setTimeout(() => finish('timeout'), ms)
        signal.addEventListener('abort', hangUp, { once: true })
        if (waiting.size === 0) lastRevision = before
        waiting.add(finish)
        polling ??= setInterval(poll, POLL_EVERY_MS).unref()
      }),
  }
}
