import { groupedNumber } from '#core/numbers/grouped-number.ts'
import type { Context } from 'hono'
import { getSession } from '#actions/ingestion/get-session.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import type { FileStoringPorts } from '#files/store-file.ts'
import { ingestChunk } from '#imports/ingest-chunk.ts'
import { readDigestedBody, refuseCompressed } from '#http/input/body.ts'
import { IMPORT_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { noParameters, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { allowSlowBody } from '#http/routing/slow-body.ts'
import { formOfType, recordMediaTypes } from '#http/editorial-api/media-types.ts'
import { isPdf, keepPdfAhead } from '#http/editorial-api/imports/keep-pdf.ts'
import { commonFailures, editorialRoute, type EditingPorts } from '#http/editorial-api/versioned-edit.ts'
import { chunkListQuery, chunkQuery, refusalQuery } from './input.ts'
import {
  chunkListResponse,
  chunkResponse,
  presentChunk,
  presentChunks,
  presentRefusals,
  presentSession,
  refusalListResponse,
  sessionResponse,
} from './present.ts'

/** Others are served by the same thread: a transaction keeps it for less than they notice. */
const HOLD_MS = 5
const PAGE = 1_000

/** The session of the key, and the key: good for that session alone. */
const authenticateSession = async (
  { requireKey }: EditingPorts,
  context: Context,
): Promise<{ key: KeyRecord; sessionId: string }> => {
  const key = await requireKey(context, 'ingest', context.req.param('id') ?? '')
  return { key, sessionId: key.ingestSession ?? '' }
}

const postChunk = (ports: EditingPorts & FileStoringPorts) => {
  const underWay = new Set<string>()
  return async (context: Context): Promise<Reply> => {
    const { key, sessionId } = await authenticateSession(ports, context)
    const { chunk, file, line: firstLine } = readQuery(context, chunkQuery)
    const given = formOfType(context.req.header('content-type') ?? '')
    refuseCompressed(context)
    allowSlowBody(context)
    const { bytes, digest } = await readDigestedBody(context, IMPORT_BODY_BYTES)
    const actor = `key:${key.id}`
    const name = `${sessionId} ${chunk}`
    // The client of the first request may be gone: whoever repeats it gets its answer once there is one.
    if (underWay.has(name))
      throw new Failure('request_in_progress', `The chunk ${chunk} is being taken; ask again for its answer.`, {
        retryAfter: 1,
      })
    underWay.add(name)
    try {
      const stored = isPdf(bytes) ? await keepPdfAhead(ports, { pdf: bytes, actor }) : null
      const order = { sessionId, chunk, bytes, digest, given, firstLine, place: file ?? actor, actor, holdMs: HOLD_MS }
      return json(200, presentChunk(await ingestChunk(ports, { ...order, ...(stored === null ? {} : { stored }) })))
    } finally {
      underWay.delete(name)
    }
  }
}

const showSession =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { sessionId } = await authenticateSession(ports, context)
    readQuery(context, noParameters)
    return json(200, presentSession(await getSession(ports.store.private.ingestion, sessionId)))
  }

const listChunks =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { sessionId } = await authenticateSession(ports, context)
    const { after = null } = readQuery(context, chunkListQuery)
    return json(200, presentChunks(await ports.store.private.ingestion.listChunks(sessionId, after, PAGE)))
  }

const listRefusals =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { sessionId } = await authenticateSession(ports, context)
    const { chunk, after } = readQuery(context, refusalQuery)
    const refusals = await ports.store.private.ingestion.listRefusals(sessionId, { chunk, number: after }, PAGE)
    return json(200, presentRefusals(refusals.filter((refusal) => refusal.chunk === chunk)))
  }

export const ingestionRoutes = (ports: EditingPorts & FileStoringPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/ingest-sessions/:id',
    summary: 'What came of an ingestion session so far; with the key of the session, "current" stands for its id',
    responses: { 200: { description: 'The session.', schema: sessionResponse }, ...commonFailures },
    handle: showSession(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/ingest-sessions/:id/chunks',
    summary: `The chunks that came, with their digests, ${groupedNumber(PAGE)} at a time`,
    query: chunkListQuery,
    responses: { 200: { description: 'The chunks.', schema: chunkListResponse }, ...commonFailures },
    handle: listChunks(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/ingest-sessions/:id/refusals',
    summary: `Why records of a chunk were refused, ${groupedNumber(PAGE)} at a time`,
    query: refusalQuery,
    responses: { 200: { description: 'The refused records.', schema: refusalListResponse }, ...commonFailures },
    handle: listRefusals(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/ingest-sessions/:id/papers',
    summary: 'Take in a chunk of whole records of any format of docs/formats.md, once, however often it is sent',
    query: chunkQuery,
    bodyTypes: recordMediaTypes,
    responses: {
      200: { description: 'What became of the records of the chunk.', schema: chunkResponse },
      ...commonFailures,
      409: { description: 'The session is over or full, or the chunk is being taken: then ask again.' },
      413: tooLargeResponse(IMPORT_BODY_BYTES),
      415: { description: 'The body is in no form that is read.' },
      422: { description: 'Other content came under this number before.' },
      507: { description: 'The disk, or the quota of files, is full: a PDF is taken with its file or not at all.' },
    },
    handle: postChunk(ports),
  },
]
