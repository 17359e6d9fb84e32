import type { Context } from 'hono'
import { z } from 'zod'
import { saveReplyTemplate } from '#actions/editorial/reply-templates.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides, type ReplyTemplate } from '#core/review/reply-template.ts'
import { verdicts } from '#core/review/submission.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
} from '#http/console/console-route.ts'
import { readFormBody, REPLY_TEMPLATE_FORM_BYTES } from '#http/input/body.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { type ReplyTemplateFormState, replyTemplatesPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const MAX_INPUT_LENGTH = 20_000
const text = (max: number) => z.string().max(max)

/** A reply template from the form; one without an id is new. */
const replyTemplateFormSchema = z.object({
  id: text(100).optional().default(''),
  event: z.enum(verdicts),
  name: text(MAX_INPUT_LENGTH),
  body: text(MAX_INPUT_LENGTH).optional().default(''),
  act: z.enum(['save', 'remove']).optional().default('save'),
})

export type ReplyTemplatePorts = { store: Store; run: RunAction; site: LiveSite }

const show = async (ports: ReplyTemplatePorts, context: Context, formState: ReplyTemplateFormState | null) => {
  const templates = applyReplyTemplateOverrides(await ports.store.private.replyTemplates.list())
  const done = context.req.query('done') === undefined ? null : 'Your changes were saved.'
  return replyTemplatesPage(ports, { editor: getCurrentEditor(context), templates, formState, done })
}

const showReplyTemplates = (ports: ReplyTemplatePorts) => async (context: Context) =>
  page(200, await show(ports, context, null))

/** The submitted fields, to be shown again. */
const toFormState = (fields: Record<string, string>, { message, details }: Failure): ReplyTemplateFormState => {
  const event = verdicts.find((each) => each === fields.event) ?? 'ask'
  const template: ReplyTemplate = { id: fields.id ?? '', event, name: fields.name ?? '', body: fields.body ?? '' }
  return { template, error: message, errors: details }
}

const submitReplyTemplate =
  (ports: ReplyTemplatePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context, REPLY_TEMPLATE_FORM_BYTES)
    const redisplay = (failure: Failure) => show(ports, context, toFormState(fields, failure))
    return redisplayForm(async () => {
      const { id: given, event, name, body, act } = parseInput(replyTemplateFormSchema, fields)
      const id = given === '' ? null : given
      const change = { id, event, name, body: act === 'remove' ? null : body }
      await ports.run(saveReplyTemplate, { change, actor: getCurrentActor(context) })
      return seeOther('/console/notes?done')
    }, redisplay)
  }

const replyTemplateRoute = { ...editorRoute, path: '/console/notes' } as const

export const replyTemplateRoutes = (ports: ReplyTemplatePorts): Route[] => [
  {
    ...replyTemplateRoute,
    method: 'get',
    summary: 'Reply templates, which fill the note of a decision',
    responses: pageResponse,
    handle: showReplyTemplates(ports),
  },
  {
    ...replyTemplateRoute,
    method: 'post',
    summary: 'Changes, adds or removes a reply template',
    responses: {
      ...redirectResponse,
      400: htmlResponse('A field is invalid.'),
    },
    handle: submitReplyTemplate(ports),
  },
]
