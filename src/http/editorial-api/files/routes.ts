import type { Context } from 'hono'
import { detachFile } from '#actions/files/detach-file.ts'
import { permitFiles } from '#actions/files/permit-files.ts'
import { Failure } from '#core/failure.ts'
import { filePath, PDF_TYPE } from '#core/files/held-file.ts'
import { storeFile, type FileStoringPorts } from '#files/store-file.ts'
import { bodyPieces, refuseCompressed } from '#http/input/body.ts'
import { FILE_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { checkedId, pathId } from '#http/input/path-id.ts'
import { readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { allowSlowBody } from '#http/routing/slow-body.ts'
import {
  authenticateEditor,
  bodyFailures,
  commonFailures,
  editorialRoute,
  readInput,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { readRoute } from '#http/editorial-api/versioned-resource.ts'
import { fileQuery, permissionSchema } from './input.ts'
import { fileListResponse, presentFiles, storedFileResponse } from './present.ts'

type Ports = EditingPorts & FileStoringPorts & { publicUrl: () => string }

const refuseOtherTypes = (context: Context): void => {
  const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== PDF_TYPE)
    throw new Failure('unsupported_media_type', `The body must be a PDF, sent with Content-Type: ${PDF_TYPE}.`)
  refuseCompressed(context)
}

/** The key, the name and whether there is such a paper are looked at before the body comes. */
const putFile =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const key = await ports.requireKey(context, 'review:decide')
    const paperId = pathId(context)
    const { name = `${paperId}.pdf` } = readQuery(context, fileQuery)
    refuseOtherTypes(context)
    await ports.store.private.files.ofPaper(paperId)
    allowSlowBody(context)
    const content = bodyPieces(context, FILE_BODY_BYTES)
    const { sha256, bytes } = await storeFile(ports, { content, paperId, name, actor: `key:${key.id}` })
    return json(200, { success: true, sha256, bytes, url: ports.publicUrl() + filePath(sha256) })
  }

const listOf = async ({ store, publicUrl }: Ports, context: Context) =>
  presentFiles(await store.private.files.ofPaper(pathId(context)), publicUrl())

const removeFile =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const sha256 = checkedId(context.req.param('sha256') ?? '')
    await ports.run(detachFile, { paperId: pathId(context), sha256, actor })
    return json(200, await listOf(ports, context))
  }

const permit =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const actor = await authenticateEditor(ports, context, 'review:decide')
    const { form } = await readInput(context, permissionSchema)
    await ports.run(permitFiles, { paperId: pathId(context), permission: form.permission, actor })
    return json(200, await listOf(ports, context))
  }

const notFound = { 404: { description: 'No such paper, or it has no such file.' } }
const files = { 200: { description: 'The files, the newest first.', schema: fileListResponse } }

const storing = (ports: Ports, method: 'put' | 'post'): Route => ({
  ...editorialRoute,
  method,
  path: '/api/editorial/papers/:id/file',
  summary: 'Store a PDF, which is the body (application/pdf), as the newest file of a paper',
  query: fileQuery,
  bodyTypes: [PDF_TYPE],
  responses: {
    200: { description: 'Stored, on disk.', schema: storedFileResponse },
    ...commonFailures,
    ...notFound,
    413: tooLargeResponse(FILE_BODY_BYTES),
    415: { description: 'The body is not sent as a PDF, or is compressed.' },
    503: { description: 'The file store does not answer.' },
    507: { description: 'The disk, or the quota of files, is full.' },
  },
  handle: putFile(ports),
})

export const fileRoutes = (ports: Ports): Route[] => [
  storing(ports, 'put'),
  storing(ports, 'post'),
  readRoute(ports, {
    path: '/api/editorial/papers/:id/files',
    summary: 'The files of a paper of any state, and whether anybody may get them',
    description: 'The files, the newest first.',
    schema: fileListResponse,
    failures: notFound,
    read: (context) => listOf(ports, context),
  }),
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/papers/:id/files/permission',
    summary: 'Say whether anybody may get the files of a paper while it is public, or leave it to its licence',
    body: permissionSchema,
    responses: { ...files, ...bodyFailures, ...notFound },
    handle: permit(ports),
  },
  {
    ...editorialRoute,
    method: 'delete',
    path: '/api/editorial/papers/:id/files/:sha256',
    summary: 'Take a file away from a paper',
    responses: { ...files, ...commonFailures, ...notFound },
    handle: removeFile(ports),
  },
]
