import { MAX_FILE_BYTES } from '#core/files/held-file.ts'

/** What reading a PDF may take. */
export const PDF_BOUNDS = {
  bytes: MAX_FILE_BYTES,
  milliseconds: 60_000,
  /** Of memory that the process keeps (resident set), where the system tells. */
  residentBytes: 512_000_000,
  /** Of the heap of JavaScript, anywhere. */
  heapMegabytes: 384,
  pages: 500,
  /** Characters of the whole. A full text may have as many. */
  signs: 5_000_000,
  /** A page of text has some hundreds. */
  itemsOfPage: 50_000,
  /** A document with less is taken for pictures of pages. */
  leastSigns: 40,
  /** A document of which more signs are no letters of any script is in fonts that nobody can read. */
  unreadableShare: 0.1,
} as const
