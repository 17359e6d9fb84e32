import { changedKinds } from '#core/changes/public-change.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import type { OpenLicence } from '#core/papers/licences/open-licence.ts'
import type { Paper } from '#core/papers/paper.ts'

/** What a copy of the library is made of: everything that has changes, and the full texts, which change with their papers. */
export const recordKinds = [...changedKinds, 'text'] as const
export type RecordKind = (typeof recordKinds)[number]

/** A full text that its licence lets anybody pass on. */
export type OpenText = { licence: OpenLicence; fullText: string }

type Content = {
  paper: Paper
  concept: { name: string; definition: string | null }
  gap: Pick<GapWithPapers, 'title' | 'severity' | 'explanation' | 'papers'>
  brief: PublishedBrief
  chapter: Pick<ChapterRecord, 'name' | 'introduction'>
  text: OpenText
}

/**
 * One public thing with everything of it that changes only when it has a change of its own: no counts and no trends, which follow
 * from the papers.
 */
export type PublicRecord = { [Kind in RecordKind]: { kind: Kind; id: string; content: Content[Kind] } }[RecordKind]
