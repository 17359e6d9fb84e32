import type { PaperWithText } from './paper.ts'

/** Who wrote a version of a paper, and when. Versions count from 1 and rise with each change. */
export type VersionInfo = { version: number; at: string; actor: string }

/** A whole version. */
export type PaperVersion = VersionInfo & { paper: PaperWithText }
