import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { Failure, messageOf } from '#core/failure.ts'
import type { Log } from '#ports/runtime.ts'
import { openPool, readInPool, type Peer, type RunQuery } from './connections.ts'
import type { RevisionWatch } from './revision-watch.ts'

const CHECK_MS = 1_000
/** While it is catching up. */
const CHECK_BEHIND_MS = 25

/** A replica, used only while it has every change that this process knows to be public. */
export type Replica = { isUsable(): boolean; markUnusable(): void; run: RunQuery; close(): Promise<void> }

/** @param secret the corpus secret: a server with another one is not a replica of this corpus */
export const openReplica = (
  { url, secret, max, peer }: { url: string; secret: Buffer; max: number; peer: Peer },
  watch: RevisionWatch,
  log: Log,
): Replica => {
  const pool = openPool(url, { max, log, server: 'replica', peer, connectTimeoutMs: 1_000 })
  const run = readInPool(pool, peer)
  const closing = new AbortController()
  const probe = CompiledQuery.raw('select revision from corpus where secret = $1', [secret])
  let revision = 0
  let isReachable = false
  let wake = new AbortController()

  const setReachable = (now: boolean, reason: string): void => {
    if (now !== isReachable)
      log.warn({ server: 'replica', isReachable: now, reason }, 'reads switched to another server')
    isReachable = now
  }

  const check = async (): Promise<void> => {
    try {
      const { rows } = await run<{ revision: number }>(probe)
      revision = rows[0]?.revision ?? 0
      setReachable(rows.length === 1, rows.length === 1 ? 'it answers' : 'it holds another corpus')
    } catch (error) {
      setReachable(false, messageOf(error))
    }
  }

  const keepChecking = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      wake = new AbortController()
      await check()
      const wait = isReachable && revision < watch.latest() ? CHECK_BEHIND_MS : CHECK_MS
      const signal = AbortSignal.any([closing.signal, wake.signal])
      await pause(wait, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  watch.onRise(() => wake.abort())
  const ended = keepChecking()
  return {
    isUsable: () => isReachable && revision >= watch.latest(),
    markUnusable: () => setReachable(false, 'a statement failed on it'),
    run,
    close: async () => {
      closing.abort()
      await ended
      await pool.end()
    },
  }
}

/** Reads from the replica while it is usable, otherwise from the primary. A failed read is repeated on the primary. */
export const preferReplica =
  (replica: Replica, primary: RunQuery): RunQuery =>
  async <Row>(query: CompiledQuery) => {
    if (!replica.isUsable()) return primary<Row>(query)
    try {
      return await replica.run<Row>(query)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      replica.markUnusable()
      return primary<Row>(query)
    }
  }
