import { Counter, Histogram, Registry } from 'prom-client'
import { type Metrics, writeFaults } from '#ports/metrics.ts'
import { openRequestDurations } from './request-durations.ts'

/** In seconds. */
const WRITE_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5]
const DELAY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600]

/** What a process has counted since it started. The rest is read when somebody asks (`figures.ts`). */
export const openCatalogue = () => {
  const registry = new Registry()
  const registers = [registry]
  const requests = openRequestDurations(registry)
  const lookups = new Counter({
    name: 'longview_response_cache_requests_total',
    help: 'Public reads that may be cached, by whether their response was: hit or miss.',
    labelNames: ['result'],
    registers,
  })
  const hits = lookups.labels('hit')
  const misses = lookups.labels('miss')
  const waits = new Histogram({
    name: 'longview_write_wait_seconds',
    help: 'How long transactions waited for the writer.',
    buckets: WRITE_BUCKETS,
    registers,
  })
  const writes = new Histogram({
    name: 'longview_write_duration_seconds',
    help: 'How long transactions took once they had the writer, up to the commit on disk.',
    buckets: WRITE_BUCKETS,
    registers,
  })
  const faults = new Counter({
    name: 'longview_write_failures_total',
    help: 'Transactions that the database failed, by reason: storage_full, unavailable or internal.',
    labelNames: ['reason'],
    registers,
  })
  for (const fault of writeFaults) faults.labels(fault).inc(0)
  const delays = new Histogram({
    name: 'longview_event_loop_delay_seconds',
    help: 'How late the event loop was at a timer, ten times a second.',
    buckets: DELAY_BUCKETS,
    registers,
  })
  const runs = new Histogram({
    name: 'longview_job_duration_seconds',
    help: 'Runs of background jobs, by outcome: success or failure.',
    labelNames: ['job_name', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  })
  const lastSuccesses = new Map<string, Date>()
  const watched = { cacheBytes: (): number => 0, writersWaiting: (): number => 0 }
  const metrics: Metrics = {
    answered: requests.observe,
    lookedUp: (result) => (result === 'hit' ? hits : misses).inc(),
    watchCache: (byteLength) => void (watched.cacheBytes = byteLength),
    beganToWrite: (seconds) => waits.observe(seconds),
    wrote: (seconds) => writes.observe(seconds),
    failedToWrite: (fault) => faults.labels(fault).inc(),
    watchWriters: (waiting) => void (watched.writersWaiting = waiting),
    ranJob: ({ job, outcome, seconds, at }) => {
      runs.labels(job, outcome).observe(seconds)
      if (outcome === 'success') lastSuccesses.set(job, at)
    },
  }
  return {
    registry,
    metrics,
    observeDelay: (seconds: number) => delays.observe(seconds),
    /** What was noted but is no count. */
    noted: () => ({
      cacheBytes: watched.cacheBytes(),
      writersWaiting: watched.writersWaiting(),
      lastSuccesses: [...lastSuccesses],
    }),
  }
}
