import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { attachFile, detachFile, permitFiles } from '#actions/paper-files.ts'
import { Failure } from '#core/failure.ts'
import { FILE_DIGEST, filePermissions } from '#core/files.ts'
import { type FileStoringPorts, storeStagedFile, receivePdf, storeFile } from '#files/files.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { oneAtATime } from '#http/input/attempt-limit.ts'
import { FILE_FORM_BYTES, readFormBody } from '#http/input/body.ts'
import { readFormFiles } from '#http/input/multipart-form.ts'
import { pathPaperId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'
import { allowSlowBody, type Route } from '#http/routing/route.ts'
import { importBytes, type ReadingPorts } from '#imports/import-source.ts'
import type { FileStore, StagedFile } from '#ports/file-store.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { filesOverviewPage, type ImportedPdf, importedPdfsPage, paperFilesPage, type RefusedFile } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type FilePorts = FileStoringPorts & ReadingPorts & { store: Store; site: LiveSite }

const PAGE_SIZE = 100
const UNUSED_DIGEST = '0'.repeat(64)

const filesQuery = z.strictObject({ after: z.string().regex(FILE_DIGEST).optional() })
const paperFilesQuery = z.strictObject({ added: z.coerce.number().int().min(0).max(99).optional() })

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1)
}

