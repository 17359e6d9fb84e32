import { statfs } from 'node:fs/promises'
import type { BackupState } from '#core/backups.ts'
import type { StoreCondition } from '#ports/condition.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { Backlog } from '#queries/backlog.ts'
import { openCatalogue } from './catalogue.ts'
import { type CollectedMetric, figuresAsMetrics } from './exposition.ts'
import {
  backlogFigures,
  backupFigures,
  conditionFigures,
  type Figure,
  notedFigures,
  processFigures,
} from './figures.ts'

const TICK_MS = 100
/** A database that does not answer must not hold up what else there is to say. */
const READS_WITHIN_MS = 2_000
/** Several who ask share what was read. */
const READ_EVERY_MS = 5_000

/** What is read of the corpus and the machine when somebody asks. */
export type WatchedCorpus = {
  condition: () => StoreCondition
  readBacklog: () => Promise<Backlog>
  /** Null where the service makes no backups. */
  readBackups: () => Promise<BackupState | null>
  /** Folders on this machine by what they hold. */
  folders: Readonly<Record<string, string>>
  clock: Clock
  log: Log
}

/** The metrics of one process. */
export type ProcessMetrics = {
  metrics: Metrics
  watch: (corpus: WatchedCorpus) => void
  collect: () => Promise<CollectedMetric[]>
  close: () => void
}

/** Measures how late a timer is. A block of the event loop delays the next tick by what is left of it. */
const watchEventLoop = (observe: (seconds: number) => void): (() => void) => {
  let expectedAt = performance.now() + TICK_MS
  const timer = setInterval(() => {
    const now = performance.now()
    observe(Math.max(0, now - expectedAt) / 1_000)
    expectedAt = now + TICK_MS
  }, TICK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const diskFigures = async (folders: Readonly<Record<string, string>>): Promise<Figure[]> => {
  const found: Figure[] = []
  for (const [place, folder] of Object.entries(folders))
    try {
      const { bavail, blocks, bsize } = await statfs(folder)
      found.push({ name: 'longview_disk_free_bytes', value: bavail * bsize, labels: { place } })
      found.push({ name: 'longview_disk_size_bytes', value: blocks * bsize, labels: { place } })
    } catch {
      // A folder that is made with its first file has no figures before.
    }
  return found
}

/** Null if it takes too long or fails. */
const inTime = async <T>(work: Promise<T>, log: Log): Promise<T | null> => {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), READS_WITHIN_MS)
  const done = work.catch((error: unknown) => {
    log.debug({ err: error }, 'figures for metrics could not be read')
    return null
  })
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the corpus at most once at a time and every few seconds. */
const corpusReader = ({ readBacklog, readBackups, folders, clock, log }: WatchedCorpus) => {
  const read = async (): Promise<Figure[]> => {
    const [backlog, backups, disks] = await Promise.all([
      inTime(readBacklog(), log),
      inTime(readBackups(), log),
      diskFigures(folders),
    ])
    return [
      { name: 'longview_corpus_readable', value: backlog === null ? 0 : 1 },
      ...(backlog === null ? [] : backlogFigures(backlog, clock.now())),
      ...(backups === null ? [] : backupFigures(backups)),
      ...disks,
    ]
  }
  let last: { at: number; figures: Promise<Figure[]> } | null = null
  return (): Promise<Figure[]> => {
    const now = performance.now()
    if (last === null || now - last.at > READ_EVERY_MS) last = { at: now, figures: read() }
    return last.figures
  }
}

/** @param serves whether the process serves requests, or only starts others that do */
export const openProcessMetrics = ({ version, serves }: { version: string; serves: boolean }): ProcessMetrics => {
  const catalogue = openCatalogue()
  const close = watchEventLoop(catalogue.observeDelay)
  let watched: { readCorpus: () => Promise<Figure[]>; readCondition: () => Figure[] } | null = null
  return {
    metrics: catalogue.metrics,
    watch: (corpus) => {
      watched = {
        readCorpus: corpusReader(corpus),
        readCondition: () => conditionFigures(corpus.condition()),
      }
    },
    collect: async () => {
      const figures = [
        ...processFigures(version),
        { name: 'longview_workers', value: serves ? 1 : 0 } as const,
        ...notedFigures(catalogue.noted()),
        ...(watched?.readCondition() ?? []),
        ...((await watched?.readCorpus()) ?? []),
      ]
      return [...(await catalogue.registry.getMetricsAsJSON()), ...figuresAsMetrics(figures)]
    },
    close,
  }
}
