import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { parsePaperReference, type PaperReference } from '#core/papers/paper-reference.ts'
import type { Store } from '#ports/store/store.ts'
import { pathId } from '#http/input/path-id.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { found, HTML_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

type Ports = { store: Store; publicUrl: () => string }

/** Leads from a name that others gave a paper to its page, which tells whether it was retracted or merged. */
const leadToPaper =
  ({ store, publicUrl }: Ports, prefix: string, by: PaperReference['by']) =>
  async (context: Context) => {
    const name = pathId(context)
    const reference = parsePaperReference(`${prefix}${name}`, publicUrl())
    const isMeant = reference.by === by || (by === 'doi' && reference.by === 'arxivId')
    const [paper] = isMeant ? await store.public.papers.resolve([reference]) : []
    if (paper === undefined || paper === null)
      throw new Failure('not_found', `The library has no paper that is called ${name}.`)
    return found(paperPath(paper.state === 'accepted' ? paper.paper.id : paper.id))
  }

const lead = { method: 'get', access: 'public', caching: 'revision', allowCors: true } as const
const responses = {
  302: { description: 'Location is the page of the paper.', type: HTML_TYPE },
  404: { description: 'No public paper is called that.', type: HTML_TYPE },
}

/** Names with slashes need not be encoded. */
export const resolveRoutes = (ports: Ports): Route[] => [
  {
    ...lead,
    path: '/doi/:id{.+}',
    summary: 'Leads to the paper with a DOI',
    responses,
    handle: leadToPaper(ports, 'doi:', 'doi'),
  },
  {
    ...lead,
    path: '/arxiv/:id{.+}',
    summary: 'Leads to the paper with an arXiv id, of any version',
    responses,
    handle: leadToPaper(ports, 'arXiv:', 'arxivId'),
  },
]
