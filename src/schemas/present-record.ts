import { z } from 'zod'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { severities, type GapSummary } from '#core/editorial/gap.ts'
import type { PublicRecord, RecordKind } from '#core/public-record.ts'
import { omitEmpty } from './fields.ts'
import { presentFullPaper, presentedPaper } from './paper-schema.ts'

/** Contract 2.8. */
export const presentedBrief = z.strictObject({
  week: z.string(),
  title: z.string(),
  summary: z.string(),
  houseTake: z.string(),
  featuredPapers: z.array(z.string()),
})

export const presentBrief = (brief: PublishedBrief): z.infer<typeof presentedBrief> => ({
  week: weekLabel(brief.week),
  title: brief.title,
  summary: brief.summary,
  houseTake: brief.take,
  featuredPapers: brief.featured,
})

/** A gap in lists, in events and for agents (contract 2.7). */
export const presentedGap = z
  .strictObject({ id: z.string(), title: z.string(), severity: z.enum(severities), paperCount: z.int() })
  .meta({ id: 'Gap' })

export const presentGap = ({ id, title, severity, papers }: GapSummary): z.infer<typeof presentedGap> => ({
  id,
  title,
  severity,
  paperCount: papers,
})

const id = z.string()

/** A public record in dumps and mirrors; papers have the form that `longview ingest` reads. */
export const presentedRecord = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('paper'), id, record: presentedPaper.omit({ fullText: true }) }),
  z.strictObject({
    kind: z.literal('concept'),
    id,
    record: z.strictObject({ id, name: z.string(), definition: z.string().optional() }),
  }),
  z.strictObject({
    kind: z.literal('gap'),
    id,
    record: z.strictObject({
      id,
      title: z.string(),
      severity: z.enum(severities),
      explanation: z.string(),
      papers: z.array(z.string()).meta({ description: 'Ids of the public papers of the gap.' }),
    }),
  }),
  z.strictObject({ kind: z.literal('brief'), id, record: presentedBrief.extend({ id, publishedAt: z.string() }) }),
  z.strictObject({
    kind: z.literal('chapter'),
    id,
    record: z.strictObject({ number: z.int(), name: z.string(), introduction: z.string() }),
  }),
  z.strictObject({
    kind: z.literal('text'),
    id,
    license: z.string().meta({ description: 'The open licence that lets anybody pass the text on, as SPDX calls it.' }),
    record: z.strictObject({ id, licenseUrl: z.string().optional(), fullText: z.string() }),
  }),
])

export type PresentedRecord = z.infer<typeof presentedRecord>

type Of<Kind extends RecordKind> = Extract<PublicRecord, { kind: Kind }>

const presentConcept = ({ kind, id, content: { name, definition } }: Of<'concept'>): PresentedRecord => ({
  kind,
  id,
  record: { id, name, ...omitEmpty({ definition }) },
})

const presentGapRecord = ({ kind, id, content }: Of<'gap'>): PresentedRecord => {
  const { title, severity, explanation, papers } = content
  return { kind, id, record: { id, title, severity, explanation, papers: papers.map((paper) => paper.id).toSorted() } }
}

const presentChapter = ({ kind, id, content: { name, introduction } }: Of<'chapter'>): PresentedRecord => ({
  kind,
  id,
  record: { number: Number(id), name, introduction },
})

const presentText = ({ kind, id, content: { licence, fullText } }: Of<'text'>): PresentedRecord => ({
  kind,
  id,
  license: licence.id,
  record: { id, ...omitEmpty({ licenseUrl: licence.address }), fullText },
})

const presentPaper = ({ kind, id, content }: Of<'paper'>): PresentedRecord => ({
  kind,
  id,
  record: presentFullPaper({ ...content, fullText: null }),
})

const presentBriefRecord = ({ kind, id, content }: Of<'brief'>): PresentedRecord => ({
  kind,
  id,
  record: { id, ...presentBrief(content), publishedAt: content.publishedAt },
})

const presenters: { [Kind in RecordKind]: (found: Of<Kind>) => PresentedRecord } = {
  paper: presentPaper,
  concept: presentConcept,
  gap: presentGapRecord,
  brief: presentBriefRecord,
  chapter: presentChapter,
  text: presentText,
}

/** The order of fields is fixed, so that equal records are equal as text. */
export const presentRecord = (found: PublicRecord): PresentedRecord =>
  (presenters[found.kind] as (found: PublicRecord) => PresentedRecord)(found)
