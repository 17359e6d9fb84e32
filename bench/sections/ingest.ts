import { bareIngest } from '../bare-ingest.ts'
import { benchPath, fill, remove } from '../corpora.ts'
import { median } from '../machine.ts'
import { rounded, type Row } from '../report.ts'

/** Bulk ingestion by the rules of a submission, against the engine inserting the same rows and index entries, in turns. */
export const ingest = async ({ papers, rounds }: { papers: number; rounds: number }): Promise<Row[]> => {
  const path = benchPath('ingest.db')
  const shares: { wall: number; cpu: number; ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    remove(path)
    const ours = await fill(path, papers)
    const theirs = bareIngest(path, benchPath('bare-ingest.db'), papers)
    remove(path)
    shares.push({
      wall: theirs.seconds / ours.seconds,
      cpu: theirs.cpuSeconds / ours.cpuSeconds,
      ours: ours.seconds,
      theirs: theirs.seconds,
    })
  }
  const share = median(shares.map(({ wall }) => wall))
  const seconds = median(shares.map(({ ours }) => ours))
  const bare = median(shares.map(({ theirs }) => theirs))
  const cpu = median(shares.map((one) => one.cpu))
  return [
    {
      what: `bulk ingestion of ${papers.toLocaleString('en')}, share of the bare engine`,
      figure: `${rounded(share)} (${rounded(seconds, 1)} s against ${rounded(bare, 1)} s; by processor time ${rounded(cpu)})`,
      value: share,
      goal: { least: 0.7 },
    },
  ]
}
