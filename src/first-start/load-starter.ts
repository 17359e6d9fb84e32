import type { Corpus } from '#open-corpus.ts'

/** Fills an empty corpus with the one that comes with the program; how many papers were loaded. */
export const loadStarter = async ({ store, clock, run }: Corpus): Promise<number> => {
  if (!(await store.private.papers.isEmpty())) return 0
  // Only the first start needs it.
  const { readStarterCorpus, STARTER_FOLDER } = await import('#starter/read-starter-corpus.ts')
  const { seedCorpus } = await import('#actions/submissions/seed-corpus.ts')
  const starter = readStarterCorpus(STARTER_FOLDER, clock.now())
  return (await run(seedCorpus, starter)) ? starter.papers.length : 0
}
