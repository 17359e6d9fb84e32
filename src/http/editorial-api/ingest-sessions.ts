import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import {
  type IngestChunk,
  type IngestRefusal,
  type IngestSession,
  ingestSessionStates,
  reportedCounts,
} from '#core/imports/ingest-session.ts'
import { groupedNumber } from '#core/numbers.ts'
import type { FileStoringPorts } from '#files/files.ts'
import { IMPORT_BODY_BYTES, readBodyBytes, refuseCompressed } from '#http/input/body.ts'
import { noParameters, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { allowSlowBody, type Route } from '#http/routing/route.ts'
import { BATCH_BESIDE_READERS, type ReadingPorts } from '#imports/import-source.ts'
import { ingestChunk } from '#imports/ingest-chunk.ts'
import { line } from '#schemas/fields.ts'
import { isPdf, storePdfFirst } from './imports.ts'
import { columnsParameter, formOfType, givenColumns, recordMediaTypes } from './media-types.ts'
import { type EditingPorts, editorialRoute } from './versioned-resource.ts'

export const MAX_CHUNKS = 1_000_000

const chunkQuery = z.strictObject({
  chunk: z.coerce.number().int().min(0).max(MAX_CHUNKS).meta({
    description: 'The number of the chunk. Send the same content under the same number when you retry.',
    example: 0,
  }),
  columns: columnsParameter,
  file: line(300).optional().meta({ description: 'The file that the records come from.', example: 'papers.jsonl' }),
  line: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .default(1)
    .meta({ description: 'For JSON lines of papers: the line number of the first one in the file.', example: 1 }),
})

const refusalQuery = z.strictObject({
  chunk: z.coerce.number().int().min(0).max(MAX_CHUNKS).meta({ description: 'The number of the chunk.', example: 0 }),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'The number of the last refusal of the previous page.', example: 0 }),
})

const chunkListQuery = z.strictObject({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The last chunk of the previous page.', example: 99 }),
})

const counts = {
  read: z.int(),
  stored: z.int(),
  unchanged: z.int(),
  enriched: z.int(),
  proposed: z.int().optional().meta({ description: 'Left out if there are none.' }),
  refused: z.int(),
  candidates: z.int().optional().meta({
    description: 'Identifiers that were stored as candidates, which are not papers yet. Left out if there are none.',
  }),
}

const last = z
  .int()
  .nullable()
  .meta({ description: 'All chunks up to this one are stored; null until the first one is.' })

const chunkResponse = z.strictObject({ success: z.literal(true), chunk: z.int(), ...counts, last })

const listedChunk = z.strictObject({ chunk: z.int(), digest: z.string(), done: z.boolean(), ...counts })
const chunkListResponse = z.strictObject({ success: z.literal(true), chunks: z.array(listedChunk) })

const refusal = z.strictObject({ number: z.int(), position: z.string(), reason: z.string() })
const refusalListResponse = z.strictObject({ success: z.literal(true), refusals: z.array(refusal) })

const sessionResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  label: z.string(),
  state: z.enum(ingestSessionStates),
  max: z.int(),
  until: z.string(),
  ...counts,
  last,
})

const presentChunk = ({
  chunk,
  counts: chunkCounts,
  last: lastStored,
}: IngestChunk): z.infer<typeof chunkResponse> => ({
  success: true,
  chunk,
  ...reportedCounts(chunkCounts),
  last: lastStored,
})

const presentChunks = (chunks: readonly IngestChunk[]): z.infer<typeof chunkListResponse> => ({
  success: true,
  chunks: chunks.map(({ chunk, digest, finishedAt, counts: chunkCounts }) => ({
    chunk,
    digest,
    done: finishedAt !== null,
    ...reportedCounts(chunkCounts),
  })),
})

const presentRefusals = (refusals: readonly IngestRefusal[]): z.infer<typeof refusalListResponse> => ({
  success: true,
  refusals: refusals.map(({ number, position, reason }) => ({ number, position, reason })),
})

const presentSession = (session: IngestSession): z.infer<typeof sessionResponse> => ({
  success: true,
  id: session.id,
  label: session.label,
  state: session.state,
  max: session.maxRecords,
  until: session.until,
  ...reportedCounts(session.counts),
  last: session.last,
})

const PAGE_SIZE = 1_000

