import type { PaperWithText } from './paper.ts'

/** No paper comes near it, and every engine can hold it. */
export const MAX_VERSION = 999_999_999

/** Who wrote a version of a paper, and when. Versions count from 1 and rise with each change. */
export type VersionInfo = { version: number; at: string; actor: string }

/** A whole version. */
export type PaperVersion = VersionInfo & { paper: PaperWithText }
