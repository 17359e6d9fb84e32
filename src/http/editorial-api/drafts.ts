import type { Context } from 'hono'
import { z } from 'zod'
import { draftAssessment } from '#actions/assessment-drafts.ts'
import { type DraftPassage, quoteFinder } from '#core/assessment/assessment-draft.ts'
import type { AssessedFields } from '#core/assessment/suggestion.ts'
import { validationFailure } from '#core/failure.ts'
import { isChapter } from '#core/papers/chapter.ts'
import { MAX_VERSION, type PaperWithText, researchTypes } from '#core/papers/paper.ts'
import { toMillionths } from '#core/papers/score.ts'
import { paperNotQueued, type QueuedPaper, type QueueFilter } from '#core/review/queue.ts'
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
import { block, line, omitEmpty } from '#schemas/fields.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { presentedFailingMarks } from '#schemas/present-evidence.ts'
import { failingMarksOf } from './failing-marks.ts'
import { editedPaper } from './papers.ts'
import { type EditingPorts, editorialRoute, readInput } from './versioned-resource.ts'

const draftListQuery = z.strictObject({ limit: limitParameter(), cursor: cursorParameter() })

const passage = block(2_000).meta({
  description: 'A quotation from the title, abstract or full text that supports the value.',
})
const withPassage = <T extends z.ZodType>(value: T) => z.strictObject({ value, passage })
const scoreWithPassage = withPassage(z.number().min(0).max(1)).optional()
const namesWithPassages = z
  .array(withPassage(line(200)))
  .max(20)
  .optional()

const fields = {
  chapter: withPassage(z.number().refine(isChapter, { error: 'must be a whole number from 1 to 7' })).optional(),
  type: withPassage(z.enum(researchTypes)).optional(),
  longHorizonScore: scoreWithPassage,
  enterpriseScore: scoreWithPassage,
  concepts: namesWithPassages,
  frameworkMappings: namesWithPassages,
  houseCommentary: z.strictObject({ value: block(50_000), passages: z.array(passage).min(1).max(10) }).optional(),
}

/** The body of a draft, with the wire names of contract 2.1. */
const draftSchema = z
  .strictObject({
    version: z.int().min(1).max(MAX_VERSION).meta({ description: 'The version that the draft is about.' }),
    ...fields,
  })
  .refine((given) => Object.keys(given).some((name) => name !== 'version'), {
    error: 'must contain at least one field',
  })
export type DraftInput = z.infer<typeof draftSchema>

/** A passage with its path in the body, for error messages. */
type SentPassage = DraftPassage & { path: string }

const passageOf = (field: keyof AssessedFields, path: string, one: { passage: string } | undefined): SentPassage[] =>
  one === undefined ? [] : [{ field, value: null, quote: one.passage, path: `${path}.passage` }]

const passagesOf = (
  field: keyof AssessedFields,
  path: string,
  all: readonly { value: string; passage: string }[] | undefined,
): SentPassage[] =>
  (all ?? []).map((one, index) => ({
    field,
    value: one.value,
    quote: one.passage,
    path: `${path}.${index}.passage`,
  }))

/** The values of a draft under their internal names, and the passages that support them. */
const fromDraftInput = (
  given: DraftInput,
): { version: number; fields: Partial<AssessedFields>; passages: SentPassage[] } => {
  const { chapter, type, longHorizonScore, enterpriseScore, concepts, frameworkMappings, houseCommentary } = given
  return {
    version: given.version,
    fields: {
      ...(chapter !== undefined && { chapter: chapter.value }),
      ...(type !== undefined && { type: type.value }),
      ...(longHorizonScore !== undefined && { longHorizon: toMillionths(longHorizonScore.value) }),
      ...(enterpriseScore !== undefined && { enterprise: toMillionths(enterpriseScore.value) }),
      ...(concepts !== undefined && { concepts: [...new Set(concepts.map(({ value }) => value))] }),
      ...(frameworkMappings !== undefined && {
        frameworks: [...new Set(frameworkMappings.map(({ value }) => value))],
      }),
      ...(houseCommentary !== undefined && { commentary: houseCommentary.value }),
    },
    passages: [
      ...passageOf('chapter', 'chapter', chapter),
      ...passageOf('type', 'type', type),
      ...passageOf('longHorizon', 'longHorizonScore', longHorizonScore),
      ...passageOf('enterprise', 'enterpriseScore', enterpriseScore),
      ...passagesOf('concepts', 'concepts', concepts),
      ...passagesOf('frameworks', 'frameworkMappings', frameworkMappings),
      ...(houseCommentary?.passages ?? []).map((quote, index): SentPassage => ({
        field: 'commentary',
        value: null,
        quote,
        path: `houseCommentary.passages.${index}`,
      })),
    ],
  }
}

/** Agents see the papers in the queue and which they have drafted, but nothing about submitters, checks or other reviewers. */

const drafted = z.int().optional().meta({ description: 'The version that this key has drafted; left out if none.' })

const listed = z.strictObject({ id: z.string(), title: z.string(), year: z.int(), version: z.int(), drafted })

const draftListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  papers: z.array(listed),
})

