import { z } from 'zod'
import { fieldsParameter, detailFor, pickFields, agentRoute } from './fields.ts'
import { gapStates, severities, type GapSummary } from '#core/editorial/gap.ts'
import { trends, GROWTH_FACTOR } from '#core/editorial/trend.ts'
import { cursorParameter, readQuery, noParameters, pathId } from '#http/input/query.ts'
import { detailParameter, maxTokensParameter, budgetFields, type Detail, fitTexts, fitList } from './token-budget.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import { weekLabel } from '#core/editorial/week.ts'
import {
  presentedGap,
  presentedHistory,
  presentGap,
  presentHistory,
  presentedBrief,
  presentBrief,
  presentedCorrections,
  presentCorrections,
} from '#schemas/present-record.ts'
import { omitEmpty } from '#schemas/fields.ts'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { withTrend, type ConceptTrends, unknownConcept } from '#queries/concepts.ts'
import { changeNumber, type Cursors } from '#http/paging/pagination.ts'
import type { Route } from '#http/routing/route.ts'
import { problemSchema, PROBLEM_TYPE } from './errors.ts'

const budget = { detail: detailParameter(), cursor: cursorParameter(), maxTokens: maxTokensParameter() }

/** Queries of GET /concepts and GET /gaps (contract 4.2); unknown parameters are ignored. */
const conceptListQuery = z.object({
  trend: z.enum(trends).optional().meta({ description: 'Only concepts of this trend.' }),
  fields: fieldsParameter(['id', 'name', 'definition', 'paperCount', 'trend']),
  ...budget,
})
const gapListQuery = z.object({
  severity: z.enum(severities).optional().meta({ description: 'Only gaps of this severity.' }),
  state: z
    .enum(gapStates)
    .optional()
    .meta({ description: 'Only gaps in this state; without it all.', example: 'open' }),
  fields: fieldsParameter(['id', 'title', 'severity', 'paperCount']),
  ...budget,
})
/** Queries of GET /briefs and GET /briefs/:id; unknown parameters are refused. */
const briefListQuery = z.strictObject({
  fields: fieldsParameter(['id', 'week', 'title', 'publishedAt', 'summary']),
  ...budget,
})
const knownBriefQuery = z.strictObject(budget)
const briefQuery = z.object(budget)

/** Whole items, or items with the requested fields. */
const withFields = <Shape extends z.core.$ZodLooseShape & { id: z.ZodString }>(
  item: z.ZodObject<Shape, z.core.$strict>,
) => z.union([item, item.partial().required({ id: true } as never)])

/** Contract 2.6. */
const concept = z
  .strictObject({ id: z.string(), name: z.string(), paperCount: z.int(), trend: z.enum(trends) })
  .meta({ id: 'Concept' })
const conceptByDetail = concept.partial({ paperCount: true, trend: true }).extend({ definition: z.string().optional() })
const conceptListResponse = z.strictObject({ concepts: z.array(withFields(conceptByDetail)), ...budgetFields })

const span = z.strictObject({ recent: z.number(), before: z.number() })
/** The first and the last. Not a tuple, which few OpenAPI tools support. */
const twoYears = z.array(z.int()).length(2)
const years = z.array(z.strictObject({ year: z.int(), paperCount: z.int() }))

