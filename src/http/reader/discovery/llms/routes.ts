import { everyPaper } from '#core/search/paper-filter.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { Store } from '#ports/store/store.ts'
import type { ConceptTrends } from '#queries/concept-trends.ts'
import { TEXT_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { presentLlms, presentLlmsFull, type Overview } from './present.ts'

type Ports = {
  store: Store
  conceptTrends: ConceptTrends
  houseName: string
  publicUrl: () => string
  dumps: Dumps | null
}

const PAPERS_SHOWN = 200
const CONCEPTS_SHOWN = 200
const GAPS_SHOWN = 200

const readOverview = async ({ store, conceptTrends }: Ports): Promise<Overview> => {
  const { papers, chapters, related, briefs } = store.public
  const [size, named, trends, gaps, brief, first] = await Promise.all([
    papers.countByAttributes(everyPaper),
    chapters.list(),
    conceptTrends(),
    related.gaps(null),
    briefs.latest(),
    papers.list(everyPaper, null, PAPERS_SHOWN),
  ])
  return {
    size,
    chapters: named,
    concepts: trends.slice(0, CONCEPTS_SHOWN),
    gaps: gaps.slice(0, GAPS_SHOWN),
    brief,
    featured: await related.publicPapers(brief?.featured ?? []),
    papers: first.papers,
  }
}

const text = (body: string): Reply => ({ status: 200, body, type: TEXT_TYPE, headers: {} })

const publicFile = { method: 'get', access: 'public', caching: 'revision', allowCors: true } as const
const responses = { 200: { description: 'The text, in Markdown.', type: TEXT_TYPE } }

/** The library as agents first meet it (llmstxt.org). */
export const llmsRoutes = (ports: Ports): Route[] => {
  const site = () => ({ houseName: ports.houseName, publicUrl: ports.publicUrl(), hasDumps: ports.dumps !== null })
  return [
    {
      ...publicFile,
      path: '/llms.txt',
      summary: 'What the library is and where its parts are, for agents',
      responses,
      handle: async () => text(presentLlms(site(), await ports.store.public.papers.countByAttributes(everyPaper))),
    },
    {
      ...publicFile,
      path: '/llms-full.txt',
      summary: 'The library in one text of at most a million characters, for agents',
      responses,
      handle: async () => text(presentLlmsFull(site(), await readOverview(ports))),
    },
  ]
}
