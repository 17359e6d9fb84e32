import type { Context } from 'hono'
import { seeOther, TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

/** Forms whose page does not stand above their address. */
const elsewhere: Readonly<Record<string, string>> = {
  '/console/undo': '/console/queue',
  '/console/passkeys': '/console/account',
  '/console/passkeys/challenge': '/console/account',
  '/console/passkeys/remove': '/console/account',
  '/console/passkeys/sign-in': '/console/sign-in',
  '/console/passkeys/sign-in/challenge': '/console/sign-in',
}

/** The page with the form of an address: the nearest page above it, or the page that edits what it names. */
export const pageOfForm = (path: string, pages: ReadonlySet<string>): string | null => {
  const known = elsewhere[path]
  if (known !== undefined) return known
  const segments = path.split('/').slice(1)
  for (let length = segments.length; length > 0; length -= 1) {
    const above = `/${segments.slice(0, length).join('/')}`
    const page = [above, `${above}/edit`].find((each) => pages.has(each))
    if (page !== undefined) return page
  }
  return null
}

/** The page with what the request names in place of the parameters, which have the same names in both. */
const addressOf = (page: string, context: Context): string =>
  page.replaceAll(/:(?<name>\w+)/gu, (_parameter, name: string) => encodeURIComponent(context.req.param(name) ?? ''))

const wayBack = ({ path, access, beforeSecondFactor }: Route, page: string): Route => ({
  method: 'get',
  path,
  summary: 'Leads to the page with the form',
  access,
  caching: 'none',
  allowCors: false,
  ...(beforeSecondFactor !== undefined && { beforeSecondFactor }),
  responses: { 303: { description: 'Location names the page.', type: TEXT_TYPE } },
  handle: (context) => seeOther(addressOf(page, context)),
})

const isPage = ({ responses }: Route): boolean => responses[200]?.type?.startsWith('text/html') === true

const endsInParameter = ({ path }: Route): boolean => /\/:[^/]+$/u.test(path)

/**
 * The routes of pages, with a way back from each address that only takes a form: somebody who reloads it, or signs in again there,
 * comes to the page with the form. Another page could be meant by an address that ends in a parameter, so those come last.
 */
export const withWaysBack = (routes: readonly Route[]): Route[] => {
  const reads = routes.filter(({ method }) => method === 'get')
  const taken = new Set(reads.map(({ path }) => path))
  const pages = new Set(reads.filter(isPage).map(({ path }) => path))
  const ways = routes.flatMap((route) => {
    if (route.method !== 'post' || taken.has(route.path)) return []
    const page = pageOfForm(route.path, pages)
    return page === null ? [] : [wayBack(route, page)]
  })
  return [...ways.filter((way) => !endsInParameter(way)), ...routes, ...ways.filter(endsInParameter)]
}
