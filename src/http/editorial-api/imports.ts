import type { Context } from 'hono'
import { z } from 'zod'
import { importOutcomes } from '#actions/imports.ts'
import { attachFile } from '#actions/paper-files.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hasScope, type KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import { unsureFields } from '#core/review/unsure-fields.ts'
import { workMatches } from '#core/papers/same-work/same-work.ts'
import { submissionAttempts } from '#core/quota.ts'
import { INGEST_SESSION_NAME, INGEST_SESSION_NAME_RULE } from '#core/review/submission.ts'
import { type FileStoringPorts, storeStagedFile, receivePdf, storeFile } from '#files/files.ts'
import { type LimitAttempts, oneAtATime } from '#http/input/attempt-limit.ts'
import { IMPORT_BODY_BYTES, readBodyBytes, refuseCompressed } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { importBytes, type ReadingPorts } from '#imports/import-source.ts'
import type { ImportTotals, RecordReport } from '#imports/import-totals.ts'
import { omitEmpty } from '#schemas/fields.ts'
import { columnsParameter, formOfType, givenColumns, recordMediaTypes } from './media-types.ts'
import { type EditingPorts, editorialRoute } from './versioned-resource.ts'

const importQuery = z.strictObject({
  columns: columnsParameter,
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: report what would happen and store nothing.' }),
  fullText: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: also store the text of a PDF that names no open licence.' }),
  session: z
    .string()
    .regex(INGEST_SESSION_NAME, { error: `must be ${INGEST_SESSION_NAME_RULE}` })
    .optional()
    .meta({
      description: 'Name of the ingestion session in the queue; default: the current time.',
      example: 'zotero-2026-w48',
    }),
})

const record = z.strictObject({
  position: z.string(),
  outcome: z.enum([...importOutcomes, 'candidate', 'refused']),
  id: z.string().optional(),
  match: z
    .enum([...workMatches, 'record'])
    .optional()
    .meta({ description: 'How the paper was recognised.' }),
  fields: z.array(z.string()).optional().meta({ description: 'The fields that were filled or are proposed.' }),
  toCompare: z
    .array(z.string())
    .optional()
    .meta({ description: 'Papers that may be the same work; somebody has to compare them.' }),
  unmapped: z.array(z.string()).optional().meta({ description: 'Parts of the record that have no field in a paper.' }),
  unsure: z.array(z.enum(unsureFields)).optional().meta({
    description: 'What may have been read wrongly from a PDF; somebody has to compare it with the first page.',
  }),
  reason: z.string().optional(),
})

const importResponse = z.strictObject({
  success: z.literal(true),
  read: z.int(),
  stored: z.int(),
  unchanged: z.int(),
  enriched: z.int(),
  proposed: z.int(),
  refused: z.int(),
  candidates: z.int().meta({ description: 'Identifiers that were stored as candidates; they are not papers yet.' }),
  session: z.string(),
  records: z.array(record),
})

const presentReport = (report: RecordReport): z.infer<typeof record> => {
  if (report.outcome === 'refused') return report
  if (report.outcome === 'candidate') return { position: report.position, outcome: report.outcome }
  return {
    position: report.position,
    outcome: report.outcome,
    ...omitEmpty({
      id: report.id === '' ? null : report.id,
      match: report.match,
      fields: report.fields,
      toCompare: report.toCompare,
      unmapped: report.unmapped,
      unsure: [...(report.unsure ?? [])],
    }),
  }
}

const presentImport = (
  { unmapped: _unmapped, held: _held, ...counts }: ImportTotals,
  reports: readonly RecordReport[],
  session: string,
): z.infer<typeof importResponse> => ({ success: true, ...counts, session, records: reports.map(presentReport) })

const PDF_SIGNATURE = '%PDF-'

export const isPdf = (bytes: Uint8Array): boolean =>
  bytes.byteLength > PDF_SIGNATURE.length &&
  new TextDecoder('latin1').decode(bytes.subarray(0, PDF_SIGNATURE.length)) === PDF_SIGNATURE

type PdfOrder = { pdf: Uint8Array; reports: readonly RecordReport[]; actor: string }

