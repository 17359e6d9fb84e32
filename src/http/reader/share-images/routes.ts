import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { ShareImage, ShareImages } from '#ports/share-images.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { getPublicPaper } from '#queries/public-papers.ts'
import { matchesEtag } from '#http/caching/conditional-request.ts'
import { PUBLIC_CACHE_CONTROL } from '#http/caching/response-cache.ts'
import { pathId } from '#http/input/query.ts'
import { paperFailures } from '#http/reader/paper/public-paper.ts'
import { HTML_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { briefImage, gapImage, homeImage, paperImage } from './present.ts'

type Ports = { store: Store; shareImages: ShareImages; site: LiveSite }

const PNG_TYPE = 'image/png'
const TAG_LENGTH = 16

/** The tag is that of what is drawn, so a client that has the picture is answered without drawing it. */
const sendImage = async ({ shareImages }: Ports, context: Context, image: ShareImage): Promise<Reply> => {
  const shown = `${shareImages.version}\0${JSON.stringify(image)}`
  const etag = `"${createHash('sha256').update(shown).digest('base64url').slice(0, TAG_LENGTH)}"`
  const known = context.req.header('if-none-match')
  const bytes = known !== undefined && matchesEtag(known, etag) ? Buffer.alloc(0) : await shareImages.draw(image)
  return {
    status: 200,
    body: '',
    bytes,
    type: PNG_TYPE,
    headers: { ETag: etag, 'Cache-Control': PUBLIC_CACHE_CONTROL },
  }
}

type ImageRoute = Pick<Route, 'path' | 'summary' | 'responses'> & { read: (context: Context) => Promise<ShareImage> }

const imageRoute =
  (ports: Ports) =>
  ({ path, summary, responses, read }: ImageRoute): Route => ({
    method: 'get',
    path,
    summary,
    access: 'public',
    caching: 'none',
    allowCors: true,
    responses: {
      200: { description: 'The picture, 1,200 × 630 pixels.', type: PNG_TYPE },
      304: { description: 'The version that If-None-Match names is still current.' },
      503: { description: 'Too many pictures are being drawn.', type: HTML_TYPE },
      ...responses,
    },
    handle: async (context) => sendImage(ports, context, await read(context)),
  })

/** Pictures that programs show where somebody shares the address of a page (ogp.me). */
export const shareImageRoutes = (ports: Ports): Route[] => {
  const { site, store } = ports
  const images: ImageRoute[] = [
    {
      path: '/share.png',
      summary: 'A picture of the library for shared links',
      responses: {},
      read: async () => homeImage(site.current(), await store.public.papers.countByAttributes(everyPaper)),
    },
    {
      path: '/papers/:id/share.png',
      summary: 'A picture of one paper for shared links',
      responses: paperFailures,
      read: async (context) => paperImage(site.current(), await getPublicPaper(store.public.papers, pathId(context))),
    },
    {
      path: '/briefs/:id/share.png',
      summary: 'A picture of one weekly brief for shared links',
      responses: { 404: { description: 'No such brief.', type: HTML_TYPE } },
      read: async (context) => {
        const brief = await store.public.briefs.find(pathId(context))
        if (brief === null) throw new Failure('not_found', `There is no brief ${pathId(context)}.`)
        return briefImage(site.current(), brief)
      },
    },
    {
      path: '/gaps/:id/share.png',
      summary: 'A picture of one research gap for shared links',
      responses: { 404: { description: 'No such gap.', type: HTML_TYPE } },
      read: async (context) => {
        const gap = await store.public.related.gap(pathId(context))
        if (gap === null) throw new Failure('not_found', `There is no gap ${pathId(context)}.`)
        return gapImage(site.current(), gap)
      },
    },
  ]
  return images.map(imageRoute(ports))
}
