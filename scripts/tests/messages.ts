import type { Spent } from './processor-time.ts'

/** What a test process says to the one that hands out files, and what it is given. */

/** What a file or a test took, and the processor time it spent. */
export type Measured = { name: string; seconds: number; spent: Spent }

/** `spent` and `tests` are there where they are asked for; `tests` has the loading of the file, too. */
export type Ended = { file: string; seconds: number; spent: Spent | null; tests: readonly Measured[] }

export type Asked = {
  /** The file that has ended; null before the first. */
  ended: Ended | null
}

export type Given = { file: string | null }
