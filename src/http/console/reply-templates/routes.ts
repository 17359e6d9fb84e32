import type { Context } from 'hono'
import { saveReplyTemplate } from '#actions/review/save-reply-template.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import { applyReplyTemplateOverrides, type ReplyTemplate } from '#core/review/reply-template.ts'
import { verdicts } from '#core/review/submission-state.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Route } from '#http/routing/route.ts'
import { REPLY_TEMPLATE_FORM_BYTES } from '#http/input/body-limits.ts'
import { editorRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { replyTemplateFormSchema } from './input.ts'
import { replyTemplatesPage, type ReplyTemplateFormState } from './pages/reply-templates.ts'

export type ReplyTemplatePorts = { store: Store; run: RunAction; houseName: string }

const show = async (ports: ReplyTemplatePorts, context: Context, formState: ReplyTemplateFormState | null) => {
  const templates = applyReplyTemplateOverrides(await ports.store.private.replyTemplates.list())
  const done = context.req.query('done') === undefined ? null : 'It is saved.'
  return replyTemplatesPage(ports, { editor: getCurrentEditor(context), templates, formState, done })
}

const showReplyTemplates = (ports: ReplyTemplatePorts) => async (context: Context) =>
  page(200, await show(ports, context, null))

/** The submitted fields, as far as they can be shown again. */
const toFormState = (fields: Record<string, string>, { message, details }: Failure): ReplyTemplateFormState => {
  const event = verdicts.find((each) => each === fields.event) ?? 'ask'
  const template: ReplyTemplate = { id: fields.id ?? '', event, name: fields.name ?? '', body: fields.body ?? '' }
  return { template, error: message, errors: details }
}

const submitReplyTemplate =
  (ports: ReplyTemplatePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context, REPLY_TEMPLATE_FORM_BYTES)
    const again = (failure: Failure) => show(ports, context, toFormState(fields, failure))
    return redisplayForm(async () => {
      const { id: given, event, name, body, act } = parseInput(replyTemplateFormSchema, fields)
      const id = given === '' ? null : given
      const change = { id, event, name, body: act === 'remove' ? null : body }
      await ports.run(saveReplyTemplate, { change, actor: getCurrentActor(context) })
      return seeOther('/console/notes?done')
    }, again)
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
