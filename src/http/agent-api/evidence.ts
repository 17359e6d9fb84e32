import type { Context } from 'hono'
import { z } from 'zod'
import { type EvidenceKind, evidenceSubjects } from '#core/evidence/evidence.ts'
import { Failure } from '#core/failure.ts'
import { noParameters, pathId, readQuery } from '#http/input/query.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { readEvidence } from '#queries/evidence.ts'
import { getPublicPaper } from '#queries/public-papers.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { presentedEvidence, presentEvidence } from '#schemas/present-evidence.ts'
import { noPublicPaper } from './errors.ts'
import { agentRoute } from './fields.ts'

type Ports = { store: Store; clock: Clock }

const evidenceResponse = z.strictObject({ evidence: z.array(presentedEvidence) })

/** Throws the failures of a resource that is not public. */
const assertPublic: Record<EvidenceKind, (ports: Ports, id: string) => Promise<unknown>> = {
  paper: ({ store }, id) => getPublicPaper(store.public.papers, id),
  gap: async ({ store }, id) => {
    if ((await store.public.related.gap(id)) === null) throw new Failure('not_found', `There is no gap ${id}.`)
  },
  brief: async ({ store }, id) => {
    if ((await store.public.briefs.find(id)) === null) throw new Failure('not_found', `There is no brief ${id}.`)
  },
}

const showEvidence =
  (ports: Ports, kind: EvidenceKind) =>
  async (context: Context): Promise<Reply> => {
    readQuery(context, noParameters)
    const id = pathId(context)
    await assertPublic[kind](ports, id)
    const { store, clock } = ports
    const reading = { reader: store.public, clock, doInTurns, parseSearch: parseEvidenceSearch }
    const evidence = await readEvidence(reading, evidenceSubjects(kind, id))
    return json(200, { evidence: evidence.map(presentEvidence) })
  }

/** What the texts of the editors rest on, mark by mark. */
export const evidenceRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/papers/:id/evidence',
    summary: 'What the commentary of one paper rests on',
    query: noParameters,
    responses: {
      200: { description: 'Every mark, in the order of the text.', schema: evidenceResponse },
      ...noPublicPaper,
    },
    handle: showEvidence(ports, 'paper'),
  },
  {
    ...agentRoute,
    path: '/api/v1/gaps/:id/evidence',
    summary: 'What the explanation of one research gap rests on',
    query: noParameters,
    responses: {
      200: { description: 'Every mark, in the order of the text.', schema: evidenceResponse },
      404: { description: 'No such gap.' },
    },
    handle: showEvidence(ports, 'gap'),
  },
  {
    ...agentRoute,
    path: '/api/v1/briefs/:id/evidence',
    summary: 'What the texts of one weekly brief rest on',
    query: noParameters,
    responses: {
      200: { description: 'Every mark: those of the summary, then those of the take.', schema: evidenceResponse },
      404: { description: 'No such brief.' },
    },
    handle: showEvidence(ports, 'brief'),
  },
]
