import type { Context } from 'hono'
import { z } from 'zod'
import { withFileAddress } from '#core/files.ts'
import type { Store } from '#ports/store/store.ts'
import { resolvePublicPapers } from '#queries/public-papers.ts'
import { paperListFormats } from '#schemas/paper-list-formats.ts'
import { readQuery } from '#http/input/query.ts'
import { pageUrls } from '#http/reader/addresses.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import { withForms, type Form, type Route } from '#http/routing/route.ts'
import { MAX_PAPERS, paperIds } from './input.ts'
import { READING_LIST, readingListPage, type SharedList } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const listInput = z.object({
  ids: paperIds.optional().meta({
    description: `The papers of a list, in its order: at most ${MAX_PAPERS} ids, joined by commas. Without, the list of this browser.`,
    example: 'p19,p2',
  }),
})

type Ports = { store: Store; publicUrl: () => string; site: LiveSite }

const readShared = async ({ store }: Ports, ids: readonly string[]): Promise<SharedList> => ({
  ids,
  found: await resolvePublicPapers(
    store.public.papers,
    ids.map((value) => ({ by: 'id', value })),
  ),
})

const showList = (ports: Ports) => async (context: Context) => {
  const { ids } = readQuery(context, listInput)
  const shared = ids === undefined ? null : await readShared(ports, ids)
  const { publicUrl, site } = ports
  return page(
    200,
    readingListPage({
      site,
      scores: site.current().scores,
      publicUrl: publicUrl(),
      maxPapers: MAX_PAPERS,
      shared,
    }),
  )
}

/** The papers of a list as files, in its order. */
const listForms = (ports: Ports): Form[] =>
  paperListFormats.map((format) => ({
    ending: format.ending,
    name: format.name,
    mediaType: format.mediaType,
    show: async (context) => {
      const { ids = [] } = readQuery(context, listInput)
      const { papers } = (await readShared(ports, ids)).found
      const site = ports.publicUrl()
      const urls = pageUrls(site)
      return {
        status: 200,
        body: format.head + papers.map((paper) => format.write(withFileAddress(paper, site), urls)).join(''),
        type: format.mediaType,
        headers: { 'Content-Disposition': `inline; filename="reading-list.${format.ending}"` },
      }
    },
  }))

export const readingListRoutes = (ports: Ports): Route[] =>
  withForms(
    {
      method: 'get',
      access: 'public',
      caching: 'revision',
      allowCors: false,
      path: READING_LIST,
      summary: 'The reading list of this browser, or the papers that a link names',
      query: listInput,
      responses: { 200: { description: 'The list.', type: HTML_TYPE } },
      handle: showList(ports),
    },
    listForms(ports),
  )
