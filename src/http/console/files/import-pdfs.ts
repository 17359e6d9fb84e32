import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { attachFile } from '#actions/files/attach-file.ts'
import { Failure } from '#core/failure.ts'
import { keepFile, receivePdf } from '#files/store-file.ts'
import type { RecordReport } from '#imports/import-totals.ts'
import { importBytes } from '#imports/import-bytes.ts'
import type { Clock } from '#ports/clock.ts'
import type { StagedFile } from '#ports/file-store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { FILE_FORM_BYTES } from '#http/input/body-limits.ts'
import { readFormFiles } from '#http/input/multipart-form.ts'
import { oneAtATime } from '#http/input/one-at-a-time.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { allowSlowBody } from '#http/routing/slow-body.ts'
import { importedPdfsPage, type ImportedPdf } from './pages/imported-pdfs.ts'
import type { FilePorts } from './show-files.ts'

/** Others are served by the same thread. */
const HOLD_MS = 8

type Received = { name: string; staged: StagedFile | null; reason: string }
type Ports = FilePorts & { clock: Clock }

/** All files of the form, on this machine: reading them takes longer than a browser may wait with sending. */
const receiveFiles = async (ports: Ports, context: Context): Promise<Received[]> => {
  const received: Received[] = []
  allowSlowBody(context)
  await readFormFiles(context, FILE_FORM_BYTES, async ({ name, content }) => {
    try {
      received.push({ name, staged: await receivePdf(ports, content), reason: '' })
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code === 'malformed') throw failure
      received.push({ name, staged: null, reason: failure.details[0]?.message ?? failure.message })
    }
  })
  return received
}

type PdfOrder = { name: string; staged: StagedFile; session: string; actor: string }

/** Makes a submission of a PDF by what its pages say, and keeps the PDF with it. */
const importPdf = async (ports: Ports, { name, staged, session, actor }: PdfOrder): Promise<ImportedPdf> => {
  const reports: RecordReport[] = []
  const bytes = await readFile(staged.path)
  await importBytes(
    ports,
    {
      bytes,
      given: 'pdf',
      keepsText: false,
      place: name,
      actor,
      onlyOf: null,
      session,
      isDryRun: false,
      holdMs: HOLD_MS,
    },
    { isInterrupted: () => false, reported: (report) => reports.push(report), progressed() {} },
  )
  const [report] = reports
  if (report?.outcome === 'refused') return { name, reason: report.reason, paper: null }
  if (report === undefined || report.outcome === 'candidate') return { name, reason: 'It holds nothing.', paper: null }
  const { id, outcome, unmapped } = report
  if (outcome === 'stored' || outcome === 'enriched')
    try {
      await keepFile(ports, staged, actor)
      await ports.run(attachFile, { paperId: id, sha256: staged.sha256, bytes: staged.bytes, name, actor })
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      unmapped.push(`the PDF itself (${failure.message})`)
    }
  const paper = (await ports.store.private.papers.findByIds([id])).get(id) ?? null
  return { name, reason: '', paper: paper === null ? null : { paper, outcome, missing: unmapped } }
}

/** New papers from PDFs: each by itself, so that one that cannot be read keeps no other out. */
export const importPdfs = (ports: Ports) => {
  const inTurn = oneAtATime('Another import of PDFs')
  return (context: Context): Promise<Reply> =>
    inTurn(async () => {
      const actor = getCurrentActor(context)
      const session = ports.clock.now().toISOString()
      const imported: ImportedPdf[] = []
      for (const { name, staged, reason } of await receiveFiles(ports, context)) {
        if (staged === null) {
          imported.push({ name, reason, paper: null })
          continue
        }
        try {
          imported.push(await importPdf(ports, { name, staged, session, actor }))
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure
          imported.push({ name, reason: failure.message, paper: null })
        } finally {
          await staged.discard()
        }
      }
      const view = { houseName: ports.houseName, editor: getCurrentEditor(context), imported }
      return page(200, importedPdfsPage(view))
    })
}
