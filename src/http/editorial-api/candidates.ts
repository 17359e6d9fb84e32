import type { Context } from 'hono'
import { z } from 'zod'
import { dismissCandidate, keepCandidate, reopenCandidate } from '#actions/candidates.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { storedForms } from '#core/imports/imported-record.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { type CandidateOrigin, candidateStates, type RankedCandidate } from '#core/sources/candidate.ts'
import type { CandidateCitations } from '#ports/store/citations.ts'
import type { SimilarText } from '#core/sources/rank-candidates.ts'
import { limitParameter, pathNumber, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { checkCandidate } from '#imports/import-batch.ts'
import { candidatePosition, positionOfCandidate } from '#schemas/candidate-position.ts'
import { omitEmpty } from '#schemas/fields.ts'
import { authenticateEditor, type EditingPorts, editorialRoute, readInput } from './versioned-resource.ts'

/** The inbox: what watched sources and lists found, before it is a submission. */

const inboxQuery = z.strictObject({
  after: candidatePosition().optional().meta({ description: 'The `next` of the previous page.', example: '120.34' }),
  limit: limitParameter(),
})

const candidateDecision = z.strictObject({ decision: z.enum(['keep', 'dismiss', 'reopen']) })

const similar = z.array(
  z.strictObject({
    id: z.string().optional().meta({ description: 'Left out for a dismissed candidate.' }),
    title: z.string(),
    likeness: z.number(),
  }),
)

const candidate = z.strictObject({
  id: z.int(),
  title: z.string().optional().meta({ description: 'Left out where only the identifier is known.' }),
  authors: z.array(z.string()).optional(),
  year: z.int().optional(),
  abstract: z.string().optional(),
  url: z.string().optional(),
  doi: z.string().optional(),
  arxivId: z.string().optional(),
  topics: z.array(z.string()).optional().meta({ description: 'The headings of the list of links that names it.' }),
  foundAt: z.string(),
  citedHere: z
    .int()
    .optional()
    .meta({ description: 'How many papers of the library cite it, if references led to it.' }),
  citedBy: z
    .array(z.strictObject({ id: z.string(), title: z.string() }))
    .optional()
    .meta({ description: 'The latest of them.' }),
  likeAccepted: similar.optional().meta({ description: 'Left out until it is ranked, as is `likeRejected`.' }),
  likeRejected: similar.optional(),
  origins: z.array(
    z.strictObject({
      source: z
        .strictObject({ id: z.int(), name: z.string() })
        .optional()
        .meta({ description: 'The watched source; left out for a list.' }),
      format: z.enum(storedForms),
      place: z.string(),
      recordId: z.string(),
      fetchedAt: z.string(),
    }),
  ),
})

const inboxResponse = z.strictObject({
  success: z.literal(true),
  open: z.int().meta({ description: 'How many candidates wait in all.' }),
  candidates: z.array(candidate),
  next: z.string().optional().meta({ description: '`after` for the next page; left out on the last.' }),
})

const decisionResponse = z.strictObject({
  success: z.literal(true),
  id: z.int(),
  state: z.enum(candidateStates),
  paper: z.string().optional().meta({ description: 'The submission that a kept candidate became.' }),
})

const presentSimilar = (works: readonly SimilarText[]): z.infer<typeof similar> =>
  works.map(({ id, title, likeness }) => ({ ...(PAPER_ID.test(id) ? { id } : {}), title, likeness }))

const presentOrigin = ({ source, ...origin }: CandidateOrigin) => ({ ...omitEmpty({ source }), ...origin })

const presentCandidate = (
  { id, paper, listed, doi, arxivId, foundAt, reasons }: RankedCandidate,
  origins: readonly CandidateOrigin[],
  cited: CandidateCitations | undefined,
): z.infer<typeof candidate> => ({
  id,
  ...(paper === null
    ? omitEmpty({ title: listed?.title ?? null, url: listed?.url ?? null })
    : {
        title: paper.title,
        authors: paper.authors,
        year: paper.year,
        ...omitEmpty({ abstract: paper.abstract, url: paper.url }),
      }),
  ...omitEmpty({ doi, arxivId, topics: [...(listed?.topics ?? [])] }),
  foundAt,
  ...(cited === undefined ? {} : { citedHere: cited.citations, citedBy: cited.papers }),
  ...(reasons === null
    ? {}
    : { likeAccepted: presentSimilar(reasons.like), likeRejected: presentSimilar(reasons.unlike) }),
  origins: origins.map(presentOrigin),
})

const listCandidates =
  ({ store, requireKey }: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { after = null, limit } = readQuery(context, inboxQuery)
    const { candidates } = store.private
    const found = await candidates.listRanked(after, limit + 1)
    const shown = found.slice(0, limit)
    const ids = shown.map(({ id }) => id)
    const origins = await candidates.listOrigins(ids)
    const cited = await store.private.citations.ofCandidates(ids)
    const last = found.length > limit ? shown.at(-1) : undefined
    const answer: z.infer<typeof inboxResponse> = {
      success: true,
      open: await candidates.countOpen(),
      candidates: shown.map((one) => presentCandidate(one, origins.get(one.id) ?? [], cited.get(one.id))),
      ...(last === undefined ? {} : { next: positionOfCandidate(last) }),
    }
    return json(200, answer)
  }

type Decided = Omit<z.infer<typeof decisionResponse>, 'success' | 'id'>

/** The transaction of a decision. What is kept is checked before it, because that searches the corpus. */
const decisionAction = async (
  ports: EditingPorts,
  { id, decision, actor }: { id: number; decision: 'keep' | 'dismiss' | 'reopen'; actor: string },
): Promise<(tx: ActionContext) => Promise<Decided>> => {
  if (decision === 'keep') {
    const record = await checkCandidate(ports, id)
    return async (tx) => ({ state: 'kept', paper: await keepCandidate(tx, { id, record, actor }) })
  }
  const [act, state] =
    decision === 'dismiss' ? ([dismissCandidate, 'dismissed'] as const) : ([reopenCandidate, 'open'] as const)
  return async (tx) => {
    await act(tx, { id, actor })
    return { state }
  }
}

const decide =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form, text } = await readInput(context, candidateDecision)
    const id = pathNumber(context, (given) => `There is no candidate ${given}.`)
    return ports.runIdempotent(context, {
      client: actor,
      body: text,
      action: await decisionAction(ports, { id, decision: form.decision, actor }),
      input: null,
      toAnswer: (decided) => json(200, { success: true, id, ...decided }),
    })
  }

export const candidateRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/candidates',
    summary: 'The inbox: candidates from watched sources and lists, the most promising first',
    query: inboxQuery,
    responses: { 200: { description: 'A page of candidates.', schema: inboxResponse } },
    handle: listCandidates(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/candidates/:id',
    summary: 'Keep a candidate as a submission, dismiss it for good, or undo a dismissal',
    body: candidateDecision,
    isIdempotent: true,
    responses: {
      200: { description: 'Decided.', schema: decisionResponse },
      404: { description: 'No such candidate.' },
      409: { description: 'It was decided on already, has no record yet, or the same request is in progress.' },
    },
    handle: decide(ports),
  },
]
