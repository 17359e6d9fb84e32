import type { Context } from 'hono'
import { z } from 'zod'
import { detachFile, permitFiles } from '#actions/paper-files.ts'
import { Failure } from '#core/failure.ts'
import { filePath, filePermissions, MAX_FILE_NAME_LENGTH, maySendFiles, type PaperFile, PDF_TYPE } from '#core/files.ts'
import { type FileStoringPorts, storeFile } from '#files/files.ts'
import { bodyPieces, FILE_BODY_BYTES, refuseCompressed } from '#http/input/body.ts'
import { checkedId, pathId, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { allowSlowBody, type Route } from '#http/routing/route.ts'
import type { FilesOfPaper } from '#ports/store/files.ts'
import { authenticateEditor, type EditingPorts, editorialRoute, readInput, readRoute } from './versioned-resource.ts'

const fileQuery = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_FILE_NAME_LENGTH)
    .optional()
    .meta({ description: 'The name of the file; default: the id of the paper.', example: 'checkpoints.pdf' }),
})

const permissionSchema = z.strictObject({
  permission: z.enum(filePermissions).nullable().meta({
    description: 'allowed: anybody may download the files; refused: only editors; null: the licence decides.',
  }),
})

const file = z.strictObject({
  sha256: z.string(),
  bytes: z.int(),
  name: z.string(),
  url: z.string().meta({ description: 'Where it is served, to everybody or only to editors.' }),
  version: z.int().meta({ description: 'The version of the paper when the file was added.' }),
  addedAt: z.string(),
  addedBy: z.string(),
})

const fileListResponse = z.strictObject({
  success: z.literal(true),
  open: z.boolean().meta({ description: 'Whether anybody may download them while the paper is public.' }),
  permission: z.enum(filePermissions).nullable(),
  license: z.string().optional(),
  files: z.array(file),
})

const storedFileResponse = z.strictObject({
  success: z.literal(true),
  sha256: z.string(),
  bytes: z.int(),
  url: z.string(),
})

const presentFile = (
  { sha256, bytes, name, version, addedAt, addedBy }: PaperFile,
  publicUrl: string,
): z.infer<typeof file> => ({ sha256, bytes, name, url: publicUrl + filePath(sha256), version, addedAt, addedBy })

const presentFiles = (
  { files, permission, license }: FilesOfPaper,
  publicUrl: string,
): z.infer<typeof fileListResponse> => ({
  success: true,
  open: maySendFiles(permission, license),
  permission,
  ...(license === null ? {} : { license }),
  files: files.map((one) => presentFile(one, publicUrl)),
})

type Ports = EditingPorts & FileStoringPorts & { publicUrl: () => string }

const refuseOtherTypes = (context: Context): void => {
  const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== PDF_TYPE)
    throw new Failure('unsupported_media_type', `The body must be a PDF, sent with Content-Type: ${PDF_TYPE}.`)
  refuseCompressed(context)
}

/** The key, the name and the paper are checked before the body is read. */
const putFile =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'review:decide')
    const paperId = pathId(context)
    const { name = `${paperId}.pdf` } = readQuery(context, fileQuery)
    refuseOtherTypes(context)
    await ports.store.private.files.getByPaper(paperId)
    allowSlowBody(context)
    const content = bodyPieces(context, FILE_BODY_BYTES)
    const { sha256, bytes } = await storeFile(ports, { content, paperId, name, actor: `key:${key.id}` })
    return json(200, { success: true, sha256, bytes, url: ports.publicUrl() + filePath(sha256) })
  }

const listFiles = async ({ store, publicUrl }: Ports, context: Context) =>
  presentFiles(await store.private.files.getByPaper(pathId(context)), publicUrl())

const removeFile =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const sha256 = checkedId(context.req.param('sha256') ?? '')
    await ports.run(detachFile, { paperId: pathId(context), sha256, actor })
    return json(200, await listFiles(ports, context))
  }

const permit =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form } = await readInput(context, permissionSchema)
    await ports.run(permitFiles, { paperId: pathId(context), permission: form.permission, actor })
    return json(200, await listFiles(ports, context))
  }

const notFound = { 404: { description: 'No such paper, or no such file of it.' } }
const files = { 200: { description: 'The files, newest first.', schema: fileListResponse } }

const storeRoute = (ports: Ports, method: 'put' | 'post'): Route => ({
  ...editorialRoute,
  method,
  path: '/api/editorial/papers/:id/file',
  summary: 'Add a PDF to a paper; the body is the file (application/pdf)',
  query: fileQuery,
  bodyTypes: [PDF_TYPE],
  bodyBytes: FILE_BODY_BYTES,
  responses: {
    200: { description: 'Stored on disk.', schema: storedFileResponse },
    ...notFound,
    503: { description: 'The file store does not answer.' },
    507: { description: 'The disk or the file quota is full.' },
  },
  handle: putFile(ports),
})

export const fileRoutes = (ports: Ports): Route[] => [
  storeRoute(ports, 'put'),
  storeRoute(ports, 'post'),
  readRoute(ports, {
    path: '/api/editorial/papers/:id/files',
    summary: 'The files of a paper in any state, and whether anybody may download them',
    description: 'The files, newest first.',
    schema: fileListResponse,
    failures: notFound,
    read: (context) => listFiles(ports, context),
  }),
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/papers/:id/files/permission',
    summary: 'Set whether anybody may download the files of a public paper, or let its licence decide',
    body: permissionSchema,
    responses: { ...files, ...notFound },
    handle: permit(ports),
  },
  {
    ...editorialRoute,
    method: 'delete',
    path: '/api/editorial/papers/:id/files/:sha256',
    summary: 'Remove a file from a paper',
    responses: { ...files, ...notFound },
    handle: removeFile(ports),
  },
]
