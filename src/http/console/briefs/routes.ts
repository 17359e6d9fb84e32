import type { Context } from 'hono'
import { z } from 'zod'
import { dropFormDraft } from '#actions/form-drafts.ts'
import { moveBriefDraft, removeBriefDraft, saveBriefDraft } from '#actions/editorial/briefs.ts'
import { type IsoWeek, nextFreeWeek, parseWeek, weekId, weekLabel, weekLater, weekOf } from '#core/editorial/week.ts'
import { type Failure, validationFailure } from '#core/failure.ts'
import { briefDrafts } from '#edited/brief-drafts.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { briefPage, briefsPage } from '#http/console/briefs/pages/briefs.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { askAgainPage, isSure } from '#http/console/pages/ask-again.ts'
import { BRIEF_FORM_BYTES, formVersion, readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { HTML_TYPE, page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { listArrivals } from '#queries/brief-arrivals.ts'
import { draftBrief, previewBriefEmail } from '#queries/briefs.ts'
import { renderCitingDrafts } from '#queries/rendered-texts.ts'
import { parseInput } from '#schemas/validate.ts'
import { blocksOf, type FormBlock, pressBlockButton, readDraftValues, typedValues } from './blocks.ts'
import {
  type BriefPorts,
  changeSending,
  emailThemeQuery,
  sendPublished,
  sendTestEmail,
  showEmailPage,
  showEmailPreview,
  showTypedEmail,
  showMailing,
} from './mailing.ts'
import { correctionRoutes } from './corrections.ts'
import { findingsOf, publishDraft, showPublishing } from './publishing.ts'

const weekParameter = z
  .string()
  .regex(/^\d{4}-w\d{2}$/u, { error: 'must be a week such as 2026-w47' })
  .optional()

/** The brief that has just been published, or the draft that has just been deleted. */
const briefListQuery = z.strictObject({ published: weekParameter, removed: weekParameter })

/** How far back weeks without a brief are named. */
const MISSED_WEEKS = 4

const missedWeeks = (thisWeek: IsoWeek, taken: ReadonlySet<string>): IsoWeek[] =>
  Array.from({ length: MISSED_WEEKS }, (_, index) => weekLater(thisWeek, -1 - index)).filter(
    (week) => !taken.has(weekId(week)),
  )

const renderBriefs = async (
  ports: BriefPorts,
  context: Context,
  { week: weekInput = null, failure = null }: { week?: string | null; failure?: Failure | null } = {},
): Promise<{ toString(): string }> => {
  const { published: justPublished = null, removed = null } = readQuery(context, briefListQuery)
  const { briefs } = ports.store.private
  const [drafts, published] = [await briefs.drafts(), await briefs.list()]
  const taken = new Set([...drafts, ...published].map(({ id }) => id))
  const thisWeek = weekOf(ports.clock.now())
  return briefsPage(ports, {
    editor: getCurrentEditor(context),
    drafts,
    published,
    freeWeek: nextFreeWeek(thisWeek, taken),
    missedWeeks: published.length === 0 ? [] : missedWeeks(thisWeek, taken),
    justPublished: published.some(({ id }) => id === justPublished) ? justPublished : null,
    removed,
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

/** The form of a draft, with what it lacks. `blocks`: as a button left them, which a text alone may not say. */
const draftForm = (ports: BriefPorts, blocks: readonly FormBlock[] | null = null) =>
  editedForm(ports, briefDrafts, {
    path: '/console/briefs',
    maxBytes: BRIEF_FORM_BYTES,
    readValues: readDraftValues,
    checksPreview: true,
    draw: async (form) => {
      const { title, summary, houseTake, featuredPapers } = form.values
      const shown = { ...form.stored, title, summary, take: houseTake, featured: featuredPapers }
      return briefPage(ports, {
        form,
        blocks: blocks ?? blocksOf(form.values),
        arrivals: await listArrivals(ports.store.private, form.stored.week),
        markupOf: await renderCitingDrafts({ ...ports, related: ports.store.private.related }, [summary, houseTake]),
        email: await previewBriefEmail({ ...ports, reader: ports.store.private }, shown),
        findings: await findingsOf(ports, shown),
        shown,
      })
    },
  })

/** The form of a draft shows its email in a frame. */
const withFrame = (route: Route): Route => ({
  ...route,
  handle: async (context) => {
    const reply = await route.handle(context)
    return reply.type === HTML_TYPE ? { ...reply, framing: 'shows frames' } : reply
  },
})

/** The page that publishes a draft leads to the brief once it is published, such as when it is reloaded. */
const whileDraft = (ports: BriefPorts, route: Route): Route => ({
  ...route,
  responses: { ...route.responses, ...redirectResponse },
  handle: async (context) => {
    const { briefs } = ports.store.private
    const id = pathId(context)
    const isGone = (await briefs.draft(id)) === null && (await briefs.find(id)) !== null
    return isGone ? seeOther(`/console/briefs?published=${id}`) : route.handle(context)
  },
})

/** Shows the form after one of the buttons of its blocks was pressed; stores nothing. */
const pressButton =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const stored = await briefDrafts.get(ports.store.private, pathId(context))
    const { find: search = '' } = form.fields
    const { blocks, values } = await pressBlockButton(ports.store.private.related, form, typedValues(form))
    const version = formVersion(form.fields) ?? stored.version
    return page(200, await draftForm(ports, blocks).render(context, { stored, version, values, search }))
  }

/** Stores the draft and goes on to publishing it. */
const finishDraft = (ports: BriefPorts): Route => {
  const save = draftForm(ports).save({
    path: '/console/briefs/:id/finish',
    summary: 'Stores a draft as a new version and shows what publishing it does',
  })
  return {
    ...save,
    handle: async (context) => {
      const reply = await save.handle(context)
      const version = new URL(reply.headers.Location ?? '', 'http://console').searchParams.get('saved')
      return version === null ? reply : seeOther(`/console/briefs/${pathId(context)}/publish?saved=${version}`)
    },
  }
}

/** Moves the draft to another week, as it is typed. */
const moveDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const id = pathId(context)
    const stored = await briefDrafts.get(ports.store.private, id)
    const values = readDraftValues(form, typedValues(form))
    const version = formVersion(form.fields)
    return redisplayForm(
      async () => {
        const words = parseInput(briefDrafts.input, values)
        const to = (form.fields.week ?? '').trim()
        const moved = await ports.run(moveBriefDraft, { id, to, words, version, actor: getCurrentActor(context) })
        await ports.run(dropFormDraft, { editorId: getCurrentEditor(context).id, form: `briefs/${id}` })
        return seeOther(`/console/briefs/${to}?saved=${moved}`)
      },
      (failure) => draftForm(ports).render(context, { stored, version: version ?? stored.version, values, failure }),
    )
  }

/** Asks once, and deletes a draft in the version that was shown. */
const removeDraft =
  (ports: BriefPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context, BRIEF_FORM_BYTES)
    const id = pathId(context)
    const stored = await briefDrafts.get(ports.store.private, id)
    if (!isSure(form))
      return page(
        200,
        askAgainPage(ports, {
          editor: getCurrentEditor(context),
          title: `Delete the draft of ${weekLabel(stored.week)}?`,
          consequence: `“${stored.title}” is gone for all editors, with what is typed and not saved. The audit log keeps its text; the week is free again.`,
          path: `/console/briefs/${id}/remove`,
          label: 'Delete the draft',
          sent: form.pairs.filter(([name]) => name === 'version'),
          back: `/console/briefs/${id}`,
        }),
      )
    return redisplayForm(
      async () => {
        const version = formVersion(form.fields)
        await ports.run(removeBriefDraft, { id, version, actor: getCurrentActor(context) })
        await ports.run(dropFormDraft, { editorId: getCurrentEditor(context).id, form: `briefs/${id}` })
        return seeOther(`/console/briefs?removed=${id}`)
      },
      (failure) => draftForm(ports).render(context, { stored, failure }),
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
  withFrame(draftForm(ports).show({ path: '/console/briefs/:id', summary: 'The form of a draft' })),
  withFrame(draftForm(ports).save({ path: '/console/briefs/:id', summary: 'Stores a draft as a new version' })),
  withFrame(
    draftForm(ports).preview({
      path: '/console/briefs/:id/preview',
      summary: 'Previews a draft; stores nothing',
    }),
  ),
  withFrame({
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/blocks',
    summary: 'Moves, adds or removes a block of the form of a draft; stores nothing',
    responses: pageResponse,
    handle: pressButton(ports),
  }),
  withFrame(finishDraft(ports)),
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/move',
    summary: 'Moves a draft, as it is typed, to another week that has none',
    responses: redirectResponse,
    handle: moveDraft(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/remove',
    summary: 'Deletes a draft, once it was asked again',
    responses: { ...pageResponse, ...redirectResponse },
    handle: removeDraft(ports),
  },
  whileDraft(ports, {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/publish',
    summary: 'What a draft lacks, and what publishing it does',
    query: savedQuery,
    responses: pageResponse,
    handle: showPublishing(ports),
  }),
  whileDraft(ports, {
    ...editorRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/briefs/:id/publish',
    summary: 'Publishes a draft for good, if it is ready, once it was asked again',
    responses: { ...pageResponse, ...redirectResponse },
    handle: publishDraft(ports),
  }),
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
    path: '/console/briefs/:id/email/preview/page',
    summary: 'The HTML of the email of what is typed; stores nothing',
    responses: pageResponse,
    handle: showTypedEmail(ports),
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
  ...correctionRoutes(ports),
]
