import { FORM_BODY_TYPES } from '#http/input/form-body.ts'
import type { Html } from '#html.ts'
import { HTML_TYPE, page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

/** What rows of the route tables have in common that show forms and take what was typed. */

export const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })
export const staticPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
export const formPost = {
  method: 'post',
  access: 'public',
  caching: 'none',
  allowCors: false,
  bodyTypes: FORM_BODY_TYPES,
} as const
export const tokenRoute = { access: 'token', caching: 'none', allowCors: false } as const
export const tokenPost = { ...tokenRoute, method: 'post', bodyTypes: FORM_BODY_TYPES } as const

export const refusals = {
  303: htmlResponse('Accepted; Location leads to a page that says so.'),
  400: htmlResponse('The form again, with the entered values and the errors.'),
  403: htmlResponse('The form was sent from another site.'),
  413: htmlResponse('The form is too large.'),
  415: htmlResponse('The body is not a form.'),
}

/** Where a form leads that had an email sent, or would have, had the address been another. */
export const emailSentPage = (path: Route['path'], show: () => Html): Route => ({
  ...staticPage,
  path,
  summary: 'Says that an email is on its way, whatever the address',
  responses: { 200: htmlResponse('What to do next.') },
  handle: () => page(200, show()),
})
