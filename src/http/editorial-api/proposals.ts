import type { Context } from 'hono'
import { z } from 'zod'
import { decideProposal } from '#actions/imports.ts'
import { Failure } from '#core/failure.ts'
import { proposalStates, type ProposedRevision, type RecordOrigin, storedForms } from '#core/imports/imported-record.ts'
import { noticeKinds } from '#core/imports/notice.ts'
import { noBibliography } from '#core/papers/bibliography.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { presentBibliography, presentedBibliography } from '#schemas/bibliography-schema.ts'
import { omitEmpty } from '#schemas/fields.ts'
import { presentedPaper } from '#schemas/paper-schema.ts'
import { authenticateEditor, type EditingPorts, editorialRoute, readInput } from './versioned-resource.ts'

const proposalQuery = z.strictObject({
  state: z.enum(proposalStates).default('open').meta({ description: 'Only proposals in this state; open by default.' }),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The id of the last proposal of the previous page.', example: 100 }),
})

const proposalDecision = z.strictObject({ decision: z.enum(['take', 'leave']) })

const proposedFields = presentedPaper
  .pick({ title: true, authors: true, institution: true, url: true, storageUrl: true, abstract: true, topics: true })
  .partial({ title: true, authors: true })
  .extend(presentedBibliography)

const recordOrigin = z.strictObject({
  format: z.enum(storedForms),
  place: z.string(),
  position: z.string(),
  recordId: z.string().optional(),
})

const presentedNotice = z.strictObject({
  kind: z.enum(noticeKinds),
  text: z.string().optional(),
  date: z.string().optional(),
  address: z.string().optional(),
})

const proposal = z.strictObject({
  id: z.int(),
  paper: z.string(),
  title: z.string(),
  fields: proposedFields,
  proposedAt: z.string(),
  state: z.enum(proposalStates),
  decidedBy: z.string().optional(),
  decidedAt: z.string().optional(),
  notices: z.array(presentedNotice).optional().meta({
    description:
      'What happened to the paper where it is published. A withdrawal, retraction or deletion is a proposal to retract it.',
  }),
  source: recordOrigin,
  earlierSources: z
    .array(recordOrigin)
    .optional()
    .meta({ description: 'Records whose data is joined in this proposal, besides the last one, oldest first.' }),
})
const proposalListResponse = z.strictObject({ success: z.literal(true), proposals: z.array(proposal) })
const proposalResponse = z.strictObject({
  success: z.literal(true),
  paper: z.string(),
  version: z.int().optional(),
})

const presentFields = ({
  title = '',
  authors = [],
  institution = null,
  url = null,
  storageUrl = null,
  abstract = null,
  topics = [],
  ...others
}: ProposedRevision['fields']): z.infer<typeof proposedFields> => ({
  ...omitEmpty({
    title: title === '' ? null : title,
    authors: [...authors],
    institution,
    url,
    storageUrl,
    abstract,
    topics: [...topics],
  }),
  ...presentBibliography({ ...noBibliography, ...others }),
})

const presentOrigin = ({ format, place, position, recordId }: RecordOrigin): z.infer<typeof recordOrigin> => ({
  format,
  place,
  position,
  ...omitEmpty({ recordId }),
})

const presentProposal = (shown: ProposedRevision): z.infer<typeof proposal> => ({
  id: shown.id,
  paper: shown.paperId,
  title: shown.title,
  fields: presentFields({ ...shown.fields, ...shown.replaced }),
  proposedAt: shown.proposedAt,
  state: shown.state,
  ...omitEmpty({ decidedBy: shown.decidedBy, decidedAt: shown.decidedAt }),
  ...omitEmpty({
    notices: shown.notices.map(({ kind, ...said }) => ({ kind, ...omitEmpty(said) })),
  }),
  source: presentOrigin(shown.source),
  ...omitEmpty({ earlierSources: shown.earlier.map(presentOrigin) }),
})

const presentProposals = (proposals: readonly ProposedRevision[]): z.infer<typeof proposalListResponse> => ({
  success: true,
  proposals: proposals.map(presentProposal),
})

const PAGE_SIZE = 100

const listProposals =
  ({ store, requireKey }: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { state, after = null } = readQuery(context, proposalQuery)
    return json(200, presentProposals(await store.private.imports.listProposals(state, after, PAGE_SIZE)))
  }

const decide =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form, text } = await readInput(context, proposalDecision)
    const id = Number(pathId(context))
    if (!Number.isSafeInteger(id)) throw new Failure('not_found', 'There is no such proposal.')
    return ports.runIdempotent(context, {
      client: actor,
      body: text,
      action: decideProposal,
      input: { id, decision: form.decision, actor },
      toAnswer: ({ paperId, version }) =>
        json(200, { success: true, paper: paperId, ...(version === null ? {} : { version }) }),
    })
  }

export const proposalRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/proposals',
    summary: 'Changes to public papers that imported records propose, one a paper, oldest first, 100 at a time',
    query: proposalQuery,
    responses: { 200: { description: 'The proposals.', schema: proposalListResponse } },
    handle: listProposals(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/proposals/:id',
    summary: 'Accept a proposal as a new version of the paper, or dismiss it',
    body: proposalDecision,
    isIdempotent: true,
    responses: {
      200: { description: 'Decided.', schema: proposalResponse },
      404: { description: 'No such proposal.' },
    },
    handle: decide(ports),
  },
]
