import type { Readable } from 'node:stream'
import { importSource, type ImportWatcher } from '#imports/import-source.ts'
import type { ImportTotals } from '#imports/import-totals.ts'
import { lineImporter } from '#imports/line-importer.ts'
import type { Corpus } from '#open-corpus.ts'
import { readAhead } from './read-ahead.ts'

type LinesOrder = { source: Readable; session: string | null; isDryRun?: boolean }

/** Stores the papers of a source of JSON lines, which a thread reads ahead, until it ends or the watcher interrupts it. */
export const ingestLines = (
  corpus: Corpus,
  { source, session, isDryRun = false }: LinesOrder,
  watcher: ImportWatcher,
): Promise<ImportTotals> => {
  const importer = lineImporter(corpus, { actor: 'cli', session, onlyOf: null })
  const pieces = readAhead(source, { now: corpus.clock.now(), isPublic: session === null })
  return importSource(corpus, { importer, order: { pieces, isDryRun } }, watcher)
}
