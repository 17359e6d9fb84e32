import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { FILE_DIGEST, PDF_TYPE } from '#core/files.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { ServedFile } from '#ports/store/files.ts'
import type { Store } from '#ports/store/store.ts'
import { authorize } from '#http/auth/authorize.ts'
import { rangedReply } from '#http/caching/byte-range.ts'
import { PUBLIC_CACHE_CONTROL } from '#http/caching/response-cache.ts'
import { HTML_TYPE, TEXT_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

type Ports = Parameters<typeof authorize>[0] & { store: Store; files: FileStore }

/** The same failure as for an unknown address, so that nobody learns of a file they may not get. */
const notFoundAt = ({ req }: Context): Failure => new Failure('not_found', `There is nothing at ${req.path}.`)

/** The bytes of a file of the library. If the file store has lost them, that is not the client's fault: throws `unavailable`. */
async function* storedPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error
    throw new Failure('unavailable', 'The file is missing in the file store.', { cause: error })
  }
}

type Found = { file: ServedFile; isOpen: boolean }

const findFile = (ports: Ports) => {
  const { store } = ports
  const authorized = authorize(ports)
  const isEditor = async (context: Context): Promise<boolean> => {
    try {
      await authorized({ access: 'reviewer' }, context)
      return true
    } catch (error) {
      if (error instanceof Failure && error.code !== 'unavailable') return false
      throw error
    }
  }
  return async (context: Context, sha256: string): Promise<Found> => {
    const open = await store.public.files.findOpen(sha256)
    if (open !== null) return { file: open, isOpen: true }
    const any = (await isEditor(context)) ? await store.private.files.findAny(sha256) : null
    if (any === null) throw notFoundAt(context)
    return { file: any, isOpen: false }
  }
}

const sendFile = (ports: Ports) => {
  const find = findFile(ports)
  return async (context: Context): Promise<Reply> => {
    const sha256 = (context.req.param('digest') ?? '').slice(0, -'.pdf'.length)
    if (!FILE_DIGEST.test(sha256)) throw notFoundAt(context)
    const { file, isOpen } = await find(context, sha256)
    const { bytes, mediaType, paperId } = file
    const isWhole = (first: number, last: number): boolean => first === 0 && last === bytes - 1
    const reply = rangedReply(context, {
      size: bytes,
      etag: `"${sha256}"`,
      type: mediaType,
      headers: {
        'Cache-Control': isOpen ? PUBLIC_CACHE_CONTROL : 'private, no-store',
        'Content-Disposition': `inline; filename="${paperId}.pdf"`,
      },
      // Only a whole file can be checked against its digest.
      read: (first, last) => storedPieces(ports.files.read(sha256, isWhole(first, last) ? undefined : { first, last })),
    })
    return { ...reply, framing: 'file' }
  }
}

export const fileRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/files/:digest{[^/.]+\\.pdf}',
    summary: 'A PDF of the library, whole or in part, while its paper is public and its licence allows sharing',
    access: 'public',
    caching: 'none',
    allowCors: true,
    responses: {
      200: { description: 'The file.', type: PDF_TYPE },
      206: { description: 'The part that Range requests.', type: PDF_TYPE },
      304: { description: 'The version that If-None-Match names is still current.' },
      404: { description: 'No such file, or it is not public.', type: HTML_TYPE },
      416: { description: 'The part lies beyond the end of the file.', type: TEXT_TYPE, headers: ['ETag'] },
      503: { description: 'The file store does not answer.', type: HTML_TYPE },
    },
    handle: sendFile(ports),
  },
]
