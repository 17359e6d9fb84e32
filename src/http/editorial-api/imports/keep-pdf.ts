import { attachFile } from '#actions/files/attach-file.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { keepFile, receivePdf, storeFile, type FileStoringPorts } from '#files/store-file.ts'
import type { RecordReport } from '#imports/import-totals.ts'

const MARK = '%PDF-'

export const isPdf = (bytes: Uint8Array): boolean =>
  bytes.byteLength > MARK.length && new TextDecoder('latin1').decode(bytes.subarray(0, MARK.length)) === MARK

type PdfOrder = { pdf: Uint8Array; reports: readonly RecordReport[]; actor: string }

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Keeps a PDF with the paper in review that came from it or was enriched by it; why it is not kept is told with the record. */
export const keepPdf = async (ports: FileStoringPorts, { pdf, reports, actor }: PdfOrder): Promise<void> => {
  const [report] = reports
  if (report === undefined || (report.outcome !== 'stored' && report.outcome !== 'enriched')) return
  try {
    await storeFile(ports, { content: whole(pdf), paperId: report.id, name: `${report.id}.pdf`, actor })
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    report.unmapped.push(`file (${failure.message})`)
  }
}

/** Gives a file to the paper that came of the record of a PDF, in the transaction that stores it. */
type Attach = (tx: ActionContext, reports: readonly RecordReport[]) => Promise<void>

/**
 * Keeps a PDF before its record is taken, and tells how the paper that comes of it gets the file: both happen or neither, whoever is
 * killed on the way. Null for one that no reader takes, either. Throws `storage_full` or `unavailable`.
 */
export const keepPdfAhead = async (
  ports: FileStoringPorts,
  { pdf, actor }: Omit<PdfOrder, 'reports'>,
): Promise<Attach | null> => {
  try {
    const staged = await receivePdf(ports, whole(pdf))
    const { sha256, bytes } = staged
    try {
      await keepFile(ports, staged, actor)
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
