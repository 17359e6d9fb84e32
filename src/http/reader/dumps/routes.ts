import type { Context } from 'hono'
import type { Dump } from '#core/dumps/dump.ts'
import { Failure } from '#core/failure.ts'
import type { Dumps } from '#ports/dumps.ts'
import { rangedReply } from '#http/caching/ranged-reply.ts'
import { withForms } from '#http/routing/form.ts'
import { HTML_TYPE, json, JSON_TYPE, movedPermanently, page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { dumpsPage } from './pages/dumps.ts'
import { dumpIndex, GZIP_TYPE, presentDumps } from './present.ts'

type Ports = { dumps: Dumps | null; houseName: string; publicUrl: () => string }

/** A dump that was replaced leaves other caches soon. */
const CACHED = { 'Cache-Control': 'public, max-age=60, must-revalidate' }

const listDumps = async ({ dumps }: Ports): Promise<Dump[]> => {
  if (dumps === null) throw new Failure('not_found', 'This library makes no dumps.')
  return dumps.list()
}

const showIndex = (ports: Ports) => async (): Promise<Reply> =>
  json(200, presentDumps(await listDumps(ports), ports.publicUrl()), CACHED)

const sendFile =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const name = context.req.param('file') ?? ''
    if (name === '') return movedPermanently('/dumps')
    const file = (await listDumps(ports)).flatMap(({ files }) => files).find((known) => known.name === name)
    const { dumps } = ports
    if (file === undefined || dumps === null)
      throw new Failure('not_found', `There is no dump ${name}; /dumps names those that there are.`)
    return rangedReply(context, {
      size: file.bytes,
      etag: `"${file.sha256}"`,
      type: GZIP_TYPE,
      headers: { ...CACHED, 'Content-Disposition': `attachment; filename="${file.name}"` },
      read: (first, last) => dumps.read(file.name, first, last),
    })
  }

const publicRead = { method: 'get', access: 'public', caching: 'none', allowCors: true } as const
const off = { 404: { description: 'This library makes no dumps.', type: HTML_TYPE } }

/** The whole library for download. */
export const dumpRoutes = (ports: Ports): Route[] => [
  ...withForms(
    {
      ...publicRead,
      path: '/dumps',
      summary: 'The dumps of the library that can be downloaded, newest first',
      responses: { 200: { description: 'The page.', type: HTML_TYPE }, ...off },
      handle: async () => page(200, dumpsPage(ports.houseName, await listDumps(ports)), CACHED),
    },
    [{ ending: 'json', name: 'JSON', mediaType: JSON_TYPE, schema: dumpIndex, show: showIndex(ports) }],
  ),
  {
    ...publicRead,
    path: '/dumps/index.json',
    summary: 'The dumps of the library as JSON',
    responses: { 200: { description: 'The dumps, newest first.', schema: dumpIndex }, ...off },
    handle: showIndex(ports),
  },
  {
    ...publicRead,
    // Also the address of the folder itself, where many look.
    path: '/dumps/:file{.*}',
    summary: 'A file of a dump, whole or in ranges',
    responses: {
      200: { description: 'The file: JSON lines, compressed with gzip.', type: GZIP_TYPE },
      206: { description: 'The part that Range asks for.', type: GZIP_TYPE },
      308: { description: 'Without a name: the list of dumps is at /dumps.', type: HTML_TYPE },
      304: { description: 'If-None-Match names the file.' },
      404: { description: 'No such file, or it was replaced.', type: HTML_TYPE },
      416: { description: 'The part lies behind the end.', type: 'text/plain' },
    },
    handle: sendFile(ports),
  },
]