type ChunkPorts = EditingPorts & FileStoringPorts & ReadingPorts

/** A key that is valid only for its own session, and that session. */
const authenticateSession = async (
  { requireKey }: EditingPorts,
  context: Context,
): Promise<{ key: KeyRecord; sessionId: string }> => {
  const key = await requireKey(context, 'ingest', context.req.param('id') ?? '')
  return { key, sessionId: key.ingestSession ?? '' }
}

const postChunk = (ports: ChunkPorts) => {
  const inProgress = new Set<string>()
  return async (context: Context): Promise<Reply> => {
    const { key, sessionId } = await authenticateSession(ports, context)
    const { chunk, columns: named, file, line: firstLine } = readQuery(context, chunkQuery)
    const columns = givenColumns(named)
    const given = formOfType(context.req.header('content-type') ?? '')
    refuseCompressed(context)
    allowSlowBody(context)
    const bytes = await readBodyBytes(context, IMPORT_BODY_BYTES)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const actor = `key:${key.id}`
    const name = `${sessionId} ${chunk}`
    // The client of the first request may have gone. The repeated request gets the answer once there is one.
    if (inProgress.has(name))
      throw new Failure('request_in_progress', `Chunk ${chunk} is being stored; send it again to get the answer.`, {
        retryAfter: 1,
      })
    inProgress.add(name)
    try {
      const batchSize = BATCH_BESIDE_READERS
      const stored = isPdf(bytes) ? await storePdfFirst(ports, { pdf: bytes, actor }) : null
      const order = {
        sessionId,
        chunk,
        bytes,
        digest,
        given,
        columns,
        firstLine,
        place: file ?? actor,
        actor,
        batchSize,
      }
      return json(200, presentChunk(await ingestChunk(ports, { ...order, ...(stored === null ? {} : { stored }) })))
    } finally {
      inProgress.delete(name)
    }
  }
}

const showSession =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { sessionId } = await authenticateSession(ports, context)
    readQuery(context, noParameters)
    return json(200, presentSession(await ports.store.private.ingestion.get(sessionId)))
  }

const listChunks =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { sessionId } = await authenticateSession(ports, context)
    const { after = null } = readQuery(context, chunkListQuery)
    return json(200, presentChunks(await ports.store.private.ingestion.listChunks(sessionId, after, PAGE_SIZE)))
  }

const listRefusals =
  (ports: EditingPorts) =>
  async (context: Context): Promise<Reply> => {
    const { sessionId } = await authenticateSession(ports, context)
    const { chunk, after } = readQuery(context, refusalQuery)
    const refusals = await ports.store.private.ingestion.listRefusals(sessionId, { chunk, number: after }, PAGE_SIZE)
    return json(200, presentRefusals(refusals.filter((refusal) => refusal.chunk === chunk)))
  }

export const ingestionRoutes = (ports: ChunkPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/ingest-sessions/:id',
    summary: 'The state of an ingestion session; with the key of the session, its id may be given as "current"',
    responses: { 200: { description: 'The session.', schema: sessionResponse } },
    handle: showSession(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/ingest-sessions/:id/chunks',
    summary: `The chunks received, with their digests, ${groupedNumber(PAGE_SIZE)} at a time`,
    query: chunkListQuery,
    responses: { 200: { description: 'The chunks.', schema: chunkListResponse } },
    handle: listChunks(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/ingest-sessions/:id/refusals',
    summary: `Why records of a chunk were refused, ${groupedNumber(PAGE_SIZE)} at a time`,
    query: refusalQuery,
    responses: { 200: { description: 'The refused records.', schema: refusalListResponse } },
    handle: listRefusals(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/ingest-sessions/:id/papers',
    summary: 'Store a chunk of complete records in any format of docs/formats.md; sending it again changes nothing',
    query: chunkQuery,
    bodyTypes: recordMediaTypes,
    bodyBytes: IMPORT_BODY_BYTES,
    responses: {
      200: { description: 'The outcome of the records in the chunk.', schema: chunkResponse },
      409: { description: 'The session has ended or is full, or the chunk is still being stored: then send it again.' },
      422: { description: 'Different content was sent under this number before.' },
      507: { description: 'The disk or the file quota is full. A PDF is stored with its file or not at all.' },
    },
    handle: postChunk(ports),
  },
]
