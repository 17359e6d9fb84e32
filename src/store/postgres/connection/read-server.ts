import { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { messageOf } from '#core/failure.ts'
import type { DatabaseServer } from '#ports/condition.ts'
import type { Log } from '#ports/runtime.ts'
import { openPool, checkConfig, readInPool, type Peer, type RunQuery } from './connections.ts'
import { unavailableFailure } from './errors.ts'
import type { RevisionWatch } from './revision-watch.ts'

const CHECK_MS = 250
/** While it is catching up. */
const CHECK_BEHIND_MS = 25
/** With the pause between two checks, a server that is silent is left within 850 ms. */
const PROBE_TIMEOUT_MS = 600
const CONNECT_TIMEOUT_MS = 1_000

/** A server that public reads may ask. It is checked all the time, over a connection of its own. */
export type ReadServer = {
  /** Whether it answered the last check, and no statement has failed on it since. */
  isReachable(): boolean
  /** The revision that it had at the last check. */
  revision(): number
  /** How many reads it has not answered yet. */
  inProgress(): number
  condition(): DatabaseServer
  /** It is asked again only after it has answered a check. */
  rest(): void
  /** Rejects with `unavailable` at once when the server fails a check. */
  run: RunQuery
  /** Calls back after each check, and once more when the server is closed. */
  onCheck(listener: () => void): void
  close(): Promise<void>
}

type Checked = {
  /** As the log names it. */
  name: string
  url: string
  peer: Peer
  /** Selects the revision; no row from a server that must not be asked. */
  probe: { text: string; values: unknown[] }
  run: RunQuery
  isReachable: boolean
  /** The server is silent: what waits for it would wait for long. */
  onLost: () => void
  close(): Promise<void>
}

/** Rejects if nothing comes in time. After a long turn of this process, what has come meanwhile counts as well. */
const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  const over = new AbortController()
  const late = async (): Promise<never> => {
    await pause(PROBE_TIMEOUT_MS, undefined, { signal: over.signal, ref: false })
    await nextTurn()
    throw new Error(`it did not answer within ${PROBE_TIMEOUT_MS} ms`)
  }
  try {
    return await Promise.race([answer, late()])
  } finally {
    over.abort()
  }
}

const checkedServer = (checked: Checked, watch: RevisionWatch, log: Log): ReadServer => {
  const { name, url, peer, probe } = checked
  const closing = new AbortController()
  const listeners: (() => void)[] = []
  const waiting = new Set<(reason: unknown) => void>()
  let { isReachable } = checked
  let revision = 0
  let wasCurrentAt = performance.now()
  let wake = new AbortController()
  let connection: { client: Client; socket: Socket } | null = null

  const connect = async (): Promise<Client> => {
    const socket = new Socket()
    const client = new Client({ ...checkConfig(url, peer, CONNECT_TIMEOUT_MS), stream: () => socket })
    connection = { client, socket }
    // The next check fails and reports it.
    client.on('error', () => wake.abort())
    await client.connect()
    return client
  }

  const setReachable = (now: boolean, reason: string): void => {
    if (now !== isReachable) log.warn({ server: name, isReachable: now, reason }, 'reads switched to another server')
    isReachable = now
  }

  const giveUp = (reason: string): void => {
    setReachable(false, reason)
    connection?.socket.destroy()
    connection = null
    for (const reject of waiting) reject(unavailableFailure(new Error(reason)))
    waiting.clear()
    checked.onLost()
  }

  const check = async (): Promise<void> => {
    try {
      const client = connection?.client ?? (await connect())
      const { rows } = await inTime(client.query<{ revision: number }>(probe))
      const [row] = rows
      revision = row?.revision ?? 0
      if (revision >= watch.latest()) wasCurrentAt = performance.now()
      setReachable(row !== undefined, row === undefined ? 'it holds another corpus, or is a standby' : 'it answers')
    } catch (error) {
      giveUp(messageOf(error))
    }
    for (const listener of listeners) listener()
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
    isReachable: () => isReachable,
    revision: () => revision,
    inProgress: () => waiting.size,
    condition: () => ({
      name,
      isReachable,
      lagSeconds: revision >= watch.latest() ? 0 : (performance.now() - wasCurrentAt) / 1_000,
    }),
    rest: () => {
      setReachable(false, 'a statement failed on it')
      wake.abort()
    },
    run: (query) =>
      new Promise((resolve, reject) => {
        waiting.add(reject)
        void checked
          .run<never>(query)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject))
      }),
    onCheck: (listener) => listeners.push(listener),
    close: async () => {
      closing.abort()
      await ended
      isReachable = false
      await connection?.client.end().catch(() => {})
      for (const listener of listeners) listener()
      await checked.close()
    },
  }
}

type Place = {
  url: string
  /** The corpus secret: a server with another one holds another corpus. */
  secret: Buffer
  peer: Peer
}

/** A pool whose connections can all be ended at once, without asking the server. */
const severablePool = (url: string, options: Parameters<typeof openPool>[1]): { pool: Pool; sever: () => void } => {
  const sockets = new Set<Socket>()
  const stream = (): Socket => {
    const socket = new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  return {
    pool: openPool(url, { ...options, stream }),
    sever: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A streaming standby, or any other server that holds the same corpus. */
export const openReplica = (
  { url, secret, peer, name, max }: Place & { name: string; max: number },
  watch: RevisionWatch,
  log: Log,
): ReadServer => {
  const { pool, sever } = severablePool(url, {
    max,
    log,
    server: name,
    peer,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  })
  const checked: Checked = {
    name,
    url,
    peer,
    probe: { text: 'select revision from corpus where secret = $1', values: [secret] },
    run: readInPool(pool, peer),
    isReachable: false,
    onLost: sever,
    close: () => pool.end(),
  }
  return checkedServer(checked, watch, log)
}

/** The server that also takes the writes. @param isReachable whether it has just been read */
export const checkPrimary = (
  { url, secret, peer, run, isReachable }: Place & { run: RunQuery; isReachable: boolean },
  watch: RevisionWatch,
  log: Log,
): ReadServer => {
  const checked: Checked = {
    name: 'primary',
    url,
    peer,
    probe: { text: 'select revision from corpus where secret = $1 and not pg_is_in_recovery()', values: [secret] },
    run,
    isReachable,
    // What else waits for it is ended by its own time limits.
    onLost: () => {},
    close: () => Promise.resolve(),
  }
  return checkedServer(checked, watch, log)
}
