import { corpusOf } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { cpuMicroseconds, startBare, startLongview, type Started } from '../machine.ts'
import { median } from '#core/numbers.ts'
import { loadGenerator, type LoadGenerator } from '../outside-load.ts'
import { rounded, type Row } from '../report.ts'

const PATHS = {
  'list of 8': '/api/papers?limit=8',
  'list of 18': '/api/papers?limit=18',
  'search of 18': `/api/papers?q=${wordAt(5)}&limit=18`,
  paper: '/api/papers/p77',
}

const ENCODINGS = ['identity', 'gzip', 'br'] as const
type Encoding = (typeof ENCODINGS)[number]
type Question = { path: string; encoding: Encoding; seconds: number }
type Measured = { perSecond: number; cpuPerRequest: number }

const measure = async (generator: LoadGenerator, server: Started, target: Question): Promise<Measured> => {
  const { path, encoding, seconds } = target
  const before = cpuMicroseconds(server) ?? Number.NaN
  const { perSecond, failed } = await generator.drive({
    url: `http://127.0.0.1:${server.port}${path}`,
    encoding,
    seconds,
  })
  if (failed > 0) throw new Error(`${failed} requests for ${path} failed`)
  const after = cpuMicroseconds(server) ?? Number.NaN
  return { perSecond, cpuPerRequest: (after - before) / (perSecond * seconds) }
}

const sizeOf = async (server: Started, { path, encoding }: Question): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'HEAD',
    headers: { 'Accept-Encoding': encoding },
  })
  return Number(response.headers.get('content-length'))
}

/** Interleaved, so that a slow moment of the machine affects both; the first round of each is not counted. */
export const inTurns = async (
  generator: LoadGenerator,
  servers: [Started, Started],
  target: Question,
  rounds: number,
) => {
  const pairs: { ours: Measured; theirs: Measured }[] = []
  for (let round = -1; round < rounds; round += 1) {
    const pair = {
      ours: await measure(generator, servers[0], target),
      theirs: await measure(generator, servers[1], target),
    }
    if (round >= 0) pairs.push(pair)
  }
  return pairs
}

type Pair = Awaited<ReturnType<typeof inTurns>>[number]

const rowOf = (what: string, generator: LoadGenerator, pairs: readonly Pair[]): Row => {
  const shares = pairs.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)
  const share = median(shares)
  const perSecond = Math.round(median(pairs.map(({ ours }) => ours.perSecond)))
  const cpu = median(pairs.map(({ ours, theirs }) => theirs.cpuPerRequest / ours.cpuPerRequest))
  const spread = `${rounded(Math.min(...shares))} to ${rounded(Math.max(...shares))} in ${pairs.length} turns`
  return {
    what,
    figure: `${rounded(share)} (${spread}; ${perSecond}/s by ${generator.name}; by processor time ${rounded(cpu)})`,
    value: share,
    goal: { least: 0.85 },
  }
}

type Options = { rounds: number; seconds: number; compressed: readonly (keyof typeof PATHS)[] }

/** Cached responses against bare node:http sending the same bytes and headers: all of them plain, some of them compressed. */
export const cached = async ({ rounds, seconds, compressed }: Options): Promise<Row[]> => {
  const generator = loadGenerator()
  const longview = await startLongview(await corpusOf(1_000))
  const rows: Row[] = []
  for (const [name, path] of Object.entries(PATHS))
    for (const encoding of ENCODINGS) {
      if (encoding !== 'identity' && !compressed.some((one) => one === name)) continue
      const target = { path, encoding, seconds }
      const bytes = await sizeOf(longview, target)
      const bare = await startBare(`http://127.0.0.1:${longview.port}${path}`, encoding)
      const pairs = await inTurns(generator, [longview, bare], target, rounds)
      await bare.stop()
      const kind = `${encoding === 'identity' ? 'plain' : encoding}, ${rounded(bytes / 1_000, 1)} kB`
      rows.push(rowOf(`cached ${name}, ${kind}, share of bare node:http`, generator, pairs))
    }
  await longview.stop()
  return rows
}
