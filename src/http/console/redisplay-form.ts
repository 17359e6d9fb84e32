import { Failure } from '#core/failure.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { statusCodes } from '#http/routing/status-codes.ts'

/** Does what a form asks for; when that is refused, the form comes back with the reason and all that was typed. */
export const redisplayForm = async (
  work: () => Promise<Reply>,
  render: (failure: Failure) => { toString(): string } | Promise<{ toString(): string }>,
): Promise<Reply> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure) || statusCodes[error.code] >= 500) throw error
    return page(statusCodes[error.code], await render(error), failureHeaders(error))
  }
}
