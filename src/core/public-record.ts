import { changedKinds } from './public-change.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import { type OpenLicence, openLicence } from '#core/papers/open-licence.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'

/** The parts of a copy of the library: everything that has changes, and full texts, which change with their papers. */
export const recordKinds = [...changedKinds, 'text'] as const
export type RecordKind = (typeof recordKinds)[number]

/** A full text under an open licence. */
export type OpenText = { licence: OpenLicence; fullText: string }

/** Null also for a note: the licence of a paper says nothing about words of the editors. */
export const openTextOf = ({ fullText, fullTextKind, license }: PaperWithText): OpenText | null => {
  const licence = openLicence(license)
  return licence === null || fullText === null || fullTextKind === 'note' ? null : { licence, fullText }
}

type Content = {
  paper: Paper
  concept: { name: string; definition: string | null }
  gap: Pick<GapWithPapers, 'title' | 'severity' | 'explanation' | 'papers'>
  brief: PublishedBrief
  chapter: Pick<ChapterRecord, 'name' | 'introduction'>
  text: OpenText
}

/**
 * One public record with all content that changes only by a change of its own: no counts or trends, which derive from the
 * papers.
 */
export type PublicRecord = { [Kind in RecordKind]: { kind: Kind; id: string; content: Content[Kind] } }[RecordKind]

/** Addresses in one sitemap file; the limit is 50,000 (sitemaps.org). */
export const SITEMAP_PART_SIZE = 10_000