/** The trend with all its evidence (contract 2.6). */
const conceptResponse = z.strictObject({
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

const gapByDetail = presentedGap.partial({ severity: true, paperCount: true })
const gapHistoryResponse = z.strictObject({ history: presentedHistory })
const gapListResponse = z.strictObject({ gaps: z.array(withFields(gapByDetail)), ...budgetFields })

/** Contract 2.8. */
export const briefResponse = presentedBrief.meta({ id: 'Brief' })

/** With a budget, later answers have the rest of the texts. */
const briefAnswer = z.union([briefResponse, briefResponse.partial().required({ week: true }).extend(budgetFields)])

const correctionsResponse = z.strictObject({ corrections: presentedCorrections })

const briefItem = z.strictObject({
  id: z.string(),
  week: z.string(),
  title: z.string().optional(),
  publishedAt: z.string().optional(),
  summary: z.string().optional(),
})

/** The archive (contract 2.8). */
const briefListResponse = z.strictObject({
  briefs: z.array(withFields(briefItem)),
  ...budgetFields,
})

export const presentConcept = ({ id, name, papers, evidence }: ConceptWithTrend): z.infer<typeof concept> => ({
  id,
  name,
  paperCount: papers,
  trend: evidence.trend,
})

const presentConceptBy = (concept: ConceptWithTrend, detail: Detail | null): z.infer<typeof conceptByDetail> => {
  const card = presentConcept(concept)
  if (detail === 'ids') return { id: card.id, name: card.name }
  return { ...card, ...(detail === 'abstract' ? omitEmpty({ definition: concept.definition }) : {}) }
}

const RULE =
  'emerging: no paper of the concept is older than the first recent year; growing: its share of all recent papers is at least growthFactor times its share of all earlier papers; stable: everything else'

/** Shares and factors to six decimals: more would be noise. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const presentConceptDetail = (
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

const presentGapBy = (gap: GapSummary, detail: Detail | null): z.infer<typeof gapByDetail> =>
  detail === 'ids' ? { id: gap.id, title: gap.title } : presentGap(gap)

const presentBriefItem = (
  { id, week, title, publishedAt, summary }: PublishedBrief,
  detail: Detail | null,
): z.infer<typeof briefItem> => ({
  id,
  week: weekLabel(week),
  ...(detail === 'ids' ? {} : { title, publishedAt }),
  ...(detail === 'abstract' ? { summary } : {}),
})

type Ports = { store: Store; cursors: Cursors; conceptTrends: ConceptTrends }

const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

/** A cursor is also bound to the requested fields. */
const fieldNames = ({ fields }: { fields?: readonly string[] | undefined }): string => fields?.join() ?? ''

const listConcepts =
  ({ store, conceptTrends, cursors }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const input = readQuery(context, conceptListQuery)
    const number = await changeNumber(store.public)
    const found = await conceptTrends()
    const concepts = found.filter(({ evidence }) => input.trend === undefined || evidence.trend === input.trend)
    const reply = fitList(cursors, input, {
      name: 'concepts',
      cut: 'definition',
      question: `concepts ${input.trend ?? ''} ${fieldNames(input)}`,
      items: concepts.map((concept) => pickFields(presentConceptBy(concept, detailFor(input)), input.fields)),
    })
    return withHeaders(reply, number)
  }

const showConcept =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const id = pathId(context)
    const timeline = await store.public.related.conceptTimeline(id)
    if (timeline === null) throw await unknownConcept(store.public.concepts, id)
    const years = timeline.years.filter(({ papers }) => papers > 0)
    return json(200, presentConceptDetail(withTrend(timeline), years))
  }

const listGaps =
  ({ store, cursors }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const input = readQuery(context, gapListQuery)
    const number = await changeNumber(store.public)
    const gaps = await store.public.gaps.list(input.severity ?? null, input.state ?? null)
    const reply = fitList(cursors, input, {
      name: 'gaps',
      question: `gaps ${input.severity ?? ''} ${input.state ?? ''} ${fieldNames(input)}`,
      items: gaps.map((gap) => pickFields(presentGapBy(gap, detailFor(input)), input.fields)),
    })
    return withHeaders(reply, number)
  }

const showHistory =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const history = await store.public.gaps.history(pathId(context))
    if (history === null) throw new Failure('not_found', `There is no gap ${pathId(context)}.`)
    return json(200, { history: presentHistory(history) })
  }

