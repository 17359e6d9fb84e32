import { appendFileSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded by a server before anything else: measures how long its event loop is kept by what runs on it, in processor time of
 * its thread, so that a busy machine changes nothing. Each SIGUSR2 appends a line of JSON to the file `LOOP_PROBE` and begins anew.
 */

/** How often the timer wants to run: what passes between two of its turns beyond this is somebody else's. */
const EVERY_MS = 1
const LIMIT_MS = 20

const file = process.env.LOOP_PROBE

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

if (isMainThread && file !== undefined) {
  let longest = 0
  let over = 0
  let turns = 0
  let begun = cpuMs()
  let last = begun
  const tick = (): void => {
    const now = cpuMs()
    const took = now - last
    last = now
    turns += 1
    longest = Math.max(longest, took)
    if (took > LIMIT_MS) over += 1
  }
  // Told beside it: the longest stop of the collector is part of what is measured.
  let collected = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collected = Math.max(collected, duration)
  })
  observer.observe({ entryTypes: ['gc'] })
  setInterval(tick, EVERY_MS).unref()
  process.on('SIGUSR2', () => {
    tick()
    appendFileSync(file, `${JSON.stringify({ longest, over, turns, total: last - begun, collected })}\n`)
    begun = last
    longest = 0
    over = 0
    turns = 0
    collected = 0
  })
}
