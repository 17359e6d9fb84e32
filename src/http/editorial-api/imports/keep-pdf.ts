import { Failure } from '#core/failure.ts'
import { storeFile, type FileStoringPorts } from '#files/store-file.ts'
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
