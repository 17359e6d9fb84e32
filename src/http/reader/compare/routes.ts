import type { Context } from 'hono'
import { z } from 'zod'
import type { Store } from '#ports/store/store.ts'
import { withOpenings } from '#queries/mentioned-papers.ts'
import { resolvePublicPapers } from '#queries/public-papers.ts'
import { readQuery } from '#http/input/query.ts'
import { paperIds } from '#http/reader/reading-list/input.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import { comparePage, MAX_COMPARED } from './pages.ts'

const compareInput = z.object({
  // A form repeats the name; an address joins the ids.
  ids: z
    .array(z.string())
    .transform((given) => given.join(','))
    .pipe(paperIds)
    .optional()
    .meta({
      description: `The papers, by their ids; the first ${MAX_COMPARED} are compared. Without, how to choose some.`,
      example: ['p19', 'p2'],
    }),
})

type Ports = { store: Pick<Store, 'public'>; site: LiveSite }

/** Costs a look-up of the papers by their ids, and one of those that their commentaries mention. */
const showComparison =
  ({ store, site }: Ports) =>
  async (context: Context) => {
    const { ids = [] } = readQuery(context, compareInput)
    const { papers, related, chapters } = store.public
    const compared = ids.slice(0, MAX_COMPARED)
    const found = await resolvePublicPapers(
      papers,
      compared.map((value) => ({ by: 'id', value })),
    )
    return page(
      200,
      comparePage(site, {
        papers: await withOpenings(related, found.papers),
        chapters: await chapters.names(),
        missing: found.missing.flatMap(({ index }) => compared.slice(index, index + 1)),
        named: ids.length,
      }),
    )
  }

export const compareRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    access: 'public',
    caching: 'revision',
    allowCors: false,
    path: '/compare',
    summary: 'Papers side by side',
    query: compareInput,
    responses: { 200: { description: 'A table with a column for each paper.', type: HTML_TYPE } },
    handle: showComparison(ports),
  },
]
