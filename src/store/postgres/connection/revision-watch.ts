import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { messageOf } from '#core/failure.ts'
import type { Log } from '#ports/runtime.ts'
import type { Db } from '#store/rows.ts'
import { openClient } from './connections.ts'
import { unavailableFailure } from './errors.ts'

const CHANNEL = 'longview_revision'
const POLL_MS = 1_000
/** A revision that has not been confirmed for this long is read again. */
const CONFIRMATION_VALID_MS = 2_500
/** After this long without contact a revision is too old to answer with. */
const MAX_STALENESS_MS = 5_000
const RECONNECT_MS = [50, 100, 250, 500, 1_000]

/** The newest revision known to this process, from its own commits, NOTIFY and a poll every second. */
export type RevisionWatch = {
  latest(): number
  /** Records a revision that was seen; an older one changes nothing. */
  observe(revision: number): void
  /** Whether notifications are arriving. */
  isLive(): boolean
  /** The newest revision, without a query. Throws `unavailable` if nothing has arrived for too long. */
  getFresh(): number
  /** Called each time the revision rises. */
  onRise(listener: () => void): void
  close(): Promise<void>
}

/** Raises the revision. Listeners are notified if and when the transaction commits. */
export const raiseRevision = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ revision: number }>`
    update corpus set revision = revision + 1 where id = 1
    returning revision, pg_notify(${CHANNEL}, revision::text)`.execute(db)
  return rows[0]?.revision ?? 0
}

/** @param first the revision just read */
export const watchRevision = (url: string, first: number, log: Log): RevisionWatch => {
  const closing = new AbortController()
  const listeners: (() => void)[] = []
  let newest = first
  let confirmedAt = performance.now()
  let lastSeenAt = confirmedAt

  const observe = (revision: number): void => {
    if (revision > 0) lastSeenAt = performance.now()
    if (revision <= newest) return
    newest = revision
    for (const listener of listeners) listener()
  }

  const poll = async (client: Client): Promise<void> => {
    const { rows } = await client.query<{ revision: number }>('SELECT revision FROM corpus WHERE id = 1')
    observe(rows[0]?.revision ?? 0)
    confirmedAt = performance.now()
  }

  /** Listens until the connection fails or the watch is closed. */
  const listen = async (onConnected: () => void): Promise<void> => {
    const client = openClient(url, log)
    const lost = new AbortController()
    client.once('end', () => {
      confirmedAt = Number.NEGATIVE_INFINITY
      lost.abort()
    })
    const signal = AbortSignal.any([closing.signal, lost.signal])
    try {
      await client.connect()
      client.on('notification', ({ payload }) => observe(Number(payload)))
      await client.query(`LISTEN ${CHANNEL}`)
      onConnected()
      while (!signal.aborted) {
        await poll(client)
        await pause(POLL_MS, undefined, { signal, ref: false })
      }
    } finally {
      confirmedAt = Number.NEGATIVE_INFINITY
      await client.end().catch(() => {})
    }
  }

  /** Reconnects until the watch is closed; of consecutive failures only the first is logged. */
  const keepListening = async (): Promise<void> => {
    let failures = 0
    const onConnected = (): void => {
      if (failures > 0) log.info({ server: 'primary', failures }, 'listening for changes resumed')
      failures = 0
    }
    while (!closing.signal.aborted) {
      try {
        await listen(onConnected)
      } catch (error) {
        // Closing also rejects the pause between two polls.
        if (failures === 0 && !closing.signal.aborted)
          log.warn({ server: 'primary', reason: messageOf(error) }, 'listening for changes failed; retrying')
      }
      const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]
      failures += 1
      await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  const ended = keepListening()
  return {
    latest: () => newest,
    observe,
    isLive: () => performance.now() - confirmedAt < CONFIRMATION_VALID_MS,
    getFresh: () => {
      if (performance.now() - lastSeenAt < MAX_STALENESS_MS) return newest
      throw unavailableFailure(undefined)
    },
    onRise: (listener) => listeners.push(listener),
    close: async () => {
      closing.abort()
      await ended
    },
  }
}
