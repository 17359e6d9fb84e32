import type { Context } from 'hono'
import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { FILE_DIGEST } from '#core/files/held-file.ts'
import type { FileStoringPorts } from '#files/store-file.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { filesOverviewPage } from './pages/overview.ts'
import { paperFilesPage, type RefusedFile } from './pages/files.ts'

export type FilePorts = FileStoringPorts & { store: Store; houseName: string }

const PAGE = 100
const NOBODYS = '0'.repeat(64)

export const filesQuery = z.strictObject({ after: z.string().regex(FILE_DIGEST).optional() })
export const paperFilesQuery = z.strictObject({ added: z.coerce.number().int().min(0).max(99).optional() })

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1)
}

/** Whether the store takes something in and answers; what is wrong otherwise. */
const findFault = async (files: FileStore): Promise<string | null> => {
  try {
    await (await files.stage(oneByte())).discard()
    await files.head(NOBODYS)
    return null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

export const showFiles =
  ({ store, files, filesQuota, houseName }: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const { after = null } = readQuery(context, filesQuery)
    const reader = store.private.files
    const [usage, listed, fault] = await Promise.all([reader.usage(), reader.list(after, PAGE), findFault(files)])
    const next = listed.length === PAGE ? (listed.at(-1)?.sha256 ?? null) : null
    const view = { houseName, editor: getCurrentEditor(context), usage, quota: filesQuota, place: files.place }
    return page(200, filesOverviewPage({ ...view, fault, files: listed, next }))
  }

export const renderPaperFiles = async (
  { store, houseName }: FilePorts,
  context: Context,
  told: { added: number | null; refused: readonly RefusedFile[] },
) => {
  const paperId = pathPaperId(context)
  const files = await store.private.files.ofPaper(paperId)
  return paperFilesPage({ houseName, editor: getCurrentEditor(context), paperId, files, ...told })
}

export const showPaperFiles =
  (ports: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const { added = null } = readQuery(context, paperFilesQuery)
    return page(200, await renderPaperFiles(ports, context, { added, refused: [] }))
  }
