import { createReadStream } from 'node:fs'
import { ingestPapers, type NumberedPaper } from '#actions/submissions/ingest-papers.ts'
import { readAhead } from '#cli/ingest/read-ahead.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { bareIngest, noteWrites, type Write } from '../bare-ingest.ts'
import { BATCH, benchPath, benchRunner, clock, remove, silentLog, writePapers } from '../corpora.ts'
import { median } from '#core/numbers/median.ts'
import { rounded, type Row } from '../report.ts'

type Watch = (work: () => Promise<void>) => Promise<unknown>

/** Seconds from a file of JSON lines to a corpus, as `longview ingest` goes about it, but in batches of one size. */
const ingestFile = async (file: string, path: string, watch: Watch = (work) => work()): Promise<number> => {
  remove(path)
  const store = await openSqliteStore(path, { clock, log: silentLog }, { isBulk: true })
  const run = await benchRunner(store)
  let batch: NumberedPaper[] = []
  const flush = async (): Promise<void> => {
    await run(ingestPapers, { batch, state: 'accepted', actor: 'bench' })
    batch = []
  }
  const readAll = async (): Promise<void> => {
    for await (const { records: lines } of readAhead(createReadStream(file), { now: clock.now(), isPublic: true }))
      for (const line of lines) {
        if ('reason' in line) throw new Error(line.reason)
        batch.push(line)
        if (batch.length === BATCH) await flush()
      }
    if (batch.length > 0) await flush()
  }
  const begun = performance.now()
  await watch(readAll)
  const seconds = (performance.now() - begun) / 1_000
  await store.close()
  remove(path)
  return seconds
}

/**
 * Bulk ingestion by the rules of a submission, from reading lines to the last commit, against the engine making the same
 * writes in the same transactions, with all values prepared; in turns.
 */
export const ingest = async ({ papers, rounds }: { papers: number; rounds: number }): Promise<Row[]> => {
  const file = writePapers(papers)
  const path = benchPath('ingest.db')
  let writes: Write[] = []
  await ingestFile(file, path, async (work) => {
    writes = await noteWrites(work)
  })
  const shares: { wall: number; ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ours = await ingestFile(file, path)
    const theirs = bareIngest(path, writes)
    shares.push({ wall: theirs / ours, ours, theirs })
  }
  const share = median(shares.map(({ wall }) => wall))
  const seconds = median(shares.map(({ ours }) => ours))
  const bare = median(shares.map(({ theirs }) => theirs))
  return [
    {
      what: `bulk ingestion of ${papers.toLocaleString('en')}, share of the engine making the same writes`,
      figure: `${rounded(share)} (${rounded(seconds, 1)} s against ${rounded(bare, 1)} s)`,
      value: share,
      goal: { least: 0.7 },
    },
  ]
}
