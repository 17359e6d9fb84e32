import { z } from 'zod'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import { severities, type GapSummary } from '#core/editorial/gap.ts'
import { GROWTH_FACTOR, trends } from '#core/editorial/trend.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { presentedBrief } from '#schemas/records/presented-brief.ts'
import { budgetFields, type Detail } from '#http/agent-api/token-budget.ts'

/** Whole items, or those with the fields that were asked for. */
const withFields = <Shape extends z.core.$ZodLooseShape & { id: z.ZodString }>(
  item: z.ZodObject<Shape, z.core.$strict>,
) => z.union([item, item.partial().required({ id: true } as never)])

/** Contract 2.6. */
const concept = z
  .strictObject({ id: z.string(), name: z.string(), paperCount: z.int(), trend: z.enum(trends) })
  .meta({ id: 'Concept' })
const conceptByDetail = concept.partial({ paperCount: true, trend: true }).extend({ definition: z.string().optional() })
export const conceptListResponse = z.strictObject({ concepts: z.array(withFields(conceptByDetail)), ...budgetFields })

const span = z.strictObject({ recent: z.number(), before: z.number() })
/** The first and the last; no tuple, which few tools for OpenAPI know. */
const twoYears = z.array(z.int()).length(2)
const years = z.array(z.strictObject({ year: z.int(), paperCount: z.int() }))

/** The trend with everything it follows from (contract 2.6). */
export const conceptResponse = z.strictObject({
  id: z.string(),
  name: z.string(),
  definition: z.string().optional(),
  paperCount: z.int(),
  trend: z.enum(trends),
  evidence: z.strictObject({
    rule: z.string(),
    newestYear: z.int(),
    recentYears: twoYears,
    beforeYears: twoYears,
    oldestYear: z.int(),
    conceptPapers: span,
    corpusPapers: span,
    shares: span,
    factor: z.number().optional(),
    growthFactor: z.number(),
    years,
  }),
})

/** Contract 2.7. */
const gap = z
  .strictObject({ id: z.string(), title: z.string(), severity: z.enum(severities), paperCount: z.int() })
  .meta({ id: 'Gap' })
const gapByDetail = gap.partial({ severity: true, paperCount: true })
export const gapListResponse = z.strictObject({ gaps: z.array(withFields(gapByDetail)), ...budgetFields })

/** Contract 2.8. */
export const briefResponse = presentedBrief.meta({ id: 'Brief' })

/** With a budget, later answers have the rest of the texts. */
export const briefAnswer = z.union([
  briefResponse,
  briefResponse.partial().required({ week: true }).extend(budgetFields),
])

const briefItem = z.strictObject({
  id: z.string(),
  week: z.string(),
  title: z.string().optional(),
  publishedAt: z.string().optional(),
  summary: z.string().optional(),
})

/** The archive (contract 2.8). */
export const briefListResponse = z.strictObject({
  briefs: z.array(withFields(briefItem)),
  ...budgetFields,
})

export const presentConcept = ({ id, name, papers, evidence }: ConceptWithTrend): z.infer<typeof concept> => ({
  id,
  name,
  paperCount: papers,
  trend: evidence.trend,
})

export const presentConceptBy = (concept: ConceptWithTrend, detail: Detail | null): z.infer<typeof conceptByDetail> => {
  const card = presentConcept(concept)
  if (detail === 'ids') return { id: card.id, name: card.name }
  return { ...card, ...(detail === 'abstract' ? omitEmpty({ definition: concept.definition }) : {}) }
}

const RULE =
  'emerging: no paper of the concept is older than the first recent year; growing: its share of all recent papers is at least growthFactor times its share of all papers before; stable: all else'

/** Shares and factors to six decimals: more would be noise. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

export const presentConceptDetail = (
  concept: ConceptWithTrend,
  byYear: readonly { year: number; papers: number }[],
): z.infer<typeof conceptResponse> => {
  const { evidence, definition } = concept
  const { oldestYear, recent, before } = evidence.concept
  const { shares, factor, window } = evidence
  const { id, name, paperCount, trend } = presentConcept(concept)
  return {
    id,
    name,
    ...(definition === null ? {} : { definition }),
    paperCount,
    trend,
    evidence: {
      rule: RULE,
      newestYear: window.newest,
      recentYears: window.recent,
      beforeYears: window.before,
      oldestYear,
      conceptPapers: { recent, before },
      corpusPapers: evidence.corpus,
      shares: { recent: rounded(shares.recent), before: rounded(shares.before) },
      ...(factor === null ? {} : { factor: rounded(factor) }),
      growthFactor: GROWTH_FACTOR,
      years: byYear.map(({ year, papers }) => ({ year, paperCount: papers })),
    },
  }
}

export const presentGap = ({ id, title, severity, papers }: GapSummary): z.infer<typeof gap> => ({
  id,
  title,
  severity,
  paperCount: papers,
})

export const presentGapBy = (gap: GapSummary, detail: Detail | null): z.infer<typeof gapByDetail> =>
  detail === 'ids' ? { id: gap.id, title: gap.title } : presentGap(gap)

export const presentBriefItem = (
  { id, week, title, publishedAt, summary }: PublishedBrief,
  detail: Detail | null,
): z.infer<typeof briefItem> => ({
  id,
  week: weekLabel(week),
  ...(detail === 'ids' ? {} : { title, publishedAt }),
  ...(detail === 'abstract' ? { summary } : {}),
})
