import { corpusOf } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { cpuMicroseconds, drive, median, startBare, startLongview, type Started } from '../machine.ts'
import { rounded, type Row } from '../report.ts'

const PATHS = {
  list: '/api/papers?limit=20',
  search: `/api/papers?q=${wordAt(5)}&limit=20`,
  paper: '/api/papers/p77',
}

const WARM_SECONDS = 0.5

type Measured = { perSecond: number; cpuPerRequest: number }

const measure = async (server: Started, path: string, seconds: number): Promise<Measured> => {
  const before = cpuMicroseconds(server)
  const { perSecond, failed } = await drive(server.port, [path], { seconds })
  if (failed > 0) throw new Error(`${failed} requests for ${path} failed`)
  const after = cpuMicroseconds(server)
  return { perSecond, cpuPerRequest: ((after ?? 0) - (before ?? 0)) / (perSecond * seconds) }
}

/** Ready answers against bare node:http sending the same bytes, in turns, so that a slow moment hits both. */
export const cached = async ({ rounds, seconds }: { rounds: number; seconds: number }): Promise<Row[]> => {
  const longview = await startLongview(await corpusOf(1_000))
  const rows: Row[] = []
  for (const [name, path] of Object.entries(PATHS)) {
    await drive(longview.port, [path], { seconds: WARM_SECONDS })
    const bare = await startBare(`http://127.0.0.1:${longview.port}${path}`)
    await drive(bare.port, [path], { seconds: WARM_SECONDS })
    const pairs: { ours: Measured; theirs: Measured }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ ours: await measure(longview, path, seconds), theirs: await measure(bare, path, seconds) })
    await bare.stop()
    const ratio = median(pairs.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond))
    const perSecond = median(pairs.map(({ ours }) => ours.perSecond))
    const cpu = median(pairs.map(({ ours, theirs }) => theirs.cpuPerRequest / ours.cpuPerRequest))
    rows.push({
      what: `cached ${name}, share of bare node:http`,
      figure: `${rounded(ratio)} (${Math.round(perSecond)}/s; by processor time ${rounded(cpu)})`,
      value: ratio,
      goal: { least: 0.85 },
    })
  }
  await longview.stop()
  return rows
}
