import { z } from 'zod'
import { severities } from '#core/editorial/gap.ts'
import type { PublicRecord, RecordKind } from '#core/records/public-record.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { presentedPaper } from '#schemas/presented-paper.ts'
import { presentBrief, presentedBrief } from './presented-brief.ts'

const id = z.string()

/** A record of the library as dumps and mirrors have it; a paper is as `longview ingest` reads it. */
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

const presentGap = ({ kind, id, content }: Of<'gap'>): PresentedRecord => {
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
  gap: presentGap,
  brief: presentBriefRecord,
  chapter: presentChapter,
  text: presentText,
}

/** Every field stands in one order, so that equal records are equal as text. */
export const presentRecord = (found: PublicRecord): PresentedRecord =>
  (presenters[found.kind] as (found: PublicRecord) => PresentedRecord)(found)
