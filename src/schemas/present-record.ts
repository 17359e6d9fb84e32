import { z } from 'zod'
import type { BriefCorrection, PublishedBrief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { gapEntries, type GapHistory, gapStates, severities, stateAfter, type GapSummary } from '#core/editorial/gap.ts'
import type { PublicRecord, RecordKind } from '#core/public-record.ts'
import { citationSources } from '#core/citations/cited-work.ts'
import { presentCitedWork } from './cited-work.ts'
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

export const presentBrief = (brief: Omit<PublishedBrief, 'publishedAt'>): z.infer<typeof presentedBrief> => ({
  week: weekLabel(brief.week),
  title: brief.title,
  summary: brief.summary,
  houseTake: brief.take,
  featuredPapers: brief.featured,
})

/** Corrections under a brief, oldest first. */
export const presentedCorrections = z.array(
  z.strictObject({ at: z.string(), text: z.string().meta({ description: 'Markdown.' }) }),
)

export const presentCorrections = (corrections: readonly BriefCorrection[]): z.infer<typeof presentedCorrections> =>
  corrections.map(({ at, text }) => ({ at, text }))

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

/** The life of a gap, oldest entry first. */
export const presentedHistory = z.array(
  z.strictObject({
    state: z.enum(gapStates).meta({ description: 'The state after the entry.' }),
    entry: z.enum(gapEntries),
    at: z.string(),
    reason: z.string().nullable().meta({ description: 'Null for the first entry.' }),
    papers: z.array(z.string()).meta({ description: 'Ids of the public papers that narrowed, closed or reopened it.' }),
  }),
)

export const presentHistory = (history: GapHistory): z.infer<typeof presentedHistory> =>
  history.map(({ entry, at, reason, papers }) => ({ state: stateAfter[entry], entry, at, reason, papers }))

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
      history: presentedHistory.optional().meta({ description: 'Absent while nothing happened since it was opened.' }),
    }),
  }),
  z.strictObject({
    kind: z.literal('brief'),
    id,
    record: presentedBrief.extend({
      id,
      publishedAt: z.string(),
      corrections: presentedCorrections.optional().meta({ description: 'Absent if there are none.' }),
    }),
  }),
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
  z.strictObject({
    kind: z.literal('references'),
    id,
    record: z.strictObject({
      id,
      references: z.array(
        z.strictObject({
          title: z.string().optional(),
          authors: z.array(z.string()).optional(),
          year: z.int().optional(),
          doi: z.string().optional(),
          arxivId: z.string().optional(),
          openalexId: z.string().optional(),
          text: z.string().optional(),
          sources: z.array(z.enum(citationSources)),
          paper: z.string().optional().meta({ description: 'The id of the public paper that it is.' }),
        }),
      ),
    }),
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
  const { title, severity, explanation, papers, history } = content
  const ids = papers.map((paper) => paper.id).toSorted()
  const lived = history.length > 1 ? { history: presentHistory(history) } : {}
  return { kind, id, record: { id, title, severity, explanation, papers: ids, ...lived } }
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

const presentReferences = ({ kind, id, content }: Of<'references'>): PresentedRecord => ({
  kind,
  id,
  record: {
    id,
    references: content.map(({ work, sources, paperId }) => ({
      ...presentCitedWork(work),
      sources: [...sources],
      ...omitEmpty({ paper: paperId }),
    })),
  },
})

const presentPaper = ({ kind, id, content }: Of<'paper'>): PresentedRecord => ({
  kind,
  id,
  record: presentFullPaper({ ...content, fullText: null }),
})

const presentBriefRecord = ({ kind, id, content }: Of<'brief'>): PresentedRecord => ({
  kind,
  id,
  record: {
    id,
    ...presentBrief(content),
    publishedAt: content.publishedAt,
    ...omitEmpty({ corrections: presentCorrections(content.corrections) }),
  },
})

const presenters: { [Kind in RecordKind]: (found: Of<Kind>) => PresentedRecord } = {
  paper: presentPaper,
  concept: presentConcept,
  gap: presentGapRecord,
  brief: presentBriefRecord,
  chapter: presentChapter,
  text: presentText,
  references: presentReferences,
}

/** The order of fields is fixed, so that equal records are equal as text. */
export const presentRecord = (found: PublicRecord): PresentedRecord =>
  (presenters[found.kind] as (found: PublicRecord) => PresentedRecord)(found)
