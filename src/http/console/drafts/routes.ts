import type { Context } from 'hono'
import { z } from 'zod'
import { dropFormDraft, keepFormDraft } from '#actions/form-drafts.ts'
import type { RunAction } from '#actions/run-action.ts'
import { FORM_NAME, isAboutNewRecord, typingSince } from '#core/editorial/form-draft.ts'
import { Failure } from '#core/failure.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute } from '#http/console/console-route.ts'
import { DRAFT_BODY_BYTES, readJsonBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { json, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'

export type DraftPorts = { store: Store; run: RunAction; clock: Clock }

const form = z
  .string()
  .regex(FORM_NAME, { error: 'must be a form and its record, such as papers/p1' })
  .meta({ description: 'The form and its record.', example: 'papers/p1' })

/** Whoever had signed in when the page was drawn. Somebody else may have signed in since, in another tab. */
const author = z.string().max(100).meta({ description: 'The id of the editor.', example: 'e_1' })

const named = z.strictObject({ form, author })

const MAX_FIELDS = 500
const MAX_VALUES = 1_000
const draftBody = named.extend({
  version: z.int().min(0).nullable(),
  fields: z
    .record(z.string().max(200), z.array(z.string()).max(MAX_VALUES))
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, { error: `must be at most ${MAX_FIELDS} fields` }),
})

/** Drafts are their author's alone. Throws `wrong_state`. */
const ownId = (context: Context, given: string): string => {
  const { id, name } = getCurrentEditor(context)
  if (id !== given)
    throw new Failure('wrong_state', `This page was opened by somebody else; ${name} is signed in here now.`)
  return id
}

const show =
  ({ store, clock }: DraftPorts) =>
  async (context: Context): Promise<Reply> => {
    const { form: name, author: given } = readQuery(context, named)
    const id = ownId(context, given)
    const { formDrafts } = store.private
    const found = await formDrafts.find(id, name)
    const draft = found === null ? null : { version: found.version, fields: found.fields, savedAt: found.savedAt }
    const others = isAboutNewRecord(name) ? [] : await formDrafts.listOthers(id, name, typingSince(clock.now()))
    return json(200, { draft, others })
  }

const keep =
  ({ run }: DraftPorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, DRAFT_BODY_BYTES)
    const { author: given, ...draft } = parseInput(draftBody, value)
    return json(200, await run(keepFormDraft, { editorId: ownId(context, given), draft }))
  }

const drop =
  ({ run }: DraftPorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, DRAFT_BODY_BYTES)
    const { author: given, form: name } = parseInput(named, value)
    await run(dropFormDraft, { editorId: ownId(context, given), form: name })
    return json(200, { success: true })
  }

const answer = (description: string) => ({ 200: { description, type: JSON_TYPE } })

export const formDraftRoutes = (ports: DraftPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/drafts',
    summary: 'What the editor had typed into a form, and who else is typing into it',
    query: named,
    responses: answer('`draft`, or null, and `others` with a name and since when.'),
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/drafts',
    summary: 'Keeps what the editor has typed into a form and not saved yet',
    responses: answer('`savedAt`, and `others` with a name and since when.'),
    handle: keep(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/drafts/discard',
    summary: 'Removes what the editor had typed into a form',
    responses: answer('Removed.'),
    handle: drop(ports),
  },
]
