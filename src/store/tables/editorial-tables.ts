import type { Generated } from 'kysely'
import type { Severity } from '#core/editorial/gap.ts'
import type { RenderingSubject } from '#ports/store/renderings.ts'

/** What the editors write. */
export type EditorialTables = {
  gaps: {
    id: string
    title: string
    severity: Severity
    explanation: string
    updated_at: string
    version: Generated<number>
  }
  gap_papers: { gap_id: string; paper_seq: number }
  briefs: {
    id: string
    iso_year: number
    iso_week: number
    title: string
    summary: string
    take: string
    featured: string
    published_at: string
  }
  renderings: { subject: RenderingSubject; renderer: number; markup: string | null }
  brief_drafts: {
    id: string
    iso_year: number
    iso_week: number
    title: string
    summary: string
    take: string
    featured: string
    version: number
    updated_at: string
  }
  chapters: { number: number; name: string; introduction: string; version: number; updated_at: string }
}
