import type { BackupState } from '#core/backups.ts'
import type { StoreCondition } from '#ports/condition.ts'
import type { Backlog } from '#queries/backlog.ts'

/** How the figures of several processes become one. */
type Aggregator = 'sum' | 'min' | 'max'

type Definition = { help: string; type: 'gauge' | 'counter'; aggregator: Aggregator; labels?: readonly string[] }

/** What is read when somebody asks. Figures of the corpus are the same in every process, so the newest of them counts. */
export const figureDefinitions = {
  longview_build_info: {
    help: 'Always 1; the label has the version.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['version'],
  },
  longview_workers: {
    help: 'Processes that serve requests and said in time what they have counted.',
    type: 'gauge',
    aggregator: 'sum',
  },
  process_cpu_seconds_total: { help: 'Processor time of all processes.', type: 'counter', aggregator: 'sum' },
  process_resident_memory_bytes: { help: 'Memory of all processes.', type: 'gauge', aggregator: 'sum' },
  process_start_time_seconds: {
    help: 'When the oldest process started, in seconds since 1970.',
    type: 'gauge',
    aggregator: 'min',
  },
  nodejs_heap_size_used_bytes: { help: 'JavaScript objects in memory.', type: 'gauge', aggregator: 'sum' },
  nodejs_external_memory_bytes: {
    help: 'Memory outside of the JavaScript heap, such as buffers.',
    type: 'gauge',
    aggregator: 'sum',
  },
  longview_response_cache_bytes: { help: 'The size of the cache of responses.', type: 'gauge', aggregator: 'sum' },
  longview_writers_waiting: { help: 'Transactions that wait for the writer.', type: 'gauge', aggregator: 'sum' },
  longview_database_up: {
    help: 'Whether a database server is in reach: 1 or 0. The primary, and replicas by their number.',
    type: 'gauge',
    aggregator: 'min',
    labels: ['server'],
  },
  longview_replica_lag_seconds: {
    help: 'For how long a replica has lacked a public change that this process knows of.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['server'],
  },
  longview_database_pool_connections: {
    help: 'Connections to PostgreSQL, by pool (read, write) and state (busy, idle).',
    type: 'gauge',
    aggregator: 'sum',
    labels: ['pool', 'state'],
  },
  longview_database_pool_waiting: {
    help: 'Statements that wait for a connection.',
    type: 'gauge',
    aggregator: 'sum',
    labels: ['pool'],
  },
  longview_disk_free_bytes: {
    help: 'Room left where the database, files or dumps are stored on this machine.',
    type: 'gauge',
    aggregator: 'min',
    labels: ['place'],
  },
  longview_disk_size_bytes: { help: 'The size of that disk.', type: 'gauge', aggregator: 'max', labels: ['place'] },
  longview_job_last_success_timestamp_seconds: {
    help: 'When a background job last succeeded, in seconds since 1970.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['job_name'],
  },
  longview_corpus_readable: {
    help: 'Whether the figures of the corpus could be read in time: 1 or 0. Without them, those that follow are missing.',
    type: 'gauge',
    aggregator: 'max',
  },
  longview_corpus_revision: { help: 'The number of public changes.', type: 'gauge', aggregator: 'max' },
  longview_waiting_items: {
    help: 'What waits for editors, up to 10,000: submissions, candidates, proposals, messages.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['kind'],
  },
  longview_waiting_oldest_seconds: {
    help: 'For how long the oldest of these has waited; 0 if none does.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['kind'],
  },
  longview_outbox_emails: {
    help: 'Unsent emails, up to 10,000, by state: waiting or failed.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['state'],
  },
  longview_outbox_oldest_seconds: {
    help: 'The age of the oldest email that waits to be sent; 0 if none does.',
    type: 'gauge',
    aggregator: 'max',
  },
  longview_sources: {
    help: 'Watched sources by state: active, failing (the last run failed) or paused.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['state'],
  },
  longview_webhook_endpoints: {
    help: 'Webhooks by state: active, failing (the last attempt failed) or paused.',
    type: 'gauge',
    aggregator: 'max',
    labels: ['state'],
  },
  longview_webhook_deliveries_waiting: {
    help: 'Events that wait to be delivered, up to 10,000.',
    type: 'gauge',
    aggregator: 'max',
  },
  longview_webhook_oldest_seconds: {
    help: 'The age of the oldest event that waits to be delivered; 0 if none does.',
    type: 'gauge',
    aggregator: 'max',
  },
  longview_backup_last_success_timestamp_seconds: {
    help: 'When the last backup that could be read back ended, in seconds since 1970; 0 before the first; missing without a schedule.',
    type: 'gauge',
    aggregator: 'max',
  },
  longview_backup_drill_timestamp_seconds: {
    help: 'When the newest backup was last restored for trial, in seconds since 1970.',
    type: 'gauge',
    aggregator: 'max',
  },
  longview_backup_drill_passed: {
    help: 'Whether that restore held what it should: 1 or 0.',
    type: 'gauge',
    aggregator: 'min',
  },
} as const satisfies Record<string, Definition>

