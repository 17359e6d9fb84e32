import type { Context } from 'hono'
import { decideProposal } from '#actions/imports/decide-proposal.ts'
import { hasScope, type KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import { submissionAttempts } from '#core/quota.ts'
import type { FileStoringPorts } from '#files/store-file.ts'
import type { RecordReport } from '#imports/import-totals.ts'
import { importBytes } from '#imports/import-bytes.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { readBodyBytes, refuseCompressed } from '#http/input/body.ts'
import { IMPORT_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { oneAtATime } from '#http/input/one-at-a-time.ts'
import { pathId } from '#http/input/path-id.ts'
import { readQuery } from '#http/input/query.ts'
import { json, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import {
  authenticateEditor,
  bodyFailures,
  commonFailures,
  editorialRoute,
  idempotencyFailures,
  readInput,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { formOfType, recordMediaTypes } from '#http/editorial-api/media-types.ts'
import { isPdf, keepPdf } from './keep-pdf.ts'
import { importQuery, proposalDecision, proposalQuery } from './input.ts'
import { importResponse, presentProposals, proposalListResponse, proposalResponse, writeImport } from './present.ts'

/** Others are served by the same thread: a transaction keeps it for less than they notice. */
const HOLD_MS = 5
const PAGE = 100

type ImportingPorts = EditingPorts & FileStoringPorts & { limitAttempts: LimitAttempts }

/** Whoever may bring records in, and whoever may decide. */
const requireImporter = async ({ requireKey }: EditingPorts, context: Context): Promise<KeyRecord> => {
  try {
    return await requireKey(context, 'ingest')
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code !== 'scope_missing') throw failure
    return requireKey(context, 'review:decide')
  }
}

/** Who imports. A key that may not read the queue knows of what waits only what it brought in itself. */
const authenticateImporter = async (
  ports: EditingPorts,
  context: Context,
): Promise<{ key: KeyRecord; actor: string; onlyOf: string | null }> => {
  const key = await requireImporter(ports, context)
  const actor = `key:${key.id}`
  const seesQueue = hasScope(key, 'review:read') || hasScope(key, 'review:decide')
  return { key, actor, onlyOf: seesQueue ? null : actor }
}

const importBody = (ports: ImportingPorts) => {
  // Before its body is read: each may take as much memory as a thread for it may have.
  const inTurn = oneAtATime('Another import')
  return async (context: Context): Promise<Reply> => {
    const { key, actor, onlyOf } = await authenticateImporter(ports, context)
    const { dryRun, fullText, session = ports.clock.now().toISOString() } = readQuery(context, importQuery)
    const given = formOfType(context.req.header('content-type') ?? '')
    refuseCompressed(context)
    const attempt = { counted: submissionAttempts(key), countsSuccess: dryRun === 'true' }
    return ports.limitAttempts(attempt, () =>
      inTurn(async () => {
        const bytes = await readBodyBytes(context, IMPORT_BODY_BYTES)
        // A copy: the thread that reads the body takes it.
        const pdf = isPdf(bytes) && dryRun !== 'true' ? new Uint8Array(bytes) : null
        const reports: RecordReport[] = []
        const totals = await importBytes(
          ports,
          {
            bytes,
            given,
            keepsText: fullText === 'true',
            place: actor,
            actor,
            onlyOf,
            session,
            isDryRun: dryRun === 'true',
            holdMs: HOLD_MS,
          },
          { isInterrupted: () => false, reported: (report) => reports.push(report), progressed() {} },
        )
        if (pdf !== null) await keepPdf(ports, { pdf, reports, actor })
        const body = await writeImport(totals, reports, session)
        return { status: 200, body, type: JSON_TYPE, headers: {} }
      }),
    )
  }
}

const listProposals =
  ({ store, requireKey }: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    await requireKey(context, 'review:read')
    const { state, after = null } = readQuery(context, proposalQuery)
    return json(200, presentProposals(await store.private.imports.listProposals(state, after, PAGE)))
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

export const importRoutes = (ports: ImportingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/imports',
    summary:
      'Take in records of any format of docs/formats.md, told by Content-Type or content; scope "ingest" or "review:decide"',
    query: importQuery,
    bodyTypes: recordMediaTypes,
    responses: {
      200: { description: 'What became of each record.', schema: importResponse },
      ...commonFailures,
      413: tooLargeResponse(IMPORT_BODY_BYTES),
      415: { description: 'The body is in no form that is read.' },
      429: { description: 'Too many dry runs and failures.' },
      503: { description: 'Another import is under way; Retry-After tells when to try again.' },
    },
    handle: importBody(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/proposals',
    summary: 'What records propose for public papers, oldest first, 100 at a time',
    query: proposalQuery,
    responses: { 200: { description: 'The proposals.', schema: proposalListResponse }, ...commonFailures },
    handle: listProposals(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/proposals/:id',
    summary: 'Take a proposal as a new version of the paper, or leave it',
    body: proposalDecision,
    responses: {
      200: { description: 'Decided.', schema: proposalResponse },
      ...bodyFailures,
      404: { description: 'No such proposal.' },
      ...idempotencyFailures,
    },
    handle: decide(ports),
  },
]
