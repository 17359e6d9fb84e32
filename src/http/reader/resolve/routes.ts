import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { parsePaperReference, type PaperReference } from '#core/papers/paper-reference.ts'
import type { Store } from '#ports/store/store.ts'
import { pathId } from '#http/input/query.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { found, HTML_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

type Ports = { store: Store; publicUrl: () => string }

/** Redirects from a DOI or arXiv id to the page of the paper, which also says if it was retracted or merged. */
const redirectToPaper =
  ({ store, publicUrl }: Ports, prefix: string, by: PaperReference['by']) =>
  async (context: Context) => {
    const name = pathId(context)
    const reference = parsePaperReference(`${prefix}${name}`, publicUrl())
    const isMeant = reference.by === by || (by === 'doi' && reference.by === 'arxivId')
    const [paper] = isMeant ? await store.public.papers.resolve([reference]) : []
    if (paper === undefined || paper === null)
      throw new Failure('not_found', `The library has no paper with the identifier ${name}.`)
    return found(paperPath(paper.state === 'accepted' ? paper.paper.id : paper.id))
  }

/** Slashes in identifiers need not be encoded. What follows may be any character, a line end included, as in other addresses. */
const IDENTIFIER = ':id{[^]+}'

const publicRedirect = { method: 'get', access: 'public', caching: 'revision', allowCors: true } as const
const responses = {
  302: { description: 'Location is the page of the paper.', type: HTML_TYPE },
  404: { description: 'No public paper has this identifier.', type: HTML_TYPE },
}

export const resolveRoutes = (ports: Ports): Route[] => [
  {
    ...publicRedirect,
    path: `/doi/${IDENTIFIER}`,
    summary: 'Redirects to the paper with a DOI',
    responses,
    handle: redirectToPaper(ports, 'doi:', 'doi'),
  },
  {
    ...publicRedirect,
    path: `/arxiv/${IDENTIFIER}`,
    summary: 'Redirects to the paper with an arXiv id, of any version',
    responses,
    handle: redirectToPaper(ports, 'arXiv:', 'arxivId'),
  },
]
