import { z } from 'zod'
import type { Dump } from '#core/dump.ts'
import { recordKinds, type RecordKind } from '#core/public-record.ts'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import type { Dumps } from '#ports/dumps.ts'
import { rangedReply } from '#http/caching/byte-range.ts'
import { HTML_TYPE, json, JSON_TYPE, movedPermanently, page, type Reply } from '#http/routing/reply.ts'
import { withForms, type Route } from '#http/routing/route.ts'
import { dumpsPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const GZIP_TYPE = 'application/gzip'

const lines = z.int().optional()
const countOfKinds = Object.fromEntries(recordKinds.map((kind) => [kind, lines])) as Record<RecordKind, typeof lines>

const file = z.strictObject({
  url: z.string(),
  content: z.enum(['records', 'texts']).meta({ description: 'Full texts are in a separate file.' }),
  mediaType: z.string(),
  bytes: z.int().meta({ description: 'Of the compressed file, like sha256.' }),
  sha256: z.string(),
  counts: z.strictObject(countOfKinds).meta({ description: 'Number of lines of each kind.' }),
  licenses: z.array(z.string()).meta({
    description:
      'For records, the licence that the library states, if any; for texts, all licences that occur, while each line names its own.',
  }),
})

const dumpIndex = z
  .strictObject({
    dumps: z.array(
      z.strictObject({
        seq: z.int().meta({ description: 'The last change that the dump includes; continue with the changes since.' }),
        madeAt: z.string(),
        files: z.array(file),
      }),
    ),
  })
  .meta({ id: 'DumpIndex' })

const presentDumps = (dumps: readonly Dump[], publicUrl: string): z.infer<typeof dumpIndex> => ({
  dumps: dumps.map(({ seq, madeAt, files }) => ({
    seq,
    madeAt,
    files: files.map(({ name, content, bytes, sha256, counts, licenses }) => ({
      url: `${publicUrl}/dumps/${name}`,
      content,
      mediaType: GZIP_TYPE,
      bytes,
      sha256,
      counts,
      licenses,
    })),
  })),
})

type Ports = { dumps: Dumps | null; site: LiveSite; publicUrl: () => string }

/** Short, so that a replaced dump leaves other caches soon. */
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
      throw new Failure('not_found', `There is no dump ${name}; see the list at /dumps.`)
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
      handle: async () => page(200, dumpsPage(ports.site, await listDumps(ports)), CACHED),
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
    // Matches the bare folder as well, where many look.
    path: '/dumps/:file{.*}',
    summary: 'A file of a dump, whole or in ranges',
    responses: {
      200: { description: 'The file: JSON lines, compressed with gzip.', type: GZIP_TYPE },
      206: { description: 'The part that Range requests.', type: GZIP_TYPE },
      308: { description: 'Without a name: redirects to the list of dumps.', type: HTML_TYPE },
      304: { description: 'If-None-Match names the file.' },
      404: { description: 'No such file, or it was replaced.', type: HTML_TYPE },
      416: { description: 'The part lies beyond the end.', type: 'text/plain' },
    },
    handle: sendFile(ports),
  },
]
