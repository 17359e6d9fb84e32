import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { hasMap, isOn, type LibraryWords } from '#core/papers/library-words.ts'
import type { LiveSite } from '#ports/site.ts'
import { HTML_TYPE } from '#http/routing/reply.ts'
import type { Form, Route } from '#http/routing/route.ts'

/** What a library must have for a page: the first part of its path, and all of it for pages that only ask for briefs by email. */
const conditions: readonly { path: RegExp; holds: (words: LibraryWords) => boolean }[] = [
  { path: /^\/map(?![\w-])/u, holds: hasMap },
  ...(['concepts', 'gaps', 'briefs'] as const).map((part) => ({
    path: new RegExp(`^/${part}(?![\\w-])`, 'u'),
    holds: (words: LibraryWords) => isOn(part, words),
  })),
  { path: /^\/subscribe(?:\/sent)?$/u, holds: (words) => isOn('briefs', words) },
]

const notThere = { description: 'The library does not have this part.', type: HTML_TYPE }

/** Routes of pages; those of a part that the library does not have answer like pages that do not exist. */
export const shownRoutes = (site: LiveSite, routes: readonly Route[]): Route[] =>
  routes.map((route): Route => {
    const condition = conditions.find(({ path }) => path.test(route.path))
    if (condition === undefined) return route
    const assertShown = ({ req }: Context): void => {
      if (!condition.holds(site.current())) throw new Failure('not_found', `There is nothing at ${req.path}.`)
    }
    const shownForm = (form: Form): Form => ({
      ...form,
      show: (context, id) => {
        assertShown(context)
        return form.show(context, id)
      },
    })
    return {
      ...route,
      responses: { 404: notThere, ...route.responses },
      ...(route.forms === undefined ? {} : { forms: route.forms.map(shownForm) }),
      handle: (context) => {
        assertShown(context)
        return route.handle(context)
      },
    }
  })
