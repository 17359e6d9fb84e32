/** What the corpus holds, counted: accepted papers, hosts of their addresses, concepts and frameworks. */
export type Stats = { papers: number; sources: number; concepts: number; frameworks: number }