export type FigureName = keyof typeof figureDefinitions

export type Figure = { name: FigureName; value: number; labels?: Readonly<Record<string, string>> }

const flag = (isSo: boolean): number => (isSo ? 1 : 0)

const secondsOf = (instant: Date): number => instant.getTime() / 1_000

export const conditionFigures = ({ servers, pools }: StoreCondition): Figure[] => [
  ...servers.map(({ name, isReachable }): Figure => ({
    name: 'longview_database_up',
    value: flag(isReachable),
    labels: { server: name },
  })),
  ...servers
    .filter(({ name }) => name !== 'primary')
    .map(({ name, lagSeconds }): Figure => ({
      name: 'longview_replica_lag_seconds',
      value: lagSeconds,
      labels: { server: name },
    })),
  ...pools.flatMap(({ name: pool, open, idle, waiting }): Figure[] => [
    { name: 'longview_database_pool_connections', value: open - idle, labels: { pool, state: 'busy' } },
    { name: 'longview_database_pool_connections', value: idle, labels: { pool, state: 'idle' } },
    { name: 'longview_database_pool_waiting', value: waiting, labels: { pool } },
  ]),
]

const byState = (name: FigureName, counts: Readonly<Record<string, number>>): Figure[] =>
  Object.entries(counts).map(([state, value]) => ({ name, value, labels: { state } }))

export const backlogFigures = (backlog: Backlog, now: Date): Figure[] => {
  const age = (since: string | null): number =>
    since === null ? 0 : Math.max(0, secondsOf(now) - secondsOf(new Date(since)))
  const kinds = ['submissions', 'candidates', 'proposals', 'messages'] as const
  const { revision, emails, deliveries, sources, endpoints } = backlog
  return [
    { name: 'longview_corpus_revision', value: revision },
    ...kinds.flatMap((kind): Figure[] => [
      { name: 'longview_waiting_items', value: backlog[kind].waiting, labels: { kind } },
      { name: 'longview_waiting_oldest_seconds', value: age(backlog[kind].oldestAt), labels: { kind } },
    ]),
    ...byState('longview_outbox_emails', { waiting: emails.waiting, failed: emails.failed }),
    { name: 'longview_outbox_oldest_seconds', value: age(emails.oldestAt) },
    ...byState('longview_sources', sources),
    ...byState('longview_webhook_endpoints', endpoints),
    { name: 'longview_webhook_deliveries_waiting', value: deliveries.waiting },
    { name: 'longview_webhook_oldest_seconds', value: age(deliveries.oldestAt) },
  ]
}

export const backupFigures = ({ good, drill }: BackupState): Figure[] => [
  { name: 'longview_backup_last_success_timestamp_seconds', value: good === null ? 0 : secondsOf(new Date(good.at)) },
  ...(drill === null
    ? []
    : ([
        { name: 'longview_backup_drill_timestamp_seconds', value: secondsOf(new Date(drill.at)) },
        { name: 'longview_backup_drill_passed', value: flag(drill.fault === null) },
      ] as const)),
]

export const processFigures = (version: string): Figure[] => {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    { name: 'longview_build_info', value: 1, labels: { version } },
    { name: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
    { name: 'process_resident_memory_bytes', value: rss },
    { name: 'process_start_time_seconds', value: performance.timeOrigin / 1_000 },
    { name: 'nodejs_heap_size_used_bytes', value: heapUsed },
    { name: 'nodejs_external_memory_bytes', value: external },
  ]
}

type Noted = { cacheBytes: number; writersWaiting: number; lastSuccesses: readonly (readonly [string, Date])[] }

export const notedFigures = ({ cacheBytes, writersWaiting, lastSuccesses }: Noted): Figure[] => [
  { name: 'longview_response_cache_bytes', value: cacheBytes },
  { name: 'longview_writers_waiting', value: writersWaiting },
  ...lastSuccesses.map(([job, at]): Figure => ({
    name: 'longview_job_last_success_timestamp_seconds',
    value: secondsOf(at),
    labels: { job_name: job },
  })),
]
