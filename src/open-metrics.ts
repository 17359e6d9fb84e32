import { dirname } from 'node:path'
import { readBacklog } from '#queries/backlog.ts'
import type { Config } from './config.ts'
import type { CollectedMetric } from './metrics/exposition.ts'
import type { ProcessMetrics } from './metrics/open-process-metrics.ts'
import type { Corpus } from './open-corpus.ts'
import { version } from './version.ts'

/** Metrics of a process that are switched on. The package behind them is loaded only then: it takes 17 MB. */
export const openMetrics = async (config: Config, { serves }: { serves: boolean }): Promise<ProcessMetrics | null> => {
  if (config.metrics === null) return null
  const { openProcessMetrics } = await import('./metrics/open-process-metrics.ts')
  return openProcessMetrics({ version, serves })
}

/** Adds up what several processes have counted. */
export const loadSummed = async () => (await import('./metrics/exposition.ts')).summed

export type Collect = () => Promise<CollectedMetric[][]>

/** Where collected metrics are read: at an address of their own, at the public one, or nowhere. */
export const serveMetrics = async (
  { metrics }: Config,
  collect: Collect,
  { log, listens }: Pick<Corpus, 'log'> & { listens: boolean },
) => {
  const { expositionOf } = await import('./metrics/exposition.ts')
  const exposition = expositionOf(collect)
  const { address = null, token = null } = metrics ?? {}
  const { listenForMetrics } = await import('./metrics/listen-metrics.ts')
  const listening = listens && address !== null ? await listenForMetrics(address, { exposition, token, log }) : null
  return { exposition, listening }
}

/** The folders whose disks are watched. */
const foldersOf = ({ database, filePlace, dumps }: Config): Record<string, string> => ({
  ...(database.engine === 'sqlite' ? { database: dirname(database.path) } : {}),
  ...(filePlace.kind === 'folder' ? { files: filePlace.path } : {}),
  ...(dumps === null ? {} : { dumps: dumps.folder }),
})

/** Has the metrics of a process tell of its corpus, too. */
export const watchCorpus = (
  { watch }: ProcessMetrics,
  config: Config,
  { store, clock, log }: Pick<Corpus, 'store' | 'clock' | 'log'>,
): void =>
  watch({
    condition: () => store.condition(),
    readBacklog: () => readBacklog(store.private),
    readBackups: () => (config.backups === null ? Promise.resolve(null) : store.private.backups.state()),
    folders: foldersOf(config),
    clock,
    log,
  })
