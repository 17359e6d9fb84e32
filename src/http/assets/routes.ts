import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { cachedResponse } from '#http/caching/response-cache.ts'
import { BROTLI_QUALITY_OF_FILES, negotiateEncoding } from '#http/caching/content-encoding.ts'
import { assetVersion, publicFiles, type PublicFile } from '#http/pages/layout.ts'
import type { Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

const VERSIONED_CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** Also for an unknown version: during an upgrade, another process may have made the page. */
const UNVERSIONED_CACHE_CONTROL = 'public, max-age=3600'

const pairsToHeaders = (flat: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? '']),
  )

type Variant = { headers: Record<string, string>; bytes: Buffer }

/** The variants of a text, each compressed when the first client accepts that encoding; bytes have one. */
const variantsOf = ({ body, type }: PublicFile) => {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  if (typeof body !== 'string') return (): Variant => ({ headers: { ETag: tag }, bytes: body })
  const cached = cachedResponse({ status: 200, body, type, headers: {} }, tag, BROTLI_QUALITY_OF_FILES)
  return async (context: Context): Promise<Variant> => {
    const encoding = negotiateEncoding(context.req.header('accept-encoding'))
    const variant = cached.get(encoding) ?? (await cached.encode(encoding))
    return { headers: pairsToHeaders(variant.headers), bytes: variant.body }
  }
}

const fileHandler = (file: PublicFile) => {
  const variant = variantsOf(file)
  return async (context: Context): Promise<Reply> => {
    const { headers, bytes } = await variant(context)
    const isCurrent = context.req.param('version') === assetVersion()
    const caching = { 'Cache-Control': isCurrent ? VERSIONED_CACHE_CONTROL : UNVERSIONED_CACHE_CONTROL }
    return { status: 200, body: '', bytes, type: file.type, headers: { ...headers, ...caching } }
  }
}

const fileRoutes = (file: PublicFile, paths: readonly `/${string}`[]): Route[] => {
  const handle = fileHandler(file)
  return paths.map((path) => ({
    method: 'get',
    path,
    summary: `The file ${file.name}`,
    access: 'public',
    caching: 'none',
    allowCors: false,
    responses: {
      200: { description: 'The file.', type: file.type },
      304: { description: 'The version that If-None-Match names is still current.' },
    },
    handle,
  }))
}

/** Every file of public/ under `/assets/`, with and without its version. */
export const assetRoutes = (): Route[] =>
  publicFiles().flatMap((file) => fileRoutes(file, [`/assets/${file.name}`, `/assets/:version/${file.name}`]))