const draftedPaperResponse = z.strictObject({
  success: z.literal(true),
  version: z.int(),
  drafted,
  paper: editedPaper,
})

const draftResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  version: z.int(),
  evidence: presentedFailingMarks.optional(),
})

const presentDraftList = (
  papers: readonly QueuedPaper[],
  versions: ReadonlyMap<string, number>,
): z.infer<typeof draftListResponse> => ({
  success: true,
  count: papers.length,
  papers: papers.map(({ id, title, year, version }) => ({
    id,
    title,
    year,
    version,
    ...omitEmpty({ drafted: versions.get(id) ?? null }),
  })),
})

const presentDraftedPaper = (
  paper: PaperWithText,
  { version, drafted: own }: { version: number; drafted: number | null },
): z.infer<typeof draftedPaperResponse> => ({
  success: true,
  version,
  ...omitEmpty({ drafted: own }),
  paper: presentFullPaper(paper),
})

type Ports = EditingPorts & { cursors: Cursors; pageHeaders: PaginationHeaders }

const QUEUE: QueueFilter = { state: 'pending', submittedBy: null, session: null, maxRisk: null }
const CURSOR_SCOPE = 'drafts'

const authorOf = async ({ requireKey }: Ports, context: Context): Promise<string> =>
  `key:${(await requireKey(context, 'draft')).id}`

const list =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const author = await authorOf(ports, context)
    const { limit, cursor } = readQuery(context, draftListQuery)
    const { queue, assessments } = ports.store.private
    const after = ports.cursors.read(CURSOR_SCOPE, cursor)
    const found = await queue.list(QUEUE, { order: 'age', after, limit })
    const next = found.next === null ? null : ports.cursors.sign(CURSOR_SCOPE, found.next)
    const links = { asked: knownParameters(context, draftListQuery), limit, total: await queue.count(QUEUE), next }
    const ids = found.papers.map(({ id }) => id)
    const drafted = await assessments.versionsDrafted(author, ids)
    return json(200, presentDraftList(found.papers, drafted), ports.pageHeaders(context, links))
  }

/** A paper that is waiting for a decision. Throws `not_found` for any other. */
const getQueued = async ({ store }: Ports, id: string): Promise<{ paper: PaperWithText; version: number }> => {
  const submission = await store.private.submissions.findWithoutHistory(id)
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const isDecided = (await store.private.decisions.find(id)) !== null
  if (submission?.state !== 'pending' || paper === undefined || isDecided) throw paperNotQueued(id)
  return { paper, version: submission.version }
}

const show =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const author = await authorOf(ports, context)
    readQuery(context, noParameters)
    const id = pathPaperId(context)
    const { paper, version } = await getQueued(ports, id)
    const drafted = (await ports.store.private.assessments.versionsDrafted(author, [id])).get(id) ?? null
    return json(200, presentDraftedPaper(paper, { version, drafted }))
  }

/** Throws `invalid` for every passage that is not a quotation from the paper. */
const requireQuoted = (paper: PaperWithText, passages: readonly SentPassage[]): void => {
  const isQuoted = quoteFinder(paper)
  const errors = passages
    .filter(({ quote }) => !isQuoted(quote))
    .map(({ path }) => ({ path, message: 'must be a quotation from the title, abstract or full text' }))
  if (errors.length > 0) throw validationFailure(errors)
}

const draft =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const author = await authorOf(ports, context)
    readQuery(context, noParameters)
    const { form } = await readInput(context, draftSchema)
    const id = pathPaperId(context)
    const { version, fields, passages } = fromDraftInput(form)
    const queued = await getQueued(ports, id)
    requireQuoted(queued.paper, passages)
    const quotes = passages.map(({ field, value, quote }) => ({ field, value, quote }))
    await ports.run(draftAssessment, { id, author, version, fields, passages: quotes })
    const texts = typeof fields.commentary === 'string' ? [fields.commentary] : []
    // An agent that drafts has no right to read what the public may not.
    const beside = await failingMarksOf(ports, texts, { waiting: queued, showsAll: false })
    return json(200, { success: true, id, version, ...beside })
  }

const notQueued = { 404: { description: 'The paper is not in the queue.' } }

export const draftRoutes = (ports: Ports): Route[] => [
  {
    ...editorialRoute,
    access: 'draft',
    method: 'get',
    path: '/api/editorial/drafts',
    summary: 'Papers waiting for review, for agents that draft assessments',
    query: draftListQuery,
    responses: {
      200: { description: 'A page of the queue, oldest first.', schema: draftListResponse, headers: PAGE_HEADERS },
    },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    access: 'draft',
    method: 'get',
    path: '/api/editorial/drafts/:id',
    summary: 'A paper in the queue, with its full text',
    responses: {
      200: { description: 'The paper.', schema: draftedPaperResponse },
      ...notQueued,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    access: 'draft',
    method: 'put',
    path: '/api/editorial/drafts/:id',
    summary:
      'Store a draft assessment, each value with a supporting passage; replaces an earlier draft of the same key',
    body: draftSchema,
    responses: {
      200: { description: 'Stored; nothing is published.', schema: draftResponse },
      ...notQueued,
      409: { description: 'The paper has changed; the answer names its current version.' },
    },
    handle: draft(ports),
  },
]
