import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Context } from 'hono'
import type { Reply } from '#http/routing/reply.ts'
import { negotiateEncoding } from '#http/caching/content-encoding.ts'
import { cachedResponse } from '#http/caching/cached-response.ts'
import type { Route } from '#http/routing/route.ts'

const FOLDER = new URL('../../../public/', import.meta.url)

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const mediaType = (name: string): string => mediaTypes[extname(name)] ?? 'application/octet-stream'

const pairsToHeaders = (flat: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? '']),
  )

/** A file, compressed when somebody first asks for it so; nothing of it depends on the store. */
const fileHandler = (name: string) => {
  const body = readFileSync(new URL(name, FOLDER), 'utf8')
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  const type = mediaType(name)
  const ready = cachedResponse({ status: 200, body, type, headers: { 'Cache-Control': 'public, max-age=3600' } }, tag)
  return async (context: Context): Promise<Reply> => {
    const encoding = negotiateEncoding(context.req.header('accept-encoding'))
    const variant = ready.get(encoding) ?? (await ready.encode(encoding))
    return { status: 200, body: '', bytes: variant.body, type, headers: pairsToHeaders(variant.headers) }
  }
}

const fileRoute = (path: `/${string}`, name: string): Route => ({
  method: 'get',
  path,
  summary: `The file ${name}`,
  access: 'public',
  caching: 'none',
  allowCors: false,
  responses: {
    200: { description: 'The file.', type: mediaType(name) },
    304: { description: 'What If-None-Match names is still right.' },
  },
  handle: fileHandler(name),
})

/** The files of public/, read once at start. Some programs ask for the icon where it always was. */
export const assetRoutes = (): Route[] => [
  ...readdirSync(FOLDER).map((name) => fileRoute(`/assets/${name}`, name)),
  fileRoute('/favicon.ico', 'favicon.svg'),
]
