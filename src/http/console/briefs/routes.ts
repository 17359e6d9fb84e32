import type { Context } from 'hono'
import { z } from 'zod'
import { publishBriefDraft, saveBriefDraft } from '#actions/editorial/briefs.ts'
import { parseWeek, weekId, weekOf } from '#core/editorial/week.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { briefDrafts } from '#edited/brief-drafts.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { briefPage, briefsPage } from '#http/console/briefs/pages/briefs.ts'
import type { SendValues } from '#http/console/briefs/pages/mailing.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { BRIEF_FORM_BYTES, formVersion, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { draftBrief } from '#queries/briefs.ts'
import { renderTexts } from '#queries/rendered-texts.ts'
import {
  askToSend,
  type BriefPorts,
  changeSending,
  mustAsk,
  emailThemeQuery,
  parseSendValues,
  readSendValues,
  sendPublished,
  sendTestEmail,
  showEmailPage,
  showEmailPreview,
  showMailing,
} from './mailing.ts'

/** `published`: the brief that has just been published. */
const briefListQuery = z.strictObject({
  published: z
    .string()
    .regex(/^\d{4}-w\d{2}$/u, { error: 'must be a week such as 2026-w47' })
    .optional(),
})

const renderBriefs = async (
  ports: BriefPorts,
  context: Context,
  { week: weekInput = null, failure = null }: { week?: string | null; failure?: Failure | null } = {},
): Promise<{ toString(): string }> => {
  const { published: justPublished = null } = readQuery(context, briefListQuery)
  const { briefs } = ports.store.private
  return briefsPage(ports, {
    editor: getCurrentEditor(context),
    drafts: await briefs.drafts(),
    published: await briefs.list(),
    thisWeek: weekOf(ports.clock.now()),
    justPublished,
    weekInput,
    failure,
  })
}

const createDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const weekInput = (fields.week ?? '').trim()
    return redisplayForm(
      async () => {
        const week = parseWeek(weekInput)
        if (week === null) throw validationFailure([{ path: 'week', message: 'must look like 2026-w47' }])
        const id = weekId(week)
        // If the week already has a draft, the editor continues with that one.
        const { private: read } = ports.store
        if ((await read.briefs.draft(id)) === null) {
          const words = await draftBrief(read, { week, now: ports.clock.now() })
          await ports.run(saveBriefDraft, { id, words, version: 0, actor: getCurrentActor(context) })
        }
        return seeOther(`/console/briefs/${id}`)
      },
      (failure) => renderBriefs(ports, context, { week: weekInput, failure }),
    )
  }

const nothingToSend: SendValues = { email: 'none', at: '' }

/** The form of a draft. `sending` is the choice about the email, if publishing was refused. */
const draftForm = (ports: BriefPorts, sending: SendValues = nothingToSend) =>
  editedForm(ports, briefDrafts, {
    path: '/console/briefs',
    maxBytes: BRIEF_FORM_BYTES,
    checksPreview: true,
    draw: async (form) => {
      const { summary, houseTake } = form.values
      return briefPage(ports, { form, sending, markupOf: await renderTexts(ports.markdown, [summary, houseTake]) })
    },
  })

/** Publishes the stored draft, if it is still the version that the editor saw. */
const publishDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const sending = readSendValues(form)
    const id = pathId(context)
    const stored = await briefDrafts.get(ports.store.private, id)
    return redisplayForm(
      async () => {
        const send = parseSendValues(sending, ports.canMail)
        if (send !== null && mustAsk(ports, send, form)) {
          const path = `/console/briefs/${id}/publish`
          return askToSend(ports, context, { brief: stored, send, form, path, isPublished: false })
        }
        const version = formVersion(form.fields)
        await ports.run(publishBriefDraft, { id, version, send, actor: getCurrentActor(context) })
        return seeOther(`/console/briefs?published=${id}`)
      },
      (failure) => draftForm(ports, sending).render(context, { stored, failure }),
    )
  }

export const briefRoutes = (ports: BriefPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs',
    summary: 'Drafts and published briefs',
    query: briefListQuery,
    responses: pageResponse,
    handle: async (context) => page(200, await renderBriefs(ports, context)),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs',
    summary: 'Creates a draft from the papers of a week',
    responses: redirectResponse,
    handle: createDraft(ports),
  },
  draftForm(ports).show({ path: '/console/briefs/:id', summary: 'The form of a draft' }),
  draftForm(ports).save({ path: '/console/briefs/:id', summary: 'Stores a draft as a new version' }),
  draftForm(ports).preview({
    path: '/console/briefs/:id/preview',
    summary: 'Previews a draft; stores nothing',
  }),
  {
    ...editorRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/briefs/:id/publish',
    summary: 'Publishes a draft for good; if it is to be sent, once it was asked again',
    responses: { ...pageResponse, ...redirectResponse },
    handle: publishDraft(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/email',
    summary: 'The progress of sending a brief',
    responses: pageResponse,
    handle: showMailing(ports),
  },
  {
    ...editorRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/briefs/:id/email',
    summary: 'Queues a published brief for its subscribers, once it was asked again',
    responses: { ...pageResponse, ...redirectResponse },
    handle: sendPublished(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/email/preview',
    summary: 'The email of a brief as subscribers would get it, and its likely problems with mail providers',
    query: savedQuery,
    responses: pageResponse,
    handle: showEmailPreview(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/email/preview/page',
    summary: 'The HTML of the email',
    query: emailThemeQuery,
    responses: pageResponse,
    handle: showEmailPage(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/email/preview',
    summary: 'Sends the email to the editor alone',
    responses: redirectResponse,
    handle: sendTestEmail(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/email/change',
    summary: 'Pauses, resumes or cancels the sending of a brief',
    responses: redirectResponse,
    handle: changeSending(ports),
  },
]
