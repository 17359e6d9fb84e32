import type { Context } from 'hono'
import type { z } from 'zod'
import type { Reply } from './reply.ts'
import type { ResponseHeader } from './response-headers.ts'
import type { Route } from './route.ts'

/** Another form of what a route shows: under its address with an ending, and under its own address by `Accept`. */
export type Form = {
  /** What follows the address, such as `md` in /papers/p12.md. */
  ending: string
  /** What people call it. */
  name: string
  mediaType: string
  /** What it looks like, where it is JSON of ours. */
  schema?: z.ZodType
  /** What it carries that the page does not. */
  headers?: readonly ResponseHeader[]
  /** Where it is not that of the page. */
  caching?: Route['caching']
  /** @param id what stands at the last parameter of the path, without the ending; empty where the path has none */
  show: (context: Context, id: string) => Promise<Reply> | Reply
}

const LAST_PARAMETER = /:(?<name>\w+)$/u

const lastParameter = ({ path }: Route): string | undefined => LAST_PARAMETER.exec(path)?.groups?.name

/** Where a form has an address of its own. What stands before the ending holds no dots, so that `.csl.json` is no `.json`. */
const formPath = (route: Route, ending: string): Route['path'] => {
  const name = lastParameter(route)
  return name === undefined
    ? `${route.path}.${ending}`
    : (route.path.replace(LAST_PARAMETER, () => `:${name}{[^/.]+\\.${ending.replaceAll('.', '\\.')}}`) as Route['path'])
}

/** What stands at the last parameter of a request's path. */
export const shownId = (route: Route, context: Context): string => {
  const name = lastParameter(route)
  return name === undefined ? '' : (context.req.param(name) ?? '')
}

/** A row for each form with its own address, then the route itself, which gives all of them by `Accept`. */
export const withForms = (route: Route, forms: readonly Form[]): Route[] => [
  ...forms.map(({ ending, name, mediaType, schema, headers = [], caching = route.caching, show }): Route => {
    const path = formPath(route, ending)
    return {
      ...route,
      allowCors: true,
      caching,
      path,
      summary: `${route.summary}, as ${name}`,
      responses: {
        ...route.responses,
        200: { description: `The ${name}.`, type: mediaType, headers, ...(schema === undefined ? {} : { schema }) },
      },
      handle: (context) => {
        const id = shownId(route, context)
        return show(context, id === '' ? '' : id.slice(0, -ending.length - 1))
      },
    }
  }),
  { ...route, forms },
]
