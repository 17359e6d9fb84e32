import type { Context } from 'hono'
import { draftBrief } from '#actions/draft-brief.ts'
import { publishDraftWithin } from '#actions/publish-draft.ts'
import { saveBriefDraft } from '#actions/save-brief-draft.ts'
import { Failure } from '#core/failure.ts'
import { parseWeek, weekId } from '#core/editorial/week.ts'
import { briefOfWeek, briefSchema } from '#schemas/editorial-schemas.ts'
import { json, type Answer } from '#http/routing/reply.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versioned } from '#http/editorial-api/version-tag.ts'
import {
  bodyRefusals,
  editing,
  editorBy,
  postOnce,
  readForm,
  refusals,
  unchanged,
  retryRefusals,
  versionRefusals,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import {
  briefsAnswer,
  draftAnswer,
  presentBriefs,
  presentDraft,
  presentSuggestion,
  publishedAnswer,
  suggestionAnswer,
} from './present.ts'

const noSuchWeek = (id: string): Failure =>
  new Failure('not_found', `There is no week ${id}; weeks are named like 2026-w47.`)

const answerWith = async ({ store }: EditingPorts, id: string): Promise<Answer> => {
  const draft = await store.read.briefs.draft(id)
  if (draft === null) throw new Failure('not_found', `There is no draft ${id}.`)
  return versioned(200, { success: true, draft: presentDraft(draft) }, draft.version)
}

const list = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  const { briefs } = ports.store.read
  return json(200, presentBriefs(await briefs.drafts(), await briefs.list()))
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return answerWith(ports, idOf(context))
}

const suggest = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  const week = parseWeek(idOf(context))
  if (week === null || weekId(week) !== idOf(context)) throw noSuchWeek(idOf(context))
  return json(200, presentSuggestion(await draftBrief(ports, week)))
}

const save = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { form } = await readForm(context, briefSchema)
  const brief = briefOfWeek(idOf(context), form)
  if (brief === null) throw noSuchWeek(idOf(context))
  await saveBriefDraft(ports, { brief, version, actor })
  return answerWith(ports, brief.id)
}

const publish = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const id = idOf(context)
  return postOnce(
    ports,
    { context, actor, text: String(version) },
    (tx, at) => publishDraftWithin(tx, { id, version, actor, at }),
    ({ publishedAt }) => json(200, { success: true, id, publishedAt }, { Location: `/api/v1/briefs/${id}` }),
  )
}

const unknown = { 404: { description: 'No such draft, or no such week.' } }

export const briefRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/briefs',
    summary: 'Drafts of briefs and published ones, newest first',
    answers: { 200: { description: 'Both lists.', schema: briefsAnswer }, ...refusals },
    handle: list(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/briefs/:id',
    summary: 'The draft of one week, such as 2026-w47; the ETag is its version',
    answers: { 200: { description: 'The draft.', schema: draftAnswer }, ...unchanged, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/briefs/:id/suggestion',
    summary: "Words to begin with, made from the week's acceptances, rising concepts and best papers; stores nothing",
    answers: { 200: { description: 'The suggestion.', schema: suggestionAnswer }, ...refusals, ...unknown },
    handle: suggest(ports),
  },
  {
    ...editing,
    method: 'put',
    path: '/api/editorial/briefs/:id',
    summary: 'Keep a draft: If-None-Match: * makes one, If-Match changes it',
    body: briefSchema,
    answers: {
      200: { description: 'The draft as it stands now.', schema: draftAnswer },
      ...bodyRefusals,
      ...unknown,
      409: { description: 'That week has its brief, which never changes.' },
      ...versionRefusals,
    },
    handle: save(ports),
  },
  {
    ...editing,
    method: 'post',
    path: '/api/editorial/briefs/:id/publish',
    summary: 'Publish a draft for good; it has no body',
    answers: {
      200: { description: 'Published.', schema: publishedAnswer },
      ...refusals,
      ...unknown,
      ...retryRefusals,
      ...versionRefusals,
    },
    handle: publish(ports),
  },
]
