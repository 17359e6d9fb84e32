import type { Context } from 'hono'
import { z } from 'zod'
import { detachFile } from '#actions/files/detach-file.ts'
import { permitFiles } from '#actions/files/permit-files.ts'
import { Failure } from '#core/failure.ts'
import { FILE_DIGEST, filePermissions } from '#core/files/held-file.ts'
import { storeFile } from '#files/store-file.ts'
import { parseInput } from '#schemas/validate.ts'
import { getCurrentActor } from '#http/auth/current-session.ts'
import { FILE_FORM_BYTES } from '#http/input/body-limits.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { readFormFiles } from '#http/input/multipart-form.ts'
import { pathPaperId } from '#http/input/path-id.ts'
import { readQuery } from '#http/input/query.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import { allowSlowBody } from '#http/routing/slow-body.ts'
import { statusCodes } from '#http/routing/status-codes.ts'
import type { RefusedFile } from './pages/files.ts'
import { renderPaperFiles, type FilePorts } from './show-files.ts'

export const uploadQuery = z.strictObject({ from: z.enum(['files', 'edit', 'queue']).default('files') })

const pathOf = { files: '/console/papers/:id/files', edit: '/console/papers/:id/edit', queue: '/console/queue/:id' }

/** Stores each file by itself: one that is refused keeps no other out. */
export const addFiles =
  (ports: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = pathPaperId(context)
    const { from } = readQuery(context, uploadQuery)
    const actor = getCurrentActor(context)
    await ports.store.private.files.ofPaper(paperId)
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
    const path = pathOf[from].replace(':id', paperId)
    return seeOther(from === 'files' ? `${path}?added=${added}` : `${path}#files`)
  }

const removalSchema = z.strictObject({ sha256: z.string().regex(FILE_DIGEST) })

export const removeFile =
  ({ run }: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = pathPaperId(context)
    const { sha256 } = parseInput(removalSchema, (await readFormBody(context)).fields)
    await run(detachFile, { paperId, sha256, actor: getCurrentActor(context) })
    return seeOther(`/console/papers/${paperId}/files`)
  }

const permissionSchema = z.strictObject({ permission: z.enum([...filePermissions, 'licence']) })

export const savePermission =
  ({ run }: FilePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = pathPaperId(context)
    const { permission } = parseInput(permissionSchema, (await readFormBody(context)).fields)
    const said = permission === 'licence' ? null : permission
    await run(permitFiles, { paperId, permission: said, actor: getCurrentActor(context) })
    return seeOther(`/console/papers/${paperId}/files`)
  }
