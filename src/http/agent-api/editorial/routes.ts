import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Answer } from '#http/routing/reply.ts'
import { judgedConcepts } from '#queries/concept-trends.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { unknownConcept } from '#queries/unknown-concept.ts'
import { problem, PROBLEM_TYPE } from '#http/agent-api/errors.ts'
import { publicRead } from '#http/agent-api/public-read.ts'
import { conceptsInput, gapsInput, noInput } from './input.ts'
import {
  briefAnswer,
  briefsAnswer,
  conceptAnswer,
  conceptsAnswer,
  gapsAnswer,
  presentBrief,
  presentBriefList,
  presentConcept,
  presentConceptDetail,
  presentGap,
} from './present.ts'

type Ports = { store: Store }

const listConcepts =
  ({ store }: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { trend } = readQuery(context, conceptsInput)
    const concepts = (await judgedConcepts(store.read.concepts)).map(presentConcept)
    return json(200, { concepts: trend === undefined ? concepts : concepts.filter((found) => found.trend === trend) })
  }

const showConcept =
  ({ store }: Ports) =>
  async (context: Context): Promise<Answer> => {
    readQuery(context, noInput)
    const id = idOf(context)
    const judged = (await judgedConcepts(store.read.concepts)).find((concept) => concept.id === id)
    const years = await store.read.concepts.yearCounts(id)
    if (judged === undefined || years === null) throw await unknownConcept(store.read.concepts, id)
    return json(200, presentConceptDetail(judged, years))
  }

const listGaps =
  ({ store }: Ports) =>
  async (context: Context): Promise<Answer> => {
    const { severity } = readQuery(context, gapsInput)
    return json(200, { gaps: (await store.read.gaps.list(severity ?? null)).map(presentGap) })
  }

const latestBrief =
  ({ store }: Ports) =>
  async (): Promise<Answer> => {
    const brief = await store.read.briefs.latest()
    if (brief === null) throw new Failure('not_found', 'No brief has been published yet.')
    return json(200, presentBrief(brief), { 'Content-Location': `/api/v1/briefs/${brief.id}` })
  }

const showBrief =
  ({ store }: Ports) =>
  async (context: Context): Promise<Answer> => {
    readQuery(context, noInput)
    const id = idOf(context)
    const brief = await store.read.briefs.find(id)
    if (brief === null) throw new Failure('not_found', `There is no brief ${id}.`)
    return json(200, presentBrief(brief))
  }

const listBriefs =
  ({ store }: Ports) =>
  async (context: Context): Promise<Answer> => {
    readQuery(context, noInput)
    return json(200, presentBriefList(await store.read.briefs.list()))
  }

const unknownParameter = { 400: { description: 'A parameter is unknown or out of range.' } }

export const editorialRoutes = (ports: Ports): Route[] => [
  {
    ...publicRead,
    path: '/api/v1/concepts',
    summary: 'List concepts with trend data, most papers first',
    query: conceptsInput,
    answers: { 200: { description: 'All concepts.', schema: conceptsAnswer }, ...unknownParameter },
    handle: listConcepts(ports),
  },
  {
    ...publicRead,
    path: '/api/v1/concepts/:id',
    summary: 'One concept with the evidence of its trend',
    query: noInput,
    answers: {
      200: { description: 'The concept.', schema: conceptAnswer },
      308: {
        description: 'The concept was merged; Location names the one it is now.',
        schema: problem,
        type: PROBLEM_TYPE,
      },
      ...unknownParameter,
      404: { description: 'No such concept.' },
    },
    handle: showConcept(ports),
  },
  {
    ...publicRead,
    path: '/api/v1/gaps',
    summary: 'List research gaps, gravest first',
    query: gapsInput,
    answers: { 200: { description: 'All gaps.', schema: gapsAnswer }, ...unknownParameter },
    handle: listGaps(ports),
  },
  {
    ...publicRead,
    path: '/api/v1/briefs',
    summary: 'The archive of weekly briefs, newest first',
    query: noInput,
    answers: { 200: { description: 'All published briefs.', schema: briefsAnswer }, ...unknownParameter },
    handle: listBriefs(ports),
  },
  {
    ...publicRead,
    path: '/api/v1/briefs/latest',
    summary: 'The newest weekly brief',
    answers: {
      200: { description: 'The brief.', schema: briefAnswer },
      404: { description: 'None has been published yet.' },
    },
    handle: latestBrief(ports),
  },
  {
    ...publicRead,
    path: '/api/v1/briefs/:id',
    summary: 'One weekly brief, by id such as 2026-w47',
    query: noInput,
    answers: {
      200: { description: 'The brief.', schema: briefAnswer },
      ...unknownParameter,
      404: { description: 'No such brief.' },
    },
    handle: showBrief(ports),
  },
]
