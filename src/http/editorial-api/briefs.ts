import type { Context } from 'hono'
import { z } from 'zod'
import { correctBrief, publishBriefDraft } from '#actions/editorial/briefs.ts'
import type { Brief, BriefDraft, PublishedBrief } from '#core/editorial/brief.ts'
import { parseWeek, weekId, weekLabel } from '#core/editorial/week.ts'
import { Failure } from '#core/failure.ts'
import { briefDrafts, correctionInput, presentBriefWords } from '#edited/brief-drafts.ts'
import { outputOf } from '#edited/edited-resource.ts'
import { pathId } from '#http/input/query.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { draftBrief } from '#queries/briefs.ts'
import { presentedFailingMarks } from '#schemas/present-evidence.ts'
import { presentCorrections, presentedCorrections } from '#schemas/present-record.ts'
import {
  authenticateEditor,
  editedResource,
  type EditingPorts,
  editorialRoute,
  expectedVersion,
  readInput,
  readRoute,
} from './versioned-resource.ts'

const words = { week: z.string(), ...outputOf(briefDrafts.fields) }

const draft = z.strictObject({ id: z.string(), ...words, version: z.int(), updatedAt: z.string() })
const listed = { id: z.string(), week: z.string(), title: z.string() }

const draftResponse = z.strictObject({
  success: z.literal(true),
  draft,
  evidence: presentedFailingMarks.optional(),
})
const suggestionResponse = z.strictObject({
  success: z.literal(true),
  suggestion: z.strictObject({ id: z.string(), ...words }),
})
const briefListResponse = z.strictObject({
  success: z.literal(true),
  drafts: z.array(z.strictObject({ ...listed, version: z.int(), updatedAt: z.string() })),
  published: z.array(z.strictObject({ ...listed, publishedAt: z.string() })),
})
const publishedResponse = z.strictObject({ success: z.literal(true), id: z.string(), publishedAt: z.string() })

const correctionsResponse = z.strictObject({ success: z.literal(true), corrections: presentedCorrections })

const presentDraft = (found: BriefDraft): z.infer<typeof draft> => ({
  id: found.id,
  week: weekLabel(found.week),
  ...presentBriefWords(found),
  version: found.version,
  updatedAt: found.updatedAt,
})

const presentSuggestion = (brief: Brief): z.infer<typeof suggestionResponse> => ({
  success: true,
  suggestion: { id: brief.id, week: weekLabel(brief.week), ...presentBriefWords(brief) },
})

const presentBriefs = (
  drafts: readonly BriefDraft[],
  published: readonly PublishedBrief[],
): z.infer<typeof briefListResponse> => ({
  success: true,
  drafts: drafts.map(({ id, week, title, version, updatedAt }) => ({
    id,
    week: weekLabel(week),
    title,
    version,
    updatedAt,
  })),
  published: published.map(({ id, week, title, publishedAt }) => ({ id, week: weekLabel(week), title, publishedAt })),
})

const notFound = { 404: { description: 'No such draft, or no such week.' } }

const noSuchWeek = (id: string): Failure =>
  new Failure('not_found', `There is no week ${id}; a week looks like 2026-w47.`)

const list = async ({ store }: EditingPorts) => {
  const { briefs } = store.private
  return presentBriefs(await briefs.drafts(), await briefs.list())
}

const suggest = async ({ store, clock }: EditingPorts, id: string) => {
  const week = parseWeek(id)
  if (week === null || weekId(week) !== id) throw noSuchWeek(id)
  return presentSuggestion(await draftBrief(store.private, { week, now: clock.now() }))
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

/** A draft has none. */
const listCorrections = async ({ store }: EditingPorts, id: string) => {
  const { briefs } = store.private
  if ((await briefs.find(id)) === null && (await briefs.draft(id)) === null)
    throw new Failure('not_found', `There is no brief ${id}.`)
  return { success: true, corrections: presentCorrections((await briefs.corrections([id])).get(id) ?? []) }
}

const correct = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const { form, text } = await readInput(context, correctionInput)
  const id = pathId(context)
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: correctBrief,
    input: { id, text: form.text, actor },
    toAnswer: (added) => json(201, { success: true, corrections: presentCorrections([added]) }),
  })
}

const noBrief = { 404: { description: 'No such published brief.' } }

export const briefRoutes = (ports: EditingPorts): Route[] => {
  const draft = editedResource(ports, briefDrafts, {
    schema: draftResponse,
    present: presentDraft,
    notFound,
    markedTexts: ({ summary, take }) => [summary, take],
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/briefs',
      summary: 'Drafts and published briefs, newest first',
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
      summary:
        "A first text for the brief, from the week's accepted papers, rising concepts and best papers; stores nothing",
      description: 'The suggestion.',
      schema: suggestionResponse,
      failures: notFound,
      read: (context) => suggest(ports, pathId(context)),
    }),
    draft.replace({
      path: '/api/editorial/briefs/:id',
      summary: 'Store a draft: If-None-Match: * creates one, If-Match changes it',
      failures: { 409: { description: 'The brief of that week is published and cannot be changed.' } },
    }),
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/briefs/:id/publish',
      summary: 'Publish a draft for good; the request has no body',
      isIdempotent: true,
      needsVersion: true,
      responses: {
        200: { description: 'Published.', schema: publishedResponse, headers: ['Location'] },
        ...notFound,
      },
      handle: publish(ports),
    },
    readRoute(ports, {
      path: '/api/editorial/briefs/:id/corrections',
      summary: 'The corrections under a published brief',
      description: 'The corrections, oldest first.',
      schema: correctionsResponse,
      failures: { 404: { description: 'No such brief.' } },
      read: (context) => listCorrections(ports, pathId(context)),
    }),
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/briefs/:id/corrections',
      summary: 'Add a dated correction under a published brief, for good',
      body: correctionInput,
      isIdempotent: true,
      responses: {
        201: { description: 'Added; the answer has this correction alone.', schema: correctionsResponse },
        ...noBrief,
        409: { description: 'The brief has as many corrections as it may have.' },
      },
      handle: correct(ports),
    },
  ]
}
