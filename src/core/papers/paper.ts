import type { Bibliography } from './bibliography.ts'
import type { Chapter } from './chapter.ts'
import type { Millionths } from './score.ts'

/** What a paper id looks like: case matters, and an id once used is never free again. */
export const PAPER_ID = /^p\d{1,15}$/
const MAX_DIGITS = 15

/**
 * The other ids that have the same number. Ids are compared as text, so p7 and p007 are two papers; people take them for
 * one.
 */
export const sameNumberIds = (id: string): string[] => {
  const digits = id.slice(1).replace(/^0+(?=\d)/u, '')
  const all = Array.from({ length: MAX_DIGITS - digits.length + 1 }, (_, zeros) => `p${'0'.repeat(zeros)}${digits}`)
  return all.filter((other) => other !== id)
}

export const researchTypes = [
  'empirical',
  'theoretical',
  'benchmark',
  'system',
  'survey',
  'position',
  'case_study',
  'dataset',
] as const
export type ResearchType = (typeof researchTypes)[number]

/** The fields of a paper. A field without a value is null, a list without members is empty. */
export type Paper = Bibliography & {
  id: string
  title: string
  authors: string[]
  year: number
  institution: string | null
  url: string | null
  abstract: string | null
  chapter: Chapter | null
  type: ResearchType | null
  longHorizon: Millionths | null
  enterprise: Millionths | null
  topics: string[]
  concepts: string[]
  frameworks: string[]
  commentary: string | null
  storageUrl: string | null
  /**
   * The SHA-256 of the PDF that the library holds and anybody may get, as public reads tell it; absent where there is none.
   * It is no field that anybody edits: it follows from the paper's files, its licence, and what an editor says.
   */
  openFile?: string
}

export type PaperWithText = Paper & { fullText: string | null }