/** Tries the file store: what is wrong with it, or null. */
const findFault = async (files: FileStore): Promise<string | null> => {
  try {
    await (await files.stage(oneByte())).discard()
    await files.head(UNUSED_DIGEST)
    return null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

const showFiles =
  ({ store, files, filesQuota, site }: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const { after = null } = readQuery(context, filesQuery)
    const reader = store.private.files
    const [usage, listed, fault] = await Promise.all([reader.usage(), reader.list(after, PAGE_SIZE), findFault(files)])
    const next = listed.length === PAGE_SIZE ? (listed.at(-1)?.sha256 ?? null) : null
    const view = { site, editor: getCurrentEditor(context), usage, quota: filesQuota, place: files.place }
    return page(200, filesOverviewPage({ ...view, fault, files: listed, next }))
  }

const renderPaperFiles = async (
  { store, site }: FilePorts,
  context: Context,
  result: { added: number | null; refused: readonly RefusedFile[] },
) => {
  const paperId = pathPaperId(context)
  const files = await store.private.files.getByPaper(paperId)
  return paperFilesPage({ site, editor: getCurrentEditor(context), paperId, files, ...result })
}

const showPaperFiles =
  (ports: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const { added = null } = readQuery(context, paperFilesQuery)
    return page(200, await renderPaperFiles(ports, context, { added, refused: [] }))
  }

const uploadQuery = z.strictObject({ from: z.enum(['files', 'edit', 'queue']).default('files') })

const pagePaths = { files: '/console/papers/:id/files', edit: '/console/papers/:id/edit', queue: '/console/queue/:id' }

/** Stores each file separately, so that one that is refused does not affect the others. */
const addFiles =
  (ports: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = pathPaperId(context)
    const { from } = readQuery(context, uploadQuery)
    const actor = getCurrentActor(context)
    await ports.store.private.files.getByPaper(paperId)
    const refused: (RefusedFile & { failure: Failure })[] = []
    let added = 0
    allowSlowBody(context)
    await readFormFiles(context, FILE_FORM_BYTES, async ({ name, content }) => {
      try {
        await storeFile(ports, { content, paperId, name, actor })
        added += 1
      } catch (failure) {
        if (!(failure instanceof Failure) || failure.code === 'malformed') throw failure
        const message = failure.details[0]?.message ?? failure.message
        refused.push({ name, message, failure })
      }
    })
    const [first] = refused
    if (first !== undefined)
      return page(
        statusCodes[first.failure.code],
        await renderPaperFiles(ports, context, { added, refused }),
        failureHeaders(first.failure),
      )
    const path = pagePaths[from].replace(':id', paperId)
    return seeOther(from === 'files' ? `${path}?added=${added}` : `${path}#files`)
  }

const removalSchema = z.strictObject({ sha256: z.string().regex(FILE_DIGEST) })

const removeFile =
  ({ run }: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = pathPaperId(context)
    const { sha256 } = parseInput(removalSchema, (await readFormBody(context)).fields)
    await run(detachFile, { paperId, sha256, actor: getCurrentActor(context) })
    return seeOther(`/console/papers/${paperId}/files`)
  }

const permissionSchema = z.strictObject({ permission: z.enum([...filePermissions, 'licence']) })

const savePermission =
  ({ run }: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = pathPaperId(context)
    const { permission } = parseInput(permissionSchema, (await readFormBody(context)).fields)
    const stored = permission === 'licence' ? null : permission
    await run(permitFiles, { paperId, permission: stored, actor: getCurrentActor(context) })
    return seeOther(`/console/papers/${paperId}/files`)
  }

type ReceivedFile = { name: string; staged: StagedFile | null; reason: string }

/** Receives all files of the form before any is read: reading takes longer than a browser may pause its upload. */
const receiveFiles = async (ports: FilePorts, context: Context): Promise<ReceivedFile[]> => {
  const received: ReceivedFile[] = []
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

type PdfImport = { name: string; staged: StagedFile; session: string; actor: string }

/** Creates a submission from the pages of a PDF, and stores the PDF with it. */
const importPdf = async (ports: FilePorts, { name, staged, session, actor }: PdfImport): Promise<ImportedPdf> => {
  const bytes = await readFile(staged.path)
  const { reports } = await importBytes(ports, {
    bytes,
    given: 'pdf',
    keepsText: false,
    place: name,
    actor,
    onlyOf: null,
    session,
    isDryRun: false,
  })
  const [report] = reports
  if (report?.outcome === 'refused') return { name, reason: report.reason, paper: null }
  if (report === undefined || report.outcome === 'candidate')
    return { name, reason: 'It contains nothing.', paper: null }
  const { id, outcome, unmapped, unsure = [] } = report
  if (outcome === 'stored' || outcome === 'enriched')
    try {
      await storeStagedFile(ports, staged, actor)
      await ports.run(attachFile, { paperId: id, sha256: staged.sha256, bytes: staged.bytes, name, actor })
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      unmapped.push(`the PDF itself (${failure.message})`)
    }
  const paper = (await ports.store.private.papers.findByIds([id])).get(id) ?? null
  return { name, reason: '', paper: paper === null ? null : { paper, outcome, missing: unmapped, unsure } }
}

/** Imports each PDF separately, so that one that cannot be read does not affect the others. */
const importPdfs = (ports: FilePorts) => {
  const exclusively = oneAtATime('Another import of your PDFs')
  return (context: Context): Promise<Reply> => {
    const actor = getCurrentActor(context)
    return exclusively(actor, async () => {
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
      const view = { site: ports.site, editor: getCurrentEditor(context), imported }
      return page(200, importedPdfsPage(view))
    })
  }
}

export const fileRoutes = (ports: FilePorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/files',
    summary: 'The files of the library, their size, and whether the file store works',
    query: filesQuery,
    responses: pageResponse,
    handle: showFiles(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/files',
    summary: 'Creates papers from the pages of PDFs',
    responses: { ...pageResponse, 503: htmlResponse('Another import of PDFs is in progress.') },
    handle: importPdfs(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/papers/:id/files',
    summary: 'The files of a paper',
    query: paperFilesQuery,
    responses: pageResponse,
    handle: showPaperFiles(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/files',
    summary: 'Adds files to a paper, each separately',
    query: uploadQuery,
    responses: { ...redirectResponse, 400: htmlResponse('A file was refused; the others were added.') },
    handle: addFiles(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/files/remove',
    summary: 'Removes a file from a paper',
    responses: redirectResponse,
    handle: removeFile(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/papers/:id/files/permission',
    summary: 'Sets who may download the files of a paper',
    responses: redirectResponse,
    handle: savePermission(ports),
  },
]
