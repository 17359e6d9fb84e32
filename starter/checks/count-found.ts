import { readConfig } from '#config.ts'
import { doSteps } from '#core/steps.ts'
import { loadStarter } from '#first-start.ts'
import { openCorpus } from '#open-corpus.ts'
import { lookUpMarks } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import type { CountFound } from './check-searches.ts'

/** Opens the corpus of this folder in memory, as a new installation has it, to count what searches find. */
export const openCountFound = async (): Promise<{ countFound: CountFound; close: () => Promise<void> }> => {
  const corpus = await openCorpus({
    ...readConfig({}),
    logLevel: 'silent',
    database: { engine: 'sqlite', path: ':memory:' },
  })
  await loadStarter(corpus)
  const ports = {
    reader: corpus.store.public,
    parseSearch: parseEvidenceSearch,
    clock: corpus.clock,
    doInTurns: async <Result>(steps: Parameters<typeof doSteps<Result>>[0]) => await Promise.resolve(doSteps(steps)),
  }
  return {
    countFound: async (query) => {
      const expected = { comparison: '=', count: 0 } as const
      const [found] = await lookUpMarks(ports, [{ kind: 'search', mark: `[search: ${query} = 0]`, query, expected }])
      return found?.fault ?? found?.count ?? 'nothing was looked up'
    },
    close: () => corpus.close(),
  }
}
