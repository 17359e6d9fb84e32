import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { closeSession, openFileImport } from '#actions/ingest-sessions.ts'
import { Failure } from '#core/failure.ts'
import { fileName } from '#core/files.ts'
import { type IngestSession, isFileImport, reportedCounts, takesRecords } from '#core/imports/ingest-session.ts'
import { includesRole } from '#core/access/editor.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { REFUSALS_SHOWN, refusalsReply } from '#http/console/ingest-sessions/routes.ts'
import { oneAtATime } from '#http/input/attempt-limit.ts'
import { IMPORT_BODY_BYTES, readBodyBytes, readFormBody, refuseCompressed } from '#http/input/body.ts'
import { noParameters, pathId, readQuery } from '#http/input/query.ts'
import { json, JSON_TYPE, page, type Reply, seeOther } from '#http/routing/reply.ts'
import { allowSlowBody, type Route } from '#http/routing/route.ts'
import { BATCH_BESIDE_READERS, type ReadingPorts } from '#imports/import-source.ts'
import { ingestChunk } from '#imports/ingest-chunk.ts'
import { yieldToEventLoop } from '#imports/pacing.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { countPendingPapers } from '#queries/submissions.ts'
import { parseInput } from '#schemas/validate.ts'
import { FILE_IMPORTS_PATH, fileImportPage } from './file-import-page.ts'

type FileImportPorts = ReadingPorts & { store: Store; site: LiveSite }

const SESSIONS_READ = 100

/** The files of an editor of which more may come. */
export const unfinishedFiles = async (
  { store, clock }: Pick<FileImportPorts, 'store' | 'clock'>,
  actor: string,
): Promise<IngestSession[]> => {
  const sessions = await store.private.ingestion.list(SESSIONS_READ)
  return sessions.filter(
    (session) =>
      isFileImport(session) &&
      session.openedBy === actor &&
      session.counts.read > 0 &&
      takesRecords(session, clock.now()),
  )
}

/** A file that this editor imports, or for an admin that any editor does. Throws `not_found`. */
const getFileImport = async ({ store }: FileImportPorts, context: Context): Promise<IngestSession> => {
  const session = await store.private.ingestion.find(pathId(context))
  const isOwn = session?.openedBy === getCurrentActor(context)
  if (session === null || !isFileImport(session) || !(isOwn || includesRole(getCurrentEditor(context).role, 'admin')))
    throw new Failure('not_found', 'There is no such import of yours.')
  return session
}

/** Throws `not_found` for what another editor imports. */
const getOwnImport = async (ports: FileImportPorts, context: Context): Promise<IngestSession> => {
  const session = await getFileImport(ports, context)
  if (session.openedBy === getCurrentActor(context)) return session
  throw new Failure('not_found', 'There is no such import of yours.')
}

const openSchema = z.strictObject({ name: z.string().max(1_000) })

const open =
  ({ run }: FileImportPorts) =>
  async (context: Context): Promise<Reply> => {
    const { name } = parseInput(openSchema, (await readFormBody(context)).fields)
    const { id } = await run(openFileImport, { name: fileName(name), actor: getCurrentActor(context) })
    return json(200, { id })
  }

const pieceQuery = z.strictObject({
  piece: z.coerce.number().int().min(0).max(1_000_000),
  line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
})

const takePiece = (ports: FileImportPorts) => {
  const exclusively = oneAtATime('Another piece of this file')
  return async (context: Context): Promise<Reply> => {
    const { id: sessionId, label } = await getOwnImport(ports, context)
    const { piece: chunk, line: firstLine } = readQuery(context, pieceQuery)
    refuseCompressed(context)
    allowSlowBody(context)
    const bytes = await readBodyBytes(context, IMPORT_BODY_BYTES)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const actor = getCurrentActor(context)
    const order = { sessionId, chunk, bytes, digest, given: null, firstLine, place: label, actor }
    return exclusively(sessionId, async () => {
      await ingestChunk(ports, { ...order, batchSize: BATCH_BESIDE_READERS })
      const { counts, last } = await ports.store.private.ingestion.get(sessionId)
      return json(200, { ...reportedCounts(counts), last })
    })
  }
}

const end =
  (ports: FileImportPorts) =>
  async (context: Context): Promise<Reply> => {
    const { id, state } = await getFileImport(ports, context)
    if (state === 'open') await ports.run(closeSession, { id, actor: getCurrentActor(context) })
    return seeOther(`${FILE_IMPORTS_PATH}/${id}`)
  }

const show =
  (ports: FileImportPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const session = await getFileImport(ports, context)
    const { ingestion } = ports.store.private
    const [first] = await ingestion.listChunks(session.id, null, 1)
    const view = {
      editor: getCurrentEditor(context),
      session,
      firstAt: first?.begunAt ?? null,
      pending: await countPendingPapers(ingestion, session.id, yieldToEventLoop),
      refusals: await ingestion.listRefusals(session.id, null, REFUSALS_SHOWN),
      now: ports.clock.now(),
    }
    return page(200, fileImportPage(ports, view))
  }

const downloadRefused =
  (ports: FileImportPorts) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    return refusalsReply(ports.store, await getFileImport(ports, context))
  }

export const fileImportRoutes = (ports: FileImportPorts): Route[] => [
  {
    ...editorRoute,
    method: 'post',
    path: FILE_IMPORTS_PATH,
    summary: 'Begins the import of a file that is sent in pieces',
    responses: { 200: { description: 'The id of the import.', type: JSON_TYPE } },
    handle: open(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: `${FILE_IMPORTS_PATH}/:id/pieces`,
    summary: 'Stores the records of a piece, which wait for review; sending it again changes nothing',
    query: pieceQuery,
    bodyBytes: IMPORT_BODY_BYTES,
    responses: {
      200: {
        description: 'What became of all records so far, and the last piece before which none is missing.',
        type: JSON_TYPE,
      },
    },
    handle: takePiece(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: `${FILE_IMPORTS_PATH}/:id/end`,
    summary: 'Ends the import of a file',
    responses: redirectResponse,
    handle: end(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: `${FILE_IMPORTS_PATH}/:id`,
    summary: 'How far the import of a file is, and what became of its records',
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: `${FILE_IMPORTS_PATH}/:id/refused.csv`,
    summary: 'The refused records of a file with their lines and reasons',
    responses: { 200: { description: 'The records.', type: 'text/csv; charset=utf-8' } },
    handle: downloadRefused(ports),
  },
]
