import { HTML_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'

/** The language of the interface, which every page declares as a whole. */
const INTERFACE = 'en'

/** Marks what the library itself says: the elements whose direction depends on their text. No text of a page can contain this. */
const CONTENT = ' dir="auto"'

const withLanguage = (reply: Reply, language: string): Reply =>
  reply.type !== HTML_TYPE || language === INTERFACE
    ? reply
    : { ...reply, body: reply.body.replaceAll(CONTENT, `${CONTENT} lang="${language}"`) }

/** The same routes, whose pages say in which language their content is (WCAG 2, 3.1.2). The interface stays English. */
export const tagLanguage = (routes: readonly Route[], { site }: { site: LiveSite }): Route[] =>
  routes.map((route) => ({
    ...route,
    handle: async (context) => withLanguage(await route.handle(context), site.current().language),
  }))
