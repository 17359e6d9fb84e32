import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Context } from 'hono'
import type { Answer } from '../kit/answer.ts'
import type { Route } from '../kit/route.ts'

const FOLDER = new URL('../../../public/', import.meta.url)

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const fileAnswer = (name: string) => {
  const body = readFileSync(new URL(name, FOLDER), 'utf8')
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  const headers = { ETag: tag, 'Cache-Control': 'public, max-age=3600' }
  const type = types[extname(name)] ?? 'application/octet-stream'
  return (context: Context): Answer =>
    context.req.header('if-none-match') === tag
      ? { status: 304, body: '', type, headers }
      : { status: 200, body, type, headers }
}

/** The files of public/, read once at start. */
export const assetRoutes = (): Route[] =>
  readdirSync(FOLDER).map((name) => ({
    method: 'get',
    path: `/assets/${name}`,
    summary: `The file ${name}`,
    access: 'public',
    caching: 'none',
    anyOrigin: false,
    answers: {
      200: { description: 'The file.', type: types[extname(name)] ?? 'application/octet-stream' },
      304: { description: 'What If-None-Match names is still right.' },
    },
    handle: fileAnswer(name),
  }))
