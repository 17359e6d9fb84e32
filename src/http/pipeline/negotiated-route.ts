import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { negotiateType } from '#http/routing/negotiate-type.ts'
import { HTML_TYPE, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import { shownId, type Form, type Route } from '#http/routing/route.ts'

/** The route that answers a request, and the media type that was chosen if it has several. */
export type Negotiated = { route: Route; type: string | null }

const varied = async (reply: Promise<Reply> | Reply, headers: Record<string, string>): Promise<Reply> => {
  const made = await reply
  return { ...made, headers: { Vary: 'Accept', ...(made.status === 200 ? headers : {}), ...made.headers } }
}

const pathOf = ({ req }: Context): string => new URL(req.url).pathname

/** The query without parameters that the route does not know, since requests that differ only in those share an answer. */
const knownSearch = ({ query }: Route, { req }: Context): string => {
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
  return new Failure('not_acceptable', 'This is not available in that format; the available ones are listed.', {
    details: offers,
  })
}

/**
 * Chooses among the forms of a route by `Accept`. (An address with an ending is a route of its own, with one form.) Throws
 * `not_acceptable`, which lists all forms.
 */
export const negotiatedRoute = (route: Route, context: Context): Negotiated => {
  const { forms, formsAt, live } = route
  // Caches must keep a stored answer apart from one that waits for events.
  if (live !== undefined)
    return { route: { ...route, handle: (request) => varied(route.handle(request), {}) }, type: JSON_TYPE }
  if (forms === undefined) return { route, type: null }
  const chosen = negotiateType(context.req.header('accept'), [HTML_TYPE, ...forms.map(({ mediaType }) => mediaType)])
  if (chosen === null && formsAt === undefined) throw notAcceptable(context, forms)
  const form = forms[(chosen ?? 0) - 1]
  if (form === undefined)
    return { route: { ...route, handle: (request) => varied(route.handle(request), {}) }, type: HTML_TYPE }
  const handle: Route['handle'] = (request) =>
    varied(form.show(request, shownId(route, request)), {
      'Content-Location': `${formsAt ?? pathOf(request)}.${form.ending}${knownSearch(route, request)}`,
    })
  const { caching = route.caching, mediaType } = form
  return { route: { ...route, allowCors: true, caching, handle }, type: mediaType }
}
