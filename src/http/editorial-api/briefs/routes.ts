import type { Context } from 'hono'
import { publishBriefDraft } from '#actions/editorial/publish-brief-draft.ts'
import { saveBriefDraft } from '#actions/editorial/save-brief-draft.ts'
import { Failure } from '#core/failure.ts'
import { parseWeek, weekId } from '#core/editorial/week.ts'
import { briefOfWeek, briefSchema } from '#schemas/editorial-schemas.ts'
import { draftBrief } from '#queries/draft-brief.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versionedJson } from '#http/editorial-api/version-tag.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  commonFailures,
  notModified,
  idempotencyFailures,
  versionFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import {
  briefListResponse,
  draftResponse,
  presentBriefs,
  presentDraft,
  presentSuggestion,
  publishedResponse,
  suggestionResponse,
} from './present.ts'

const noSuchWeek = (id: string): Failure =>
  new Failure('not_found', `There is no week ${id}; weeks are named like 2026-w47.`)

const draftReply = async ({ store }: EditingPorts, id: string): Promise<Reply> => {
  const draft = await store.private.briefs.draft(id)
  if (draft === null) throw new Failure('not_found', `There is no draft ${id}.`)
  return versionedJson(200, { success: true, draft: presentDraft(draft) }, draft.version)
}

const list = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  const { briefs } = ports.store.private
  return json(200, presentBriefs(await briefs.drafts(), await briefs.list()))
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return draftReply(ports, pathId(context))
}

const suggest = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  const week = parseWeek(pathId(context))
  if (week === null || weekId(week) !== pathId(context)) throw noSuchWeek(pathId(context))
  const { store, clock } = ports
  return json(200, presentSuggestion(await draftBrief(store.private, { week, now: clock.now() })))
}

const save = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { form } = await readInput(context, briefSchema)
  const brief = briefOfWeek(pathId(context), form)
  if (brief === null) throw noSuchWeek(pathId(context))
  await ports.run(saveBriefDraft, { brief, version, actor })
  return draftReply(ports, brief.id)
}

const publish = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
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

const notFound = { 404: { description: 'No such draft, or no such week.' } }

export const briefRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/briefs',
    summary: 'Drafts of briefs and published ones, newest first',
    responses: { 200: { description: 'Both lists.', schema: briefListResponse }, ...commonFailures },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/briefs/:id',
    summary: 'The draft of one week, such as 2026-w47; the ETag is its version',
    responses: {
      200: { description: 'The draft.', schema: draftResponse },
      ...notModified,
      ...commonFailures,
      ...notFound,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/briefs/:id/suggestion',
    summary: "Words to begin with, made from the week's acceptances, rising concepts and best papers; stores nothing",
    responses: { 200: { description: 'The suggestion.', schema: suggestionResponse }, ...commonFailures, ...notFound },
    handle: suggest(ports),
  },
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/briefs/:id',
    summary: 'Keep a draft: If-None-Match: * makes one, If-Match changes it',
    body: briefSchema,
    responses: {
      200: { description: 'The draft as it stands now.', schema: draftResponse },
      ...bodyFailures,
      ...notFound,
      409: { description: 'That week has its brief, which never changes.' },
      ...versionFailures,
    },
    handle: save(ports),
  },
  {
    ...editorialRoute,
    method: 'post',
    path: '/api/editorial/briefs/:id/publish',
    summary: 'Publish a draft for good; it has no body',
    responses: {
      200: { description: 'Published.', schema: publishedResponse },
      ...commonFailures,
      ...notFound,
      ...idempotencyFailures,
      ...versionFailures,
    },
    handle: publish(ports),
  },
]