async function* asOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Stores a PDF with the paper in review that it created or enriched. A failure is reported with the record. */
const storePdf = async (ports: FileStoringPorts, { pdf, reports, actor }: PdfOrder): Promise<void> => {
  const [report] = reports
  if (report === undefined || (report.outcome !== 'stored' && report.outcome !== 'enriched')) return
  try {
    await storeFile(ports, { content: asOnePiece(pdf), paperId: report.id, name: `${report.id}.pdf`, actor })
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    report.unmapped.push(`file (${failure.message})`)
  }
}

/** Attaches the PDF to the paper created from it, in the transaction that stores the paper. */
type Attach = (tx: ActionContext, reports: readonly RecordReport[]) => Promise<void>

/**
 * Stores a PDF before its record is imported and returns the step that attaches it to the paper, so that a crash in
 * between loses neither. Null for a file that is not a valid PDF. Throws `storage_full` or `unavailable`.
 */
export const storePdfFirst = async (
  ports: FileStoringPorts,
  { pdf, actor }: Omit<PdfOrder, 'reports'>,
): Promise<Attach | null> => {
  try {
    const staged = await receivePdf(ports, asOnePiece(pdf))
    const { sha256, bytes } = staged
    try {
      await storeStagedFile(ports, staged, actor)
    } finally {
      await staged.discard()
    }
    return async (tx, [report]) => {
      if (report?.outcome !== 'stored') return
      await attachFile(tx, { paperId: report.id, sha256, bytes, name: `${report.id}.pdf`, actor })
    }
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'invalid') return null
    throw failure
  }
}

type ImportingPorts = EditingPorts & FileStoringPorts & ReadingPorts & { limitAttempts: LimitAttempts }

/** Keys with `ingest` or `review:decide` may import. */
const requireImporter = async ({ requireKey }: EditingPorts, context: Context): Promise<KeyRecord> => {
  try {
    return await requireKey(context, 'ingest')
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code !== 'scope_missing') throw failure
    return requireKey(context, 'review:decide')
  }
}

/** The caller. `onlyOf` limits a key that may not read the queue to the pending papers that it imported itself. */
const authenticateImporter = async (
  ports: EditingPorts,
  context: Context,
): Promise<{ key: KeyRecord; actor: string; onlyOf: string | null }> => {
  const key = await requireImporter(ports, context)
  const actor = `key:${key.id}`
  const seesQueue = hasScope(key, 'review:read') || hasScope(key, 'review:decide')
  return { key, actor, onlyOf: seesQueue ? null : actor }
}

const importRecords = (ports: ImportingPorts) => {
  // Taken before the body is read, so that a second one is refused before it is sent. One process reads all of them in turn.
  const exclusively = oneAtATime('Another import of yours')
  return async (context: Context): Promise<Reply> => {
    const { key, actor, onlyOf } = await authenticateImporter(ports, context)
    const query = readQuery(context, importQuery)
    const { dryRun, fullText, session = ports.clock.now().toISOString() } = query
    const columns = givenColumns(query.columns)
    const given = formOfType(context.req.header('content-type') ?? '')
    refuseCompressed(context)
    const attempt = { counted: submissionAttempts(key), countsSuccess: dryRun === 'true' }
    return ports.limitAttempts(attempt, () =>
      exclusively(actor, async () => {
        const bytes = await readBodyBytes(context, IMPORT_BODY_BYTES)
        const isDryRun = dryRun === 'true'
        const pdf = !isDryRun && isPdf(bytes) ? bytes : null
        const { totals, reports } = await importBytes(ports, {
          bytes,
          given,
          columns,
          keepsText: fullText === 'true',
          place: actor,
          actor,
          onlyOf,
          session,
          isDryRun,
        })
        if (pdf !== null) await storePdf(ports, { pdf, reports, actor })
        return json(200, presentImport(totals, reports, session))
      }),
    )
  }
}

export const importRoutes = (ports: ImportingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/imports',
    summary:
      'Import records in any format of docs/formats.md, by Content-Type or content; needs scope "ingest" or "review:decide"',
    query: importQuery,
    bodyTypes: recordMediaTypes,
    bodyBytes: IMPORT_BODY_BYTES,
    responses: {
      200: { description: 'The outcome of each record.', schema: importResponse },
      429: { description: 'Too many dry runs or failures.' },
      503: { description: 'Another import of the same key is in progress; Retry-After says when to try again.' },
    },
    handle: importRecords(ports),
  },
]
