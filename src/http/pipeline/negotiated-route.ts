import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { shownId, type Form } from '#http/routing/form.ts'
import { negotiateType } from '#http/routing/negotiate-type.ts'
import { HTML_TYPE, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

/** What answers a request: the route, and the media type that was chosen for it, if it has several. */
export type Negotiated = { route: Route; type: string | null }

const varied = async (reply: Promise<Reply> | Reply, headers: Record<string, string>): Promise<Reply> => {
  const made = await reply
  return { ...made, headers: { Vary: 'Accept', ...(made.status === 200 ? headers : {}), ...made.headers } }
}

const pathOf = ({ req }: Context): string => new URL(req.url).pathname

/** The query without parameters that the route does not know: another request for the same may get the same answer. */
const understoodSearch = ({ query }: Route, { req }: Context): string => {
  const known = [...new URL(req.url).searchParams].filter(([name]) => Object.hasOwn(query?.shape ?? {}, name))
  return known.length === 0 ? '' : `?${new URLSearchParams(known).toString()}`
}

const notAcceptable = (context: Context, forms: readonly Form[]): Failure => {
  const address = pathOf(context)
  const offers = [
    { path: address, message: `text/html, the page` },
    ...forms.map(({ ending, name, mediaType }) => ({
      path: `${address}.${ending}`,
      message: `${mediaType.split(';')[0]}, ${name}`,
    })),
  ]
  return new Failure('not_acceptable', 'This is not available in that format; the list names those that are.', {
    details: offers,
  })
}

/**
 * Chooses among the forms of a route by `Accept`. An address with an ending has one form only, so the ending decides there.
 * Throws `not_acceptable` with all there are.
 */
export const negotiatedRoute = (route: Route, context: Context): Negotiated => {
  const { forms, formsAt, live } = route
  // A cached answer must not be taken for one that waits.
  if (live !== undefined)
    return { route: { ...route, handle: (asked) => varied(route.handle(asked), {}) }, type: JSON_TYPE }
  if (forms === undefined) return { route, type: null }
  const chosen = negotiateType(context.req.header('accept'), [HTML_TYPE, ...forms.map(({ mediaType }) => mediaType)])
  if (chosen === null && formsAt === undefined) throw notAcceptable(context, forms)
  const form = forms[(chosen ?? 0) - 1]
  if (form === undefined)
    return { route: { ...route, handle: (asked) => varied(route.handle(asked), {}) }, type: HTML_TYPE }
  const handle: Route['handle'] = (asked) =>
    varied(form.show(asked, shownId(route, asked)), {
      'Content-Location': `${formsAt ?? pathOf(asked)}.${form.ending}${understoodSearch(route, asked)}`,
    })
  const { caching = route.caching, mediaType } = form
  return { route: { ...route, allowCors: true, caching, handle }, type: mediaType }
}
