/** A paper in contract form with every field; the argument replaces some of them. */
export const wholePaper = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'p1',
  title: 'Checkpoints for agents that work for days',
  authors: ['Ada Example', 'Ben Sample'],
  year: 2025,
  institution: 'Example University',
  url: 'https://example.org/papers/1',
  abstract: 'We study how often an agent should save its state. Saving after each tool call loses least.',
  chapter: 4,
  longHorizonScore: 0.82,
  enterpriseScore: 0.4,
  topics: ['reliability', 'execution'],
  concepts: ['checkpointing', 'error recovery'],
  frameworkMappings: ['ReAct'],
  houseCommentary: 'A plain answer to a question that many teams settle by habit.',
  storageUrl: 'https://example.org/papers/1.pdf',
  ...given,
})

/** The least that a submission may consist of. */
export const leastPaper = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'p1',
  title: 'A paper with nothing but the required fields',
  authors: ['Ada Example'],
  year: 2025,
  ...given,
})

/** The fields that citations need, all of them, as they go in and out. */
export const bibliography = {
  authorNames: [
    { name: 'Ada Example', family: 'Example', given: 'Ada' },
    { name: 'Ben Sample', family: 'Sample', given: 'Ben' },
  ],
  date: '2025-03-17',
  doi: '10.1000/example.1',
  arxivId: '2503.01234',
  container: 'Journal of Examples',
  volume: '12',
  issue: '3',
  pages: '100-110',
  publisher: 'Example Press',
  kind: 'journal-article',
  license: 'https://creativecommons.org/licenses/by/4.0/',
}
