import type { Bibliography } from './bibliography.ts'
import type { Chapter } from './chapter.ts'
import type { Millionths } from './score.ts'

/** Case-sensitive. An id is never reused. */
export const PAPER_ID = /^p\d{1,15}$/
const MAX_DIGITS = 15

/**
 * The other ids with the same number; none where a paper has no id yet. Ids are compared as text, so p7 and p007 are two papers,
 * although people would confuse them.
 */
export const sameNumberIds = (id: string): string[] => {
  if (id === '') return []
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

/** A field without a value is null, a list without members is empty. */
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
   * The SHA-256 of the stored PDF, if anybody may download it; set by public reads only. Not an editable field: it follows from
   * the paper's files, its licence and the editor's permission.
   */
  openFile?: string
}

export type PaperWithText = Paper & { fullText: string | null }

/** What is public under an id: an accepted paper, a retraction, or the paper it was merged into. */
export type PublicPaper =
  | { state: 'accepted'; paper: PaperWithText }
  | { state: 'retracted'; retractedAt: string; reason: string }
  | { state: 'merged'; into: string }

/** Far beyond any real version, and within the integer range of every engine. */
export const MAX_VERSION = 999_999_999

/** Versions count from 1 and increase with each change. */
export type VersionInfo = { version: number; at: string; actor: string }

export type PaperVersion = VersionInfo & { paper: PaperWithText }

/** Counts of accepted papers, and of their distinct hosts, concepts and frameworks. */
export type Stats = { papers: number; sources: number; concepts: number; frameworks: number }
