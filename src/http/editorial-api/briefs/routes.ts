import type { Context } from 'hono'
import { publishBriefDraft } from '#actions/editorial/publish-brief-draft.ts'
import { saveBriefDraft } from '#actions/editorial/save-brief-draft.ts'
import type { BriefDraft } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import { parseWeek, weekId } from '#core/editorial/week.ts'
import { draftBrief } from '#queries/draft-brief.ts'
import { briefOfWeek, briefSchema } from '#schemas/editorial-schemas.ts'
import { json } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion } from '#http/editorial-api/version-tag.ts'
import {
  editorialRoute,
  authenticateEditor,
  commonFailures,
  idempotencyFailures,
  versionFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { readRoute, versionedResource, type VersionedEdit } from '#http/editorial-api/versioned-resource.ts'
import {
  briefListResponse,
  draftResponse,
  presentBriefs,
  presentDraft,
  presentSuggestion,
  publishedResponse,
  suggestionResponse,
} from './present.ts'

const notFound = { 404: { description: 'No such draft, or no such week.' } }

const noSuchWeek = (id: string): Failure =>
  new Failure('not_found', `There is no week ${id}; weeks are named like 2026-w47.`)

const getDraft = async ({ store }: EditingPorts, id: string): Promise<BriefDraft> => {
  const draft = await store.private.briefs.draft(id)
  if (draft === null) throw new Failure('not_found', `There is no draft ${id}.`)
  return draft
}

const list = async ({ store }: EditingPorts) => {
  const { briefs } = store.private
  return presentBriefs(await briefs.drafts(), await briefs.list())
}

const suggest = async ({ store, clock }: EditingPorts, id: string) => {
  const week = parseWeek(id)
  if (week === null || weekId(week) !== id) throw noSuchWeek(id)
  return presentSuggestion(await draftBrief(store.private, { week, now: clock.now() }))
}

type BriefInput = Parameters<typeof briefOfWeek>[1]

const save = async (ports: EditingPorts, id: string, { input, version, actor }: VersionedEdit<BriefInput>) => {
  const brief = briefOfWeek(id, input)
  if (brief === null) throw noSuchWeek(id)
  await ports.run(saveBriefDraft, { brief, version, actor })
}

const publish = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const version = expectedVersion(context)
  const id = pathId(context)
  return ports.runIdempotent(context, {
    client: actor,
    body: String(version),
    action: publishBriefDraft,
    input: { id, version, actor },
    toAnswer: ({ publishedAt }) => json(200, { success: true, id, publishedAt }, { Location: `/api/v1/briefs/${id}` }),
  })
}

export const briefRoutes = (ports: EditingPorts): Route[] => {
  const draft = versionedResource(ports, {
    noun: 'draft',
    schema: draftResponse,
    notFound,
    get: (context) => getDraft(ports, pathId(context)),
    versionOf: ({ version }) => version,
    present: (found) => ({ success: true, draft: presentDraft(found) }),
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/briefs',
      summary: 'Drafts of briefs and published ones, newest first',
      description: 'Both lists.',
      schema: briefListResponse,
      read: () => list(ports),
    }),
    draft.show({
      path: '/api/editorial/briefs/:id',
      summary: 'The draft of one week, such as 2026-w47; the ETag is its version',
    }),
    readRoute(ports, {
      path: '/api/editorial/briefs/:id/suggestion',
      summary: "Words to begin with, made from the week's acceptances, rising concepts and best papers; stores nothing",
      description: 'The suggestion.',
      schema: suggestionResponse,
      failures: notFound,
      read: (context) => suggest(ports, pathId(context)),
    }),
    draft.edit({
      method: 'put',
      path: '/api/editorial/briefs/:id',
      summary: 'Keep a draft: If-None-Match: * makes one, If-Match changes it',
      input: briefSchema,
      failures: { 409: { description: 'That week has its brief, which never changes.' } },
      edit: (context, edit) => save(ports, pathId(context), edit),
    }),
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/briefs/:id/publish',
      summary: 'Publish a draft for good; it has no body',
      responses: {
        200: { description: 'Published.', schema: publishedResponse, headers: ['Location'] },
        ...commonFailures,
        ...notFound,
        ...idempotencyFailures,
        ...versionFailures,
      },
      handle: publish(ports),
    },
  ]
}
