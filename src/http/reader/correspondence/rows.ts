import { FORM_BODY_TYPES } from '#http/input/form-body.ts'
import { HTML_TYPE } from '#http/routing/reply.ts'

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
