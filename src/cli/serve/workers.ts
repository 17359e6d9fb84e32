import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/runtime.ts'
import { messagesOf, ThreadFault } from '#threads/messages.ts'

/** A worker that dies sooner than this after its start is replaced after a pause, to avoid a tight loop. */
const HEALTHY_AFTER_MS = 5_000
const REPLACE_PAUSE_MS = 1_000
const STARTS_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 15_000
const RETIRES_WITHIN_MS = 75_000

/** The message that a worker sends to its primary once it serves requests. */
export type WorkerReady = { ready: string }
/** The message to a worker that is replaced while the service carries on. */
export const REPLACED = 'replaced'

/** The address of a worker once it serves requests. Throws `unavailable` if it ends first, or takes too long and is killed. */
const addressFrom = async (worker: Worker): Promise<string> => {
  try {
    // A worker that already answers requests may ask for metrics first.
    for await (const message of messagesOf<WorkerReady | { ready?: undefined }>(worker, { withinMs: STARTS_WITHIN_MS }))
      if (message.ready !== undefined) return message.ready
    throw new ThreadFault('ended')
  } catch (error) {
    worker.process.kill('SIGKILL')
    throw new Failure('unavailable', 'A worker ended before it was ready.', { cause: error })
  }
}

/** Ends a worker in the given way, and kills it after a time limit. */
const end = async (worker: Worker, request: () => void, withinMs = ENDS_WITHIN_MS): Promise<void> => {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  request()
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), withinMs)
  await gone
  clearTimeout(timer)
}

/** Lets a worker finish: it gets no new connections; those it has are answered and closed. */
const finish = (worker: Worker): Promise<void> => end(worker, () => worker.disconnect())

/** The same for a worker that has been replaced, with a longer time limit. */
const retire = (worker: Worker): Promise<void> => {
  const letGo = (): void => {
    if (worker.isConnected()) worker.send(REPLACED)
    worker.disconnect()
  }
  return end(worker, letGo, RETIRES_WITHIN_MS)
}

/** Ends a worker that may not be listening for messages yet: without a handler, the signal ends it. */
const abandon = (worker: Worker): Promise<void> => end(worker, () => worker.process.kill('SIGTERM'))

export type Workers = { url: string; roll(): Promise<void>; stop(): Promise<void> }

/** Runs `count` copies of this process on one port. One that dies is replaced; rolling replaces them one by one. */
export const startWorkers = async (count: number, log: Log): Promise<Workers> => {
  const starting = new Set<Worker>()
  const current = new Set<Worker>()
  const retiring = new Set<Worker>()
  let isStopping = false

  const add = async (): Promise<string> => {
    const worker = cluster.fork()
    const bornAt = performance.now()
    worker.once('exit', (code, signal) => {
      const wasWanted = current.delete(worker)
      if (isStopping || !wasWanted) return
      log.error({ worker: worker.process.pid, code, signal }, 'a worker died and is being replaced')
      void replace(performance.now() - bornAt < HEALTHY_AFTER_MS ? REPLACE_PAUSE_MS : 0)
    })
    starting.add(worker)
    const url = await addressFrom(worker).finally(() => starting.delete(worker))
    current.add(worker)
    log.info({ worker: worker.process.pid, url }, 'a worker is ready')
    return url
  }

  const replace = async (afterMs: number): Promise<void> => {
    await pause(afterMs)
    if (isStopping) return
    try {
      await add()
    } catch (error) {
      log.error({ err: error }, 'a worker could not be started; trying again')
      await replace(REPLACE_PAUSE_MS)
    }
  }

  // The first one alone, so that an error at the start is reported once.
  const url = await add()
  await Promise.all(Array.from({ length: count - 1 }, add))
  const replaceAll = async (): Promise<void> => {
    const before = [...current]
    for (const old of before) {
      if (isStopping) return
      await add()
      current.delete(old)
      retiring.add(old)
      await retire(old)
      retiring.delete(old)
    }
    log.info({ workers: current.size }, 'all workers are replaced')
  }

  let rolling: Promise<void> = Promise.resolve()
  return {
    url,
    roll: () => {
      rolling = rolling.then(replaceAll)
      return rolling
    },
    stop: async () => {
      isStopping = true
      await Promise.all([...[...starting].map(abandon), ...[...current, ...retiring].map(finish)])
    },
  }
}
