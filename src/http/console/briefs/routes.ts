import { page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { briefListQuery, emailThemeQuery } from './input.ts'
import type { BriefPorts } from './draft-page.ts'
import { changeSending, sendPublished, showMailing } from './mailing.ts'
import { renderBriefs, makeDraft } from './list-briefs.ts'
import { sendTestEmail, showEmail, showEmailPage } from './preview-email.ts'
import { showDraft, previewDraft, saveDraft, publishBrief } from './edit-draft.ts'

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
    handle: makeDraft(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id',
    summary: 'The form of a draft',
    query: savedQuery,
    responses: pageResponse,
    handle: showDraft(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id',
    summary: 'Stores a draft as a new version',
    responses: redirectResponse,
    handle: saveDraft(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/preview',
    summary: 'Shows the preview of a draft; stores nothing',
    responses: pageResponse,
    handle: previewDraft(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/publish',
    summary: 'Publishes a draft for good',
    responses: redirectResponse,
    handle: publishBrief(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/email',
    summary: 'How far the email of a brief got',
    responses: pageResponse,
    handle: showMailing(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/briefs/:id/email',
    summary: 'Queues a published brief for its subscribers',
    responses: redirectResponse,
    handle: sendPublished(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/email/preview',
    summary: 'The email of a brief as subscribers would get it, and what providers would dislike',
    query: savedQuery,
    responses: pageResponse,
    handle: showEmail(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/briefs/:id/email/preview/page',
    summary: 'The email as the page that it is',
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
