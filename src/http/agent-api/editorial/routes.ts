import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { withTrend, type ConceptTrends } from '#queries/concept-trends.ts'
import { readQuery, noParameters } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { unknownConcept } from '#queries/unknown-concept.ts'
import { problemSchema, PROBLEM_TYPE } from '#http/agent-api/errors.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { conceptListQuery, gapListQuery } from './input.ts'
import {
  briefResponse,
  briefListResponse,
  conceptResponse,
  conceptListResponse,
  gapListResponse,
  presentBrief,
  presentBriefList,
  presentConcept,
  presentConceptDetail,
  presentGap,
} from './present.ts'

type Ports = { store: Store; conceptTrends: ConceptTrends }

const listConcepts =
  ({ conceptTrends }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { trend } = readQuery(context, conceptListQuery)
    const concepts = (await conceptTrends()).map(presentConcept)
    return json(200, { concepts: trend === undefined ? concepts : concepts.filter((found) => found.trend === trend) })
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
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { severity } = readQuery(context, gapListQuery)
    return json(200, { gaps: (await store.public.gaps.list(severity ?? null)).map(presentGap) })
  }

const latestBrief =
  ({ store }: Ports) =>
  async (): Promise<Reply> => {
    const brief = await store.public.briefs.latest()
    if (brief === null) throw new Failure('not_found', 'No brief has been published yet.')
    return json(200, presentBrief(brief), { 'Content-Location': `/api/v1/briefs/${brief.id}` })
  }

const showBrief =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const id = pathId(context)
    const brief = await store.public.briefs.find(id)
    if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
    return json(200, presentBrief(brief))
  }

const listBriefs =
  ({ store }: Ports) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    return json(200, presentBriefList(await store.public.briefs.list()))
  }

const unknownParameter = { 400: { description: 'A parameter is unknown or out of range.' } }

export const editorialRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/concepts',
    summary: 'List concepts with trend data, most papers first',
    query: conceptListQuery,
    responses: { 200: { description: 'All concepts.', schema: conceptListResponse }, ...unknownParameter },
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
        description: 'The concept was merged; Location names the one it is now.',
        schema: problemSchema,
        type: PROBLEM_TYPE,
      },
      ...unknownParameter,
      404: { description: 'No such concept.' },
    },
    handle: showConcept(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/gaps',
    summary: 'List research gaps, most severe first',
    query: gapListQuery,
    responses: { 200: { description: 'All gaps.', schema: gapListResponse }, ...unknownParameter },
    handle: listGaps(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs',
    summary: 'The archive of weekly briefs, newest first',
    query: noParameters,
    responses: { 200: { description: 'All published briefs.', schema: briefListResponse }, ...unknownParameter },
    handle: listBriefs(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs/latest',
    summary: 'The newest weekly brief',
    responses: {
      200: { description: 'The brief.', schema: briefResponse },
      404: { description: 'None has been published yet.' },
    },
    handle: latestBrief(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs/:id',
    summary: 'One weekly brief, by id such as 2026-w47',
    query: noParameters,
    responses: {
      200: { description: 'The brief.', schema: briefResponse },
      ...unknownParameter,
      404: { description: 'No such brief.' },
    },
    handle: showBrief(ports),
  },
]
