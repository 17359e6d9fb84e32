import { z } from 'zod'
import type { Brief } from '#core/editorial/brief.ts'
import { severities, type Gap } from '#core/editorial/gap.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { MAX_NOTE_LENGTH } from '#core/review/decision-note.ts'
import { parseWeek, weekId, weekLabel } from '#core/editorial/week.ts'
import { block, line, optionalBlock } from './fields.ts'

/** What editors write besides papers, as it comes in and goes out: over HTTP, from forms and from files. */

const MAX_LINKED_PAPERS = 200
const paperIds = () =>
  z
    .array(z.string().regex(PAPER_ID, { error: 'must be a paper id, such as p1201' }))
    .max(MAX_LINKED_PAPERS)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .default([])

/** A gap without its id, which the address or the store gives. */
export const gapSchema = z
  .strictObject({
    title: line(300),
    severity: z.enum(severities),
    explanation: block(20_000),
    papers: paperIds(),
  })
  .transform(({ papers, ...words }): Omit<Gap, 'id'> => ({ ...words, paperIds: papers }))

export const presentGapFields = ({ title, severity, explanation, paperIds }: Omit<Gap, 'id'>) => ({
  title,
  severity,
  explanation,
  papers: paperIds,
})

export const conceptSchema = z.strictObject({ name: line(200), definition: optionalBlock(5_000) })

export const chapterSchema = z.strictObject({ name: line(100), introduction: block(20_000) })

/** A brief that is being written; its week is in the address. */
export const briefSchema = z
  .strictObject({
    title: line(300),
    summary: block(50_000),
    houseTake: block(50_000),
    featuredPapers: paperIds(),
  })
  .transform(({ houseTake, featuredPapers, ...same }): Omit<Brief, 'id' | 'week'> => ({
    ...same,
    take: houseTake,
    featured: featuredPapers,
  }))

export const presentBriefFields = ({ week, title, summary, take, featured }: Brief) => ({
  week: weekLabel(week),
  title,
  summary,
  houseTake: take,
  featuredPapers: featured,
})

/** The brief of a week, by its id such as 2026-w47; null where there is no such week. */
export const briefOfWeek = (id: string, words: Omit<Brief, 'id' | 'week'>): Brief | null => {
  const week = parseWeek(id)
  return week === null || weekId(week) !== id ? null : { id, week, ...words }
}

/** What takes the place of a duplicate. */
export const mergeSchema = z.strictObject({ into: line(100), note: optionalBlock(MAX_NOTE_LENGTH) })
