import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { HTML_TYPE, page, type Reply } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'

/** Common to all console routes: answers are not cached, and other origins cannot read them. */
export const consoleRoute = { caching: 'none', allowCors: false } as const

/** The lowest role that may call a route. */
export const reviewerRoute = { ...consoleRoute, access: 'reviewer' } as const
export const editorRoute = { ...consoleRoute, access: 'editor' } as const
export const adminRoute = { ...consoleRoute, access: 'admin' } as const

export const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })

export const pageResponse = { 200: htmlResponse('The page.') }

export const redirectResponse = { 303: { description: 'Done; Location names the next page.' } }

/** `saved`: the form has just been stored, as this version. */
export const savedQuery = z.strictObject({ saved: z.string().max(20).optional() })

/** Runs the action of a form. If it is refused, the form comes back with the reason and everything that was typed. */
export const redisplayForm = async (
  submit: () => Promise<Reply>,
  render: (failure: Failure) => { toString(): string } | Promise<{ toString(): string }>,
): Promise<Reply> => {
  try {
    return await submit()
  } catch (error) {
    if (!(error instanceof Failure) || statusCodes[error.code] >= 500) throw error
    return page(statusCodes[error.code], await render(error), failureHeaders(error))
  }
}
