import { appendFileSync } from 'node:fs'
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

/**
 * Preloaded into a server: measures how long tasks block its event loop, in processor time of the thread, so that other work on the
 * machine does not matter. Each SIGUSR2 appends a line of JSON to the file `LOOP_PROBE` and resets the measurements.
 */

/** The period of the timer; any longer gap between two ticks is due to another task. */
const EVERY_MS = 1
const LIMIT_MS = 20
/** Shorter tasks are counted but not recorded. */
const KEPT_FROM_MS = 5

const file = process.env.LOOP_PROBE

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** A task between two ticks of the timer; `from` and `to` in wall time, `cpu` in processor time, all in ms. */
type Turn = { from: number; to: number; cpu: number }
type Collection = { from: number; took: number; isWhole: boolean }

const collectionOf = (entry: PerformanceEntry): Collection => {
  const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail
  return { from: entry.startTime, took: entry.duration, isWhole: kind === constants.NODE_PERFORMANCE_GC_MAJOR }
}

if (isMainThread && file !== undefined) {
  // As in `npm start`: not allowed in NODE_OPTIONS.
  setFlagsFromString('--heap-growing-percent=25')
  let turns: Turn[] = []
  let count = 0
  let mostResident = 0
  let collections: Collection[] = []
  let begun = cpuMs()
  let last = begun
  let lastAt = performance.now()
  const tick = (): void => {
    const now = cpuMs()
    const at = performance.now()
    count += 1
    mostResident = Math.max(mostResident, process.memoryUsage.rss())
    if (now - last > KEPT_FROM_MS) turns.push({ from: lastAt, to: at, cpu: now - last })
    last = now
    lastAt = at
  }
  const keep = (entries: PerformanceEntry[]): void => void collections.push(...entries.map(collectionOf))
  const observer = new PerformanceObserver((list) => keep(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  /**
   * The estimated processor time of major garbage collections in a task: they are measured in wall time, of which the thread is
   * assumed to get the same share as in the rest of the task.
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
    const measured = turns.map((turn) => ({ ...turn, collected: wholeCollections(turn) }))
    const own = measured.map(({ cpu, collected }) => cpu - collected)
    const longest = measured.reduce((most, turn) => (turn.cpu > most.cpu ? turn : most), { cpu: 0, collected: 0 })
    const line = {
      longest: longest.cpu,
      // The share of major collections in the longest task, and the longest task without them.
      collected: longest.collected,
      own: Math.max(0, ...own),
      over: own.filter((ms) => ms > LIMIT_MS).length,
      turns: count,
      total: last - begun,
      collector: Math.max(0, ...collections.map(({ took }) => took)),
      resident: mostResident / 1_048_576,
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    // Writing the report must not count in the next measurement.
    begun = cpuMs()
    last = begun
    lastAt = performance.now()
    turns = []
    collections = []
    count = 0
    mostResident = 0
  })
}
