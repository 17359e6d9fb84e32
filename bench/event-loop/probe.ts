import { appendFileSync } from 'node:fs'
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded by a server before anything else: measures how long its event loop is kept by what runs on it, in processor time of
 * its thread, so that a busy machine changes nothing. Each SIGUSR2 appends a line of JSON to the file `LOOP_PROBE` and begins anew.
 */

/** How often the timer wants to run: what passes between two of its turns beyond this is somebody else's. */
const EVERY_MS = 1
const LIMIT_MS = 20
/** Turns shorter than this are counted and not kept: the collector may make any other one long. */
const KEPT_FROM_MS = 5

const file = process.env.LOOP_PROBE

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What ran between two turns of the timer; `from` and `to` by the clock, `cpu` in processor time, all in ms. */
type Turn = { from: number; to: number; cpu: number }
type Collection = { from: number; took: number; isWhole: boolean }

const collectionOf = (entry: PerformanceEntry): Collection => {
  const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail
  return { from: entry.startTime, took: entry.duration, isWhole: kind === constants.NODE_PERFORMANCE_GC_MAJOR }
}

if (isMainThread && file !== undefined) {
  let turns: Turn[] = []
  let count = 0
  let collections: Collection[] = []
  let begun = cpuMs()
  let last = begun
  let lastAt = performance.now()
  const tick = (): void => {
    const now = cpuMs()
    const at = performance.now()
    count += 1
    if (now - last > KEPT_FROM_MS) turns.push({ from: lastAt, to: at, cpu: now - last })
    last = now
    lastAt = at
  }
  const keep = (entries: PerformanceEntry[]): void => void collections.push(...entries.map(collectionOf))
  const observer = new PerformanceObserver((list) => keep(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  /**
   * The processor time of whole collections in a turn, as far as it can be told: they are timed by the clock, and the thread had
   * the same share of it as in the rest of the turn.
   */
  const wholeCollections = ({ from, to, cpu }: Turn): number => {
    const within = collections.filter((one) => one.isWhole && one.from >= from && one.from + one.took <= to)
    const took = within.reduce((sum, one) => sum + one.took, 0)
    return took * Math.min(1, cpu / (to - from))
  }
  setInterval(tick, EVERY_MS).unref()
  process.on('SIGUSR2', () => {
    tick()
    keep(observer.takeRecords())
    const told = turns.map((turn) => ({ ...turn, collected: wholeCollections(turn) }))
    const own = told.map(({ cpu, collected }) => cpu - collected)
    const longest = told.reduce((most, turn) => (turn.cpu > most.cpu ? turn : most), { cpu: 0, collected: 0 })
    const line = {
      longest: longest.cpu,
      // What of the longest turn was a whole collection, and the longest turn without such.
      collected: longest.collected,
      own: Math.max(0, ...own),
      over: own.filter((ms) => ms > LIMIT_MS).length,
      turns: count,
      total: last - begun,
      collector: Math.max(0, ...collections.map(({ took }) => took)),
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    // What telling took, longer after a long time, is nothing of the next measurement.
    begun = cpuMs()
    last = begun
    lastAt = performance.now()
    turns = []
    collections = []
    count = 0
  })
}
