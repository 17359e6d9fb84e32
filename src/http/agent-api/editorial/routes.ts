import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { withTrend, type ConceptTrends } from '#queries/concept-trends.ts'
import { changeNumber } from '#http/paging/change-number.ts'
import { readQuery, noParameters } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { unknownConcept } from '#queries/unknown-concept.ts'
import { presentBrief } from '#schemas/records/presented-brief.ts'
import { problemSchema, PROBLEM_TYPE } from '#http/agent-api/errors.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { detailFor, pickFields } from '#http/agent-api/fields.ts'
import { fitTexts } from '#http/agent-api/fit-texts.ts'
import { fitList } from '#http/agent-api/fit-list.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { briefListQuery, briefQuery, conceptListQuery, gapListQuery, knownBriefQuery } from './input.ts'
import {
  briefAnswer,
  briefListResponse,
  conceptResponse,
  conceptListResponse,
  gapListResponse,
  presentBriefItem,
  presentConceptBy,
  presentConceptDetail,
  presentGapBy,
} from './present.ts'

type Ports = { store: Store; cursors: Cursors; conceptTrends: ConceptTrends }

const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

/** A cursor belongs to the fields that were asked for, too. */
const namesOf = ({ fields }: { fields?: readonly string[] | undefined }): string => fields?.join() ?? ''

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
      question: `concepts ${input.trend ?? ''} ${namesOf(input)}`,
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
    const gaps = await store.public.gaps.list(input.severity ?? null)
    const reply = fitList(cursors, input, {
      name: 'gaps',
      question: `gaps ${input.severity ?? ''} ${namesOf(input)}`,
      items: gaps.map((gap) => pickFields(presentGapBy(gap, detailFor(input)), input.fields)),
    })
    return withHeaders(reply, number)
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

const listBriefs =
  ({ store, cursors }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const input = readQuery(context, briefListQuery)
    const number = await changeNumber(store.public)
    const briefs = await store.public.briefs.list()
    const items = briefs.map((brief) => pickFields(presentBriefItem(brief, detailFor(input)), input.fields))
    const question = `briefs ${namesOf(input)}`
    return withHeaders(fitList(cursors, input, { name: 'briefs', question, items, cut: 'summary' }), number)
  }

const unknownParameter = { 400: { description: 'A parameter is unknown or out of range.' } }

export const editorialRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/concepts',
    summary: 'List concepts with trend data, most papers first',
    query: conceptListQuery,
    responses: {
      200: { description: 'All concepts.', schema: conceptListResponse, headers: ['X-Change-Seq'] },
      ...unknownParameter,
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
    responses: {
      200: { description: 'All gaps.', schema: gapListResponse, headers: ['X-Change-Seq'] },
      ...unknownParameter,
    },
    handle: listGaps(ports),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs',
    summary: 'The archive of weekly briefs, newest first',
    query: briefListQuery,
    responses: {
      200: { description: 'All published briefs.', schema: briefListResponse, headers: ['X-Change-Seq'] },
      ...unknownParameter,
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
      ...unknownParameter,
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
      ...unknownParameter,
      404: { description: 'No such brief.' },
    },
    handle: showBrief(ports),
  },
]
