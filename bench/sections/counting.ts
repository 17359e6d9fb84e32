import { median } from '#core/numbers.ts'
import { corpusOf } from '../corpora.ts'
import { environmentOf, SERVE, start, startLongview } from '../machine.ts'
import { loadGenerator } from '../outside-load.ts'
import { rounded, type Row } from '../report.ts'
import { inTurns } from './cached.ts'

const PATHS = { 'a cached list of 8': '/api/papers?limit=8', 'a response that is not cached': '/api/health' }

/**
 * What counting requests for /metrics costs: a server that counts against one that does not, in the same run. The first of a pair is
 * the one that counts.
 */
export const counting = async ({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Row[]> => {
  const generator = loadGenerator()
  const database = await corpusOf(1_000)
  const plain = await startLongview(database)
  const watched = { ...environmentOf(database), METRICS_TOKEN: 'a-token-that-only-this-benchmark-knows' }
  const counted = await start(SERVE, watched)
  try {
    const rows: Row[] = []
    for (const [name, path] of Object.entries(PATHS)) {
      const pairs = await inTurns(generator, [counted, plain], { path, encoding: 'identity', seconds }, rounds)
      const shares = pairs.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)
      const cpu = median(pairs.map(({ ours, theirs }) => ours.cpuPerRequest / theirs.cpuPerRequest))
      const more = median(pairs.map(({ ours, theirs }) => ours.cpuPerRequest - theirs.cpuPerRequest))
      rows.push({
        what: `counting requests, ${name}, processor time against a server that counts none`,
        figure: `${rounded(cpu)} (${rounded(more, 1)} µs more a request; answers a second ${rounded(median(shares))}, ${rounded(Math.min(...shares))} to ${rounded(Math.max(...shares))} in ${pairs.length} turns; by ${generator.name})`,
        value: cpu,
      })
    }
    return rows
  } finally {
    await Promise.all([plain.stop(), counted.stop()])
  }
}
