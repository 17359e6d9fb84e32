import { wordsOf } from '#core/papers/library-words.ts'
import type { Context } from 'hono'
import { z } from 'zod'
import { type Asked, lackingFields, requiredAssessmentFields } from '#core/assessment/lacking.ts'
import { Failure } from '#core/failure.ts'
import type { Paper } from '#core/papers/paper.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import {
  cursorParameter,
  knownParameters,
  limitParameter,
  noParameters,
  pathPaperId,
  readQuery,
} from '#http/input/query.ts'
import { type Cursors, PAGE_HEADERS, type PaginationHeaders } from '#http/paging/pagination.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { turnAfter } from '#http/routing/turns.ts'
import type { SuggestAssessment } from '#queries/suggest-assessment.ts'
import { presentedSuggestions, presentSuggestions } from '#schemas/presented-suggestions.ts'
import { contractName } from '#schemas/contract-names.ts'
import { type EditingPorts, editorialRoute } from './versioned-resource.ts'

const publicPapersQuery = z.strictObject({
  assessed: z.literal('false', { error: 'must be false, or left out for all public papers' }).optional().meta({
    description: 'false: only papers that are not yet assessed: they lack a chapter, a type or a longHorizonScore.',
    example: 'false',
  }),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

export const lacksField = z.array(z.string()).meta({
  description: `What it lacks of an assessment: ${requiredAssessmentFields.map(contractName).join(', ')}.`,
})

const publicPapersResponse = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  papers: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      year: z.int(),
      lacks: lacksField,
    }),
  ),
})

const presentPublicPapers = (papers: readonly Paper[], library: Asked): z.infer<typeof publicPapersResponse> => ({
  success: true,
  count: papers.length,
  papers: papers.map((paper) => ({
    id: paper.id,
    title: paper.title,
    year: paper.year,
    lacks: lackingFields(paper, library).map(contractName),
  })),
})

const suggestionsResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  version: z.int().meta({ description: 'The version of the paper that they are for.' }),
  suggestions: presentedSuggestions,
})

type Ports = EditingPorts & { cursors: Cursors; pageHeaders: PaginationHeaders; suggestAssessment: SuggestAssessment }

const listPublicPapers =
  ({ store, requireKey, cursors, pageHeaders }: Ports) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { assessed, limit, cursor } = readQuery(context, publicPapersQuery)
    const isUnassessed = assessed !== undefined
    const { assessments, papers } = store.private
    const question = `public papers ${isUnassessed}`
    const after = cursors.read(question, cursor)
    const found = await (isUnassessed
      ? assessments.listUnassessed(after, limit)
      : papers.list(everyPaper, after, limit))
    const next = found.next === null ? null : cursors.sign(question, found.next)
    const chapters = await store.private.chapters.names()
    const words = wordsOf((await store.private.settings.get()).stored)
    const total = isUnassessed ? await assessments.countUnassessed() : null
    const asked = knownParameters(context, publicPapersQuery)
    return json(
      200,
      presentPublicPapers(found.papers, { chapters, words }),
      pageHeaders(context, { asked, limit, total, next }),
    )
  }

const suggest =
  ({ store, requireKey, suggestAssessment }: Ports) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    readQuery(context, noParameters)
    const id = pathPaperId(context)
    const submission = await store.private.submissions.findWithoutHistory(id)
    const paper = (await store.private.papers.findByIds([id])).get(id)
    if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
    await turnAfter(paper.fullText)
    const suggestions = presentSuggestions(await suggestAssessment(store.private, paper))
    const answer: z.infer<typeof suggestionsResponse> = { success: true, id, version: submission.version, suggestions }
    return json(200, answer)
  }

export const assessmentRoutes = (ports: Ports): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/papers',
    summary: 'Public papers, or those that are not yet assessed, in public order',
    query: publicPapersQuery,
    responses: {
      200: { description: 'A page of papers.', schema: publicPapersResponse, headers: PAGE_HEADERS },
    },
    handle: listPublicPapers(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/papers/:id/suggestions',
    summary: 'What the accepted papers suggest for a paper of any state; stores nothing',
    responses: {
      200: { description: 'The suggestions for each field, strongest first.', schema: suggestionsResponse },
      404: { description: 'There is no such paper.' },
    },
    handle: suggest(ports),
  },
]
