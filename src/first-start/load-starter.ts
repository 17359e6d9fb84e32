import { seedCorpus } from '#actions/submissions/seed-corpus.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import type { Corpus } from '#open-corpus.ts'

/** Fills an empty corpus with the one that comes with the program; how many papers were loaded. */
export const loadStarter = async ({ store, clock, run }: Corpus): Promise<number> => {
  if (!(await store.private.papers.isEmpty())) return 0
  const starter = readStarterCorpus(STARTER_FOLDER, clock.now())
  return (await run(seedCorpus, starter)) ? starter.papers.length : 0
}
