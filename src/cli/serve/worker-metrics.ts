import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { CollectedMetric } from '#metrics/exposition.ts'
import type { ProcessMetrics } from '#metrics/open-process-metrics.ts'

// Only the primary knows all workers. It asks each for what that has counted, and a worker that is asked for metrics asks it.

type Question = { metrics: 'collect' | 'collect all'; id: string }
type Answer = { metrics: 'collected'; id: string; collected: CollectedMetric[][] }

/** Longer than a process waits for its database. */
const WORKER_ANSWERS_WITHIN_MS = 3_000
const PRIMARY_ANSWERS_WITHIN_MS = 5_000

const isAbout = (message: unknown): message is Question | Answer =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** The other process, seen from either side. */
type Channel = {
  send: (message: Question | Answer) => void
  /** The returned function ends it. */
  listen: (listener: (message: unknown) => void) => () => void
}

const channelTo = (worker: Worker): Channel => ({
  send: (message) => void worker.send(message, () => {}),
  listen: (listener) => {
    worker.on('message', listener)
    return () => worker.off('message', listener)
  },
})

const toPrimary: Channel = {
  send: (message) => void process.send?.(message, undefined, undefined, () => {}),
  listen: (listener) => {
    process.on('message', listener)
    return () => process.off('message', listener)
  },
}

/** Null if there is no answer in time. */
const ask = async (
  { send, listen }: Channel,
  metrics: Question['metrics'],
  withinMs: number,
): Promise<CollectedMetric[][] | null> => {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<CollectedMetric[][] | null>()
  const stop = listen((message) => {
    if (isAbout(message) && message.metrics === 'collected' && message.id === id) resolve(message.collected)
  })
  const timer = setTimeout(() => resolve(null), withinMs)
  try {
    send({ metrics, id })
    return await promise
  } finally {
    clearTimeout(timer)
    stop()
  }
}

/** Answers each such question of the other process. */
const answer = (
  { send, listen }: Channel,
  question: Question['metrics'],
  collect: () => Promise<CollectedMetric[][]>,
): void => {
  listen((message) => {
    if (!isAbout(message) || message.metrics !== question) return
    const { id } = message
    // Who gets no answer says so.
    collect().then(
      (collected) => send({ metrics: 'collected', id, collected }),
      () => {},
    )
  })
}

/** In a worker: tells the primary what this process has counted whenever it asks. */
export const answerPrimary = ({ collect }: Pick<ProcessMetrics, 'collect'>): void =>
  answer(toPrimary, 'collect', async () => [await collect()])

/** In a worker: what all workers have counted. */
export const collectAll = async (): Promise<CollectedMetric[][]> => {
  const collected = await ask(toPrimary, 'collect all', PRIMARY_ANSWERS_WITHIN_MS)
  if (collected === null) throw new Error('The primary process did not say in time what all workers have counted.')
  return collected
}

/** What never falls. */
const countsOf = (collected: readonly CollectedMetric[]): CollectedMetric[] =>
  collected.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

type Ports = {
  /** Of the primary itself. */
  own: Pick<ProcessMetrics, 'collect'>
  /** Adds up what processes have counted. */
  summed: (collected: readonly CollectedMetric[][]) => Promise<CollectedMetric[]>
}

/**
 * In the primary, before workers start: what all workers have counted. What one had counted when it was last asked is kept after
 * its end; otherwise the sum would fall, which Prometheus takes for a restart after which all of it was counted anew.
 */
export const collectFromWorkers = ({ own, summed }: Ports): (() => Promise<CollectedMetric[][]>) => {
  const known = new Map<Worker, CollectedMetric[]>()
  let ofEnded: CollectedMetric[] = []
  let folding: Promise<void> = Promise.resolve()
  const fold = async (before: Promise<void>, last: CollectedMetric[]): Promise<void> => {
    await before
    ofEnded = await summed([ofEnded, last])
  }
  const collectFrom = async (worker: Worker): Promise<CollectedMetric[] | null> => {
    const [collected] = (await ask(channelTo(worker), 'collect', WORKER_ANSWERS_WITHIN_MS)) ?? []
    if (collected !== undefined && known.has(worker)) known.set(worker, collected)
    return collected ?? null
  }
  const collect = async (): Promise<CollectedMetric[][]> => {
    const asked = [...known.keys()].filter((worker) => worker.isConnected())
    const found = await Promise.all(asked.map(collectFrom))
    await folding
    // One that ended or said nothing counts as before.
    const others = [...known].filter(([worker]) => !found[asked.indexOf(worker)]).map(([, last]) => countsOf(last))
    const live = asked.flatMap((worker, index) => {
      const collected = found[index] ?? null
      return collected !== null && known.has(worker) ? [collected] : []
    })
    return [await own.collect(), ...live, ...others, ofEnded]
  }
  // A worker can answer once it serves requests.
  cluster.on('listening', (worker) => {
    if (known.has(worker)) return
    known.set(worker, [])
    answer(channelTo(worker), 'collect all', collect)
  })
  cluster.on('exit', (worker) => {
    const last = countsOf(known.get(worker) ?? [])
    known.delete(worker)
    folding = fold(folding, last)
  })
  return collect
}
