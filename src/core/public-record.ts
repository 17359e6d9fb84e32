import type { CitationSource, CitedWork } from '#core/citations/cited-work.ts'
import { changedKinds } from './public-change.ts'
import type { BriefCorrection, PublishedBrief } from '#core/editorial/brief.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import { type OpenLicence, openLicence } from '#core/papers/open-licence.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'

/** The parts of a copy of the library: everything that has changes, and full texts and references of papers, which change with them. */
export const recordKinds = [...changedKinds, 'text', 'references'] as const
export type RecordKind = (typeof recordKinds)[number]

/** A full text under an open licence. */
export type OpenText = { licence: OpenLicence; fullText: string }

/** Null also for a note: the licence of a paper says nothing about words of the editors. */
export const openTextOf = ({ fullText, fullTextKind, license }: PaperWithText): OpenText | null => {
  const licence = openLicence(license)
  return licence === null || fullText === null || fullTextKind === 'note' ? null : { licence, fullText }
}

/** A work that a paper cites; `paperId` is that of a public paper. */
export type ListedReference = { work: CitedWork; sources: readonly CitationSource[]; paperId: string | null }

type Content = {
  paper: Paper
  concept: { name: string; definition: string | null }
  gap: Pick<GapWithPapers, 'title' | 'severity' | 'explanation' | 'papers' | 'history'>
  brief: PublishedBrief & { corrections: readonly BriefCorrection[] }
  chapter: Pick<ChapterRecord, 'name' | 'introduction'>
  text: OpenText
  references: readonly ListedReference[]
}

/**
 * One public record with all content that changes only by a change of its own: no counts or trends, which derive from the
 * papers.
 */
export type PublicRecord = { [Kind in RecordKind]: { kind: Kind; id: string; content: Content[Kind] } }[RecordKind]

/** Addresses in one sitemap file; the limit is 50,000 (sitemaps.org). */
export const SITEMAP_PART_SIZE = 10_000
