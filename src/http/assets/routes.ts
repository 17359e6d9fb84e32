import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Context } from 'hono'
import type { Answer } from '#http/routing/reply.ts'
import { statusFor } from '#http/pipeline/conditional-request.ts'
import { encodingFor } from '#http/pipeline/content-encoding.ts'
import { readyAnswer } from '#http/pipeline/cached-response.ts'
import type { Route } from '#http/routing/route.ts'

const FOLDER = new URL('../../../public/', import.meta.url)

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const typeOf = (name: string): string => types[extname(name)] ?? 'application/octet-stream'

const pairsToHeaders = (flat: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? '']),
  )

/** A file, compressed when somebody first asks for it so; nothing of it depends on the store. */
const fileAnswer = (name: string) => {
  const body = readFileSync(new URL(name, FOLDER), 'utf8')
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  const type = typeOf(name)
  const ready = readyAnswer({ status: 200, body, type, headers: { 'Cache-Control': 'public, max-age=3600' } }, tag)
  return async (context: Context): Promise<Answer> => {
    const encoding = encodingFor(context.req.header('accept-encoding'))
    const variant = ready.have(encoding) ?? (await ready.make(encoding))
    const status = statusFor(variant, context.req.header('if-none-match'))
    const headers = pairsToHeaders(status === 304 ? variant.headersOfNotModified : variant.headers)
    return { status, body: '', bytes: variant.body, type, headers }
  }
}

const fileRoute = (path: `/${string}`, name: string): Route => ({
  method: 'get',
  path,
  summary: `The file ${name}`,
  access: 'public',
  caching: 'none',
  anyOrigin: false,
  answers: {
    200: { description: 'The file.', type: typeOf(name) },
    304: { description: 'What If-None-Match names is still right.' },
  },
  handle: fileAnswer(name),
})

/** The files of public/, read once at start. Some programs ask for the icon where it always was. */
export const assetRoutes = (): Route[] => [
  ...readdirSync(FOLDER).map((name) => fileRoute(`/assets/${name}`, name)),
  fileRoute('/favicon.ico', 'favicon.svg'),
]
