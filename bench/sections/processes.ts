import { availableParallelism } from 'node:os'
import type { Cluster } from '../../test/support/database/postgres.ts'
import { wordAt } from '../generate-papers.ts'
import { SERVE, cpuMicroseconds, drive, familyCpuMicroseconds, start, type Started } from '../machine.ts'
import { median } from '#core/numbers/median.ts'
import { postgresCorpusOf } from '../postgres-corpora.ts'
import { rounded, type Row } from '../report.ts'

const CONNECTIONS = 16
const WARM_SECONDS = 2

/** Every response is cached after the first request. */
const cached = Array.from({ length: 50 }, (_, number) => `/api/papers?q=${wordAt(number)}&limit=20`)

/** Every search is another one; `from` keeps the searches of two runs apart. */
const distinct = (from: number): string[] =>
  Array.from(
    { length: 20_000 },
    (_, number) =>
      `/api/papers?q=${wordAt((from + number) % 900)}+${wordAt((from + number) % 37)}&limit=${10 + ((from + number) % 40)}`,
  )

/** Processor time per request in microseconds, and requests a second. */
type Measured = { perSecond: number; app: number; database: number; load: number }

const measure = async (
  servers: readonly Started[],
  cluster: Cluster,
  paths: (server: number) => string[],
  seconds: number,
): Promise<Measured> => {
  const used = (): number[] => [
    servers.reduce((sum, server) => sum + (cpuMicroseconds(server) ?? Number.NaN), 0),
    familyCpuMicroseconds(cluster.pid()) ?? Number.NaN,
  ]
  const [appBefore = Number.NaN, databaseBefore = Number.NaN] = used()
  const loads = await Promise.all(
    servers.map(({ port }, index) => drive(port, paths(index), { seconds, connections: CONNECTIONS / servers.length })),
  )
  const [appAfter = Number.NaN, databaseAfter = Number.NaN] = used()
  if (loads.some(({ failed }) => failed > 0)) throw new Error('requests failed')
  const answered = loads.reduce((sum, load) => sum + load.answered, 0)
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    app: (appAfter - appBefore) / answered,
    database: (databaseAfter - databaseBefore) / answered,
    load: loads.reduce((sum, { cpuMicroseconds: cpu }) => sum + cpu, 0) / answered,
  }
}

const startOn = (url: string): Promise<Started> =>
  start(SERVE, { DATABASE_URL: url, PORT: '0', STARTER_CORPUS: 'off', LOG_LEVEL: 'warn' })

const micros = ({ app, database, load }: Measured): string =>
  `app ${Math.round(app)}, database ${Math.round(database)}, load ${Math.round(load)} µs a request`

/** Two processes, the database and the load: each needs a core of its own. */
const CORES_NEEDED = 4

/**
 * Reads a second of two app processes against one, on one database. Where load, database and processes share the cores,
 * two processes cannot show their full throughput; the row then also reports the processor time of a response.
 */
export const processes = async (
  cluster: Cluster,
  { papers, rounds, seconds }: { papers: number; rounds: number; seconds: number },
): Promise<Row[]> => {
  const url = cluster.url(await postgresCorpusOf(cluster, papers))
  const [first, second] = [await startOn(url), await startOn(url)]
  let sent = 0
  const kinds: [string, () => string[]][] = [
    ['cached reads', () => cached],
    ['distinct searches', () => distinct((sent += 7_919))],
  ]
  const rows: Row[] = []
  for (const [name, paths] of kinds) {
    await measure([first, second], cluster, paths, WARM_SECONDS)
    const pairs: { one: Measured; two: Measured }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({
        one: await measure([first], cluster, paths, seconds),
        two: await measure([first, second], cluster, paths, seconds),
      })
    const ratio = median(pairs.map(({ one, two }) => two.perSecond / one.perSecond))
    const byProcessorTime = median(pairs.map(({ one, two }) => (2 * one.app) / two.app))
    const [last] = pairs.slice(-1)
    rows.push({
      what: `PostgreSQL: two processes against one, ${name}, reads a second`,
      figure: `${rounded(ratio)} (${Math.round(last?.two.perSecond ?? Number.NaN)}/s; ${last === undefined ? '' : micros(last.two)}; by processor time of the app ${rounded(byProcessorTime)})`,
      value: ratio,
      goal: { least: 1.8 },
      ...(availableParallelism() < CORES_NEEDED
        ? { notShown: `${availableParallelism()} cores also hold load and database` }
        : {}),
    })
  }
  await Promise.all([first.stop(), second.stop()])
  return rows
}
