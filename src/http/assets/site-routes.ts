import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { publicFiles } from '#http/pages/layout.ts'
import { digestOf, findSiteFile, type SiteFile, siteFileNames } from '#http/pages/site-files.ts'
import type { Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'

const KEPT = 'public, max-age=31536000, immutable'
/** Also for a digest of other content, which a page of a moment ago may name. */
const KEPT_SHORTLY = 'public, max-age=60'

const replyWith = (file: Pick<SiteFile, 'type' | 'body' | 'digest'>, caching: string): Reply => ({
  status: 200,
  body: file.body,
  type: file.type,
  headers: { ETag: `"${file.digest}"`, 'Cache-Control': caching },
  ...(file.type === 'image/svg+xml' && { framing: 'picture' }),
})

/** The icon of the program, where the library has none. */
const programIcon = (): Reply => {
  const body =
    publicFiles()
      .find(({ name }) => name === 'favicon.svg')
      ?.body.toString() ?? ''
  return replyWith({ type: 'image/svg+xml', body, digest: digestOf(body) }, KEPT_SHORTLY)
}

const open = { method: 'get', access: 'public', caching: 'none', allowCors: false } as const

/** The colour, logo and icon of the library. Pictures are shown in `<img>` only, and can do nothing alone either. */
export const siteFileRoutes = ({ site }: { site: LiveSite }): Route[] => [
  ...siteFileNames.map((name): Route => ({
    ...open,
    path: `/site/:digest/${name}`,
    summary: `The file ${name} of the library’s own looks`,
    responses: {
      200: { description: 'The file.', type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'image/svg+xml' },
      304: { description: 'The version that If-None-Match names is still current.' },
      404: { description: 'The library has none.', type: 'text/html' },
    },
    handle: (context: Context) => {
      const file = findSiteFile(site.current(), name)
      if (file === null) throw new Failure('not_found', `The library has no ${name}.`)
      return replyWith(file, context.req.param('digest') === file.digest ? KEPT : KEPT_SHORTLY)
    },
  })),
  {
    ...open,
    path: '/favicon.ico',
    summary: 'The icon, where programs look for it without reading a page',
    responses: {
      200: { description: 'The icon.', type: 'image/svg+xml' },
      304: { description: 'The version that If-None-Match names is still current.' },
    },
    handle: () => {
      const own = findSiteFile(site.current(), 'favicon.svg')
      return own === null ? programIcon() : replyWith(own, KEPT_SHORTLY)
    },
  },
]
