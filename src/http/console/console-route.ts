import { HTML_TYPE } from '#http/routing/reply.ts'

/** What the routes of the console have in common: nothing of theirs is cached or read by other origins. */
export const consoleRoute = { caching: 'none', allowCors: false } as const

/** The least role that may call a route. */
export const reviewerRoute = { ...consoleRoute, access: 'reviewer' } as const
export const editorRoute = { ...consoleRoute, access: 'editor' } as const
export const adminRoute = { ...consoleRoute, access: 'admin' } as const

export const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })

export const pageResponse = { 200: htmlResponse('The page.') }

export const redirectResponse = { 303: { description: 'Done; Location names the page to go on with.' } }
