import type { NumberedChange } from '#core/changes/public-change.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { Store } from '#ports/store/store.ts'

/** Why a wait ended: something changed, the time is over, or nobody waits any more (the client or the server ends). */
export type WokenBy = 'news' | 'time' | 'end'

/** How often the revision is looked at while anybody waits: once for all of them. It is known without a query. */
const LOOK_EVERY_MS = 200

type Ports = { store: Pick<Store, 'public' | 'currentRevision'>; lifecycle: Pick<Lifecycle, 'isDraining' | 'onDrain'> }

/** What those who wait for changes have in common. */
export type News = {
  /** The revision before a read: what changes after it ends the wait that is given it. */
  revision(): number
  /** Changes after a number. Those who ask for the same share one read. */
  after(seq: number, limit: number): Promise<readonly NumberedChange[]>
  /** Waits for a revision other than the given one, for so long at most. */
  wait(revision: number, ms: number, signal: AbortSignal): Promise<WokenBy>
}

export const changeNews = ({ store, lifecycle }: Ports): News => {
  const waiting = new Set<(by: WokenBy) => void>()
  const reads = new Map<string, Promise<readonly NumberedChange[]>>()
  let known = 0
  let looking: NodeJS.Timeout | undefined

  /** A store that does not answer has no news; it will have. */
  const revision = (): number => {
    try {
      return store.currentRevision()
    } catch {
      return known
    }
  }

  const wakeAll = (by: WokenBy): void => {
    const all = [...waiting]
    waiting.clear()
    clearInterval(looking)
    looking = undefined
    for (const wake of all) wake(by)
  }

  const look = (): void => {
    if (revision() !== known) wakeAll('news')
  }
  lifecycle.onDrain(() => wakeAll('end'))

  return {
    revision,
    after: (seq, limit) => {
      const now = revision()
      if (now !== known) reads.clear()
      // Whoever waits already is woken by the same difference.
      if (waiting.size === 0) known = now
      const key = `${now} ${seq} ${limit}`
      const read = reads.get(key) ?? store.public.changes.after(seq, limit)
      if (reads.size < 100) reads.set(key, read)
      read.catch(() => reads.delete(key))
      return read
    },
    wait: (before, ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || lifecycle.isDraining()) return resolve('end')
        if (revision() !== before) return resolve('news')
        const finish = (by: WokenBy): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', hangUp)
          waiting.delete(finish)
          resolve(by)
        }
        const hangUp = (): void => finish('end')
        const timer = setTimeout(() => finish('time'), ms)
        signal.addEventListener('abort', hangUp, { once: true })
        if (waiting.size === 0) known = before
        waiting.add(finish)
        looking ??= setInterval(look, LOOK_EVERY_MS).unref()
      }),
  }
}
