import { STATUS_CODES } from 'node:http'
import type { Context } from 'hono'
import type { Failure } from '#core/failure.ts'
import { html } from '#html.ts'
import { findCurrentEditor } from '#http/auth/current-session.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { json, page, type Reply, seeOther } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'
import type { LiveSite } from '#ports/site.ts'

/** Whether a path belongs to the console. */
export const isConsolePath = (path: string): boolean => path === '/console' || path.startsWith('/console/')

const wantsJson = (context: Context): boolean =>
  (context.req.header('accept') ?? '').split(',')[0]?.trim().startsWith('application/json') === true

/** Returns to the requested page after signing in. */
const redirectToSignIn = (context: Context): Reply =>
  seeOther(`/console/sign-in?next=${encodeURIComponent(context.req.path)}`, { 'Cache-Control': 'no-store' })

/**
 * A page that reloads itself. Browsers do not send the session cookie (SameSite) when a link on another site, such as
 * webmail, leads here, but they do when our own page reloads.
 */
const reloadPage = (site: LiveSite): Reply =>
  page(
    200,
    consolePage({
      title: 'One moment',
      site,
      editor: null,
      body: html`<h1>One moment</h1><p><a href="">Go on</a></p>`,
    }),
    { 'Cache-Control': 'no-store', Refresh: '0' },
  )

const comesFromElsewhere = ({ req }: Context): boolean => req.header('sec-fetch-site') === 'cross-site'

/** A failure in the console: JSON for its scripts, a page for people. */
export const consoleFailurePresenter =
  ({ site }: { site: LiveSite }) =>
  (failure: Failure, context: Context): Reply => {
    const status = statusCodes[failure.code]
    const { code, message, details } = failure
    if (wantsJson(context))
      return json(status, { success: false, error: message, code, details }, failureHeaders(failure))
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    if (code === 'not_signed_in' && isRead)
      return comesFromElsewhere(context) ? reloadPage(site) : redirectToSignIn(context)
    if (code === 'second_factor_missing' && isRead)
      return seeOther('/console/second-factor', { 'Cache-Control': 'no-store' })
    const title = STATUS_CODES[status] ?? 'Error'
    const nextStep =
      code === 'not_signed_in'
        ? html`<p><a href="/console/sign-in" target="_blank">Sign in in another tab</a>, then come back here and submit the form again.</p>`
        : html`<p><a href="/console">Go to the console</a></p>`
    const body = html`<h1>${title}</h1><p class="lead">${message}</p>${nextStep}`
    return page(status, consolePage({ title, site, editor: findCurrentEditor(context), body }), failureHeaders(failure))
  }