const fitBrief = ({ cursors }: Ports, context: Context, brief: PublishedBrief): Reply => {
  const { detail, maxTokens, cursor } = readQuery(context, briefQuery)
  const { summary, houseTake, ...card } = presentBrief(brief)
  if (detail === null && maxTokens === null && cursor === undefined) return json(200, presentBrief(brief))
  const texts = [
    ...(detail === 'ids' ? [] : [['summary', summary] as const]),
    ...(detail === null || detail === 'abstract' ? [['houseTake', houseTake] as const] : []),
  ]
  const question = `brief ${brief.id} ${detail ?? ''}`
  return fitTexts(
    cursors,
    { cursor, maxTokens },
    { question, key: { week: card.week, title: card.title }, card, texts },
  )
}

const latestBrief =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const brief = await ports.store.public.briefs.latest()
    if (brief === null) throw new Failure('not_found', 'No brief has been published yet.')
    const reply = fitBrief(ports, context, brief)
    return { ...reply, headers: { ...reply.headers, 'Content-Location': `/api/v1/briefs/${brief.id}` } }
  }

const showBrief =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, knownBriefQuery)
    const id = pathId(context)
    const brief = await ports.store.public.briefs.find(id)
    if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
    return fitBrief(ports, context, brief)
  }

const listCorrections =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const id = pathId(context)
    const { briefs } = store.public
    if ((await briefs.find(id)) === null) throw new Failure('not_found', `There is no brief ${id}.`)
    return json(200, { corrections: presentCorrections((await briefs.corrections([id])).get(id) ?? []) })
  }

const listBriefs =
  ({ store, cursors }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const input = readQuery(context, briefListQuery)
    const number = await changeNumber(store.public)
    const briefs = await store.public.briefs.list()
    const items = briefs.map((brief) => pickFields(presentBriefItem(brief, detailFor(input)), input.fields))
    const question = `briefs ${fieldNames(input)}`
    return withHeaders(fitList(cursors, input, { name: 'briefs', question, items, cut: 'summary' }), number)
  }

export const editorialRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/concepts',
    summary: 'List concepts with trend data, most papers first',
    query: conceptListQuery,
    responses: {
      200: { description: 'All concepts.', schema: conceptListResponse, headers: ['X-Change-Seq'] },
    },
    handle: listConcepts(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/concepts/:id',
    summary: 'One concept with the evidence of its trend',
    query: noParameters,
    responses: {
      200: { description: 'The concept.', schema: conceptResponse },
      308: {
        description: 'The concept was merged into another, which Location names.',
        schema: problemSchema,
        type: PROBLEM_TYPE,
      },
      404: { description: 'No such concept.' },
    },
    handle: showConcept(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/gaps',
    summary: 'List research gaps, most severe first',
    query: gapListQuery,
    responses: {
      200: { description: 'All gaps.', schema: gapListResponse, headers: ['X-Change-Seq'] },
    },
    handle: listGaps(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/gaps/:id/history',
    summary: 'The life of a research gap: when it was opened, narrowed, closed or reopened, why, and by which papers',
    query: noParameters,
    responses: {
      200: { description: 'Its entries, oldest first.', schema: gapHistoryResponse },
      404: { description: 'No such gap.' },
    },
    handle: showHistory(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs',
    summary: 'The archive of weekly briefs, newest first',
    query: briefListQuery,
    responses: {
      200: { description: 'All published briefs.', schema: briefListResponse, headers: ['X-Change-Seq'] },
    },
    handle: listBriefs(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs/latest',
    summary: 'The newest weekly brief',
    query: briefQuery,
    responses: {
      200: { description: 'The brief.', schema: briefAnswer, headers: ['Content-Location'] },
      404: { description: 'None has been published yet.' },
    },
    handle: latestBrief(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs/:id',
    summary: 'One weekly brief, by id such as 2026-w47',
    query: knownBriefQuery,
    responses: {
      200: { description: 'The brief.', schema: briefAnswer },
      404: { description: 'No such brief.' },
    },
    handle: showBrief(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs/:id/corrections',
    summary: 'The dated corrections under a brief, whose own text never changes',
    query: noParameters,
    responses: {
      200: { description: 'The corrections, oldest first.', schema: correctionsResponse },
      404: { description: 'No such brief.' },
    },
    handle: listCorrections(ports),
  },
]
