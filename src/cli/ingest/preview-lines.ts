import type { Readable } from 'node:stream'
import { hasSameContent } from '#actions/submissions/ingest-papers.ts'
import type { ImportWatcher } from '#imports/import-source.ts'
import { countReport, noTotals, type ImportTotals, type RecordReport } from '#imports/import-totals.ts'
import type { Corpus } from '#open-corpus.ts'
import { readAhead } from './read-ahead.ts'
import type { ReadLine } from './read-paper.ts'

const outlook = async ({ store }: Corpus, read: ReadLine): Promise<RecordReport> => {
  const position = `line ${read.line}`
  if ('reason' in read) return { position, outcome: 'refused', reason: read.reason }
  const { paper } = read
  const before = (await store.private.papers.findByIds([paper.id])).get(paper.id)
  const about = { position, id: paper.id, title: paper.title, unmapped: [], fields: [] }
  if (before === undefined) return { ...about, outcome: 'stored', match: null }
  if (hasSameContent(paper, before)) return { ...about, outcome: 'unchanged', match: 'record' }
  return { position, outcome: 'refused', reason: `id: ${paper.id} is used by a paper with other content` }
}

/** What would become of the papers of a source of JSON lines, compared with what is stored and not with each other. */
export const previewLines = async (corpus: Corpus, source: Readable, watcher: ImportWatcher): Promise<ImportTotals> => {
  const totals = noTotals()
  for await (const { bytes, lines } of readAhead(source, corpus.clock.now())) {
    for (const line of lines) {
      if (watcher.isInterrupted()) return totals
      const report = await outlook(corpus, line)
      totals.read += 1
      countReport(totals, report)
      watcher.reported(report)
    }
    watcher.progressed(bytes, totals)
  }
  return totals
}
