import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/log.ts'

/** A worker that dies sooner than this after its start is replaced with a pause, so that a fault does not spin. */
const HEALTHY_AFTER_MS = 5_000
const REPLACE_PAUSE_MS = 1_000
const STARTS_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 15_000
const RETIRES_WITHIN_MS = 75_000

/** What a worker tells its primary once it answers. */
export type WorkerReady = { ready: string }
/** What a worker is told before it is let go while the service goes on. */
export const REPLACED = 'replaced'

/** Resolves with the address once a worker answers; rejects when it ends first. */
const addressFrom = (worker: Worker): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), STARTS_WITHIN_MS)
    worker.once('message', ({ ready }: WorkerReady) => {
      clearTimeout(timer)
      resolve(ready)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Failure('unavailable', 'A worker ended before it answered.'))
    })
  })

/** Has a worker end in the given way, in time. */
const end = async (worker: Worker, ask: () => void, withinMs = ENDS_WITHIN_MS): Promise<void> => {
  if (worker.isDead()) return
  const gone = once(worker, 'exit')
  ask()
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), withinMs)
  await gone
  clearTimeout(timer)
}

/** Lets a worker finish: no connection is given to it any more, those it has are answered and closed. */
const finish = (worker: Worker): Promise<void> => end(worker, () => worker.disconnect())

/** The same for a worker that has been replaced: it takes its time. */
const retire = (worker: Worker): Promise<void> => {
  const letGo = (): void => {
    if (worker.isConnected()) worker.send(REPLACED)
    worker.disconnect()
  }
  return end(worker, letGo, RETIRES_WITHIN_MS)
}

/** Ends a worker that may not hear us yet: until it listens to the signal, that ends it by itself. */
const giveUp = (worker: Worker): Promise<void> => end(worker, () => worker.process.kill('SIGTERM'))

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
    log.info({ worker: worker.process.pid, url }, 'a worker answers')
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

  // The first one alone: what keeps it from starting is then said once.
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
      await Promise.all([...[...starting].map(giveUp), ...[...current, ...retiring].map(finish)])
    },
  }
}
