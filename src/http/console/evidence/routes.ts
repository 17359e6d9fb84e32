import type { Context } from 'hono'
import { judgeSupport } from '#actions/evidence.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type EvidenceKind, evidenceSubjects } from '#core/evidence/evidence.ts'
import { Failure } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { doInTurns } from '#http/routing/turns.ts'
import type { Clock } from '#ports/runtime.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { readEvidence } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { readJudgement } from './input.ts'
import { evidencePage } from './pages.ts'

type EvidencePorts = { store: Store; run: RunAction; site: LiveSite; clock: Clock }

type Resource = {
  kind: EvidenceKind
  folder: string
  name: string
  /** Where an editor came from. */
  back: (id: string) => `/${string}`
  exists: (ports: EvidencePorts, id: string) => Promise<boolean>
}

const resources: readonly Resource[] = [
  {
    kind: 'paper',
    folder: 'papers',
    name: 'Paper',
    back: (id) => `/console/papers/${id}/edit`,
    exists: async ({ store }, id) => (await store.private.papers.listed([id])).has(id),
  },
  {
    kind: 'gap',
    folder: 'gaps',
    name: 'Gap',
    back: (id) => `/console/gaps/${id}`,
    exists: async ({ store }, id) => (await store.private.gaps.find(id)) !== null,
  },
  {
    kind: 'brief',
    folder: 'briefs',
    name: 'Brief',
    back: () => '/console/briefs',
    exists: async ({ store }, id) =>
      (await store.private.briefs.find(id)) !== null || (await store.private.briefs.draft(id)) !== null,
  },
]

const show = async (
  ports: EvidencePorts,
  { kind, folder, name, back, exists }: Resource,
  { context, saved = false, failure = null }: { context: Context; saved?: boolean; failure?: Failure | null },
) => {
  const id = pathId(context)
  if (!(await exists(ports, id))) throw new Failure('not_found', `There is no ${kind} ${id}.`)
  const reader = ports.store.private
  const reading = { reader, clock: ports.clock, doInTurns, parseSearch: parseEvidenceSearch }
  return evidencePage(ports, {
    editor: getCurrentEditor(context),
    name: `${name} ${id}`,
    back: back(id),
    path: `/console/${folder}/${id}/evidence`,
    evidence: await readEvidence(reading, evidenceSubjects(kind, id)),
    saved,
    failure,
  })
}

/** What public texts rest on, where editors judge it. */
export const evidenceRoutes = (ports: EvidencePorts): Route[] =>
  resources.flatMap((resource): Route[] => {
    const path = `/console/${resource.folder}/:id/evidence` as const
    return [
      {
        ...editorRoute,
        method: 'get',
        path,
        summary: `What the texts of a ${resource.kind} rest on`,
        query: savedQuery,
        responses: pageResponse,
        handle: async (context) => {
          const saved = readQuery(context, savedQuery).saved !== undefined
          return page(200, await show(ports, resource, { context, saved }))
        },
      },
      {
        ...editorRoute,
        method: 'post',
        path,
        summary: `Keeps whether a quotation in a ${resource.kind} bears its sentence`,
        responses: redirectResponse,
        handle: async (context) => {
          const id = pathId(context)
          const { fields } = await readFormBody(context)
          return redisplayForm(
            async () => {
              const { name } = getCurrentEditor(context)
              const judgement = readJudgement({ kind: resource.kind, id }, fields)
              await ports.run(judgeSupport, { ...judgement, name, actor: getCurrentActor(context) })
              return seeOther(`/console/${resource.folder}/${id}/evidence?saved=1`)
            },
            (failure) => show(ports, resource, { context, failure }),
          )
        },
      },
    ]
  })
